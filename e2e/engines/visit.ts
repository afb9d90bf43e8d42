/**
 * What a listener does in a tab, the same in both engines. Elements are found as a screen reader finds them, by role and
 * accessible name, and clicked once they rest where the mouse would hit them.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import { expect } from '@playwright/test'

import { isHydrated } from '../hydrated.ts'
import type { Key, Point, Tab } from './tab.ts'

declare global {
  interface Window {
    axe: AxeCommons
  }
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export interface Target {
  /** One, or several that it may have, with spaces between them. */
  role: string
  /** The whole accessible name, or what it matches. */
  name: string | RegExp
  /** CSS selector of what it is in, by default the page. */
  within?: string
}

interface Sound {
  /** The message of the media element's error, if it has one. */
  error: string | null
  source: string
  isPaused: boolean
  /** seconds */
  position: number
  /** seconds */
  duration: number
}

/** CSS selector of the player's bar. */
export const player = 'section[aria-label=Player]'

/** Often at first: most of what is waited for comes within a frame or two. */
const often = { intervals: [10, 20, 50, 100, 200] }

export type Visit = ReturnType<typeof createVisit>

/** @param origin  `http://host:port` of the server */
export function createVisit(tab: Tab, origin: string) {
  const find = (target: Target) => {
    const { role, name, within = 'body' } = target
    const { source, flags } = typeof name === 'string' ? new RegExp(`^${RegExp.escape(name)}$`) : name
    return tab.run(findPoint, role.split(' '), { source, flags }, within)
  }
  const live = async () => {
    await expect.poll(() => tab.run(isHydrated), often).toBe(true)
    await tab.runSource(axeSource)
  }
  const sound = () => tab.run(readSound)

  return {
    tab,
    sound,
    /** Loads a page and waits until it is live. */
    async open(path: string): Promise<void> {
      await tab.goto(origin + path)
      await live()
    },
    /** Loads a page whose server is gone, so that it is never as live as others: until it shows something. */
    async openAway(path: string, shown: Target): Promise<void> {
      await tab.goto(origin + path)
      await tab.runSource(axeSource)
      await this.expectShown(shown)
    },
    async reload(): Promise<void> {
      await tab.reload()
      await live()
    },
    async click(target: Target): Promise<void> {
      let before: Point | null = null
      let now: Point | null = null
      const isAtRest = async () => {
        before = now
        now = await find(target)
        return now !== null && now.x === before?.x && now.y === before.y
      }
      await expect.poll(isAtRest, { ...often, message: `${target.role} “${target.name}”` }).toBe(true)
      await tab.clickAt(now!)
    },
    /** Types into a field, at the end of what is in it. */
    async type(target: Target, text: string): Promise<void> {
      await this.click(target)
      await tab.type(text)
    },
    press: (key: Key) => tab.press(key),
    /** Chooses a file in an `input[type=file]`. */
    async choose(selector: string, name: string, content: Uint8Array): Promise<void> {
      await tab.run(giveFile, selector, name, Buffer.from(content).toString('base64'))
    },
    /** Goes to a place in the track. Below 0 it counts from the end. */
    seek: (seconds: number) =>
      tab.run((to) => {
        const audio = document.querySelector('audio')!
        audio.currentTime = to < 0 ? audio.duration + to : to
      }, seconds),
    address: () => tab.run(() => location.href),
    goBack: () => tab.run(() => history.back()),
    /** Returns the texts of the elements that are shown. */
    texts: (selector: string) => tab.run(readTexts, selector),
    /** Waits until an element that is shown has a text in it. */
    async expectText(selector: string, text: string): Promise<void> {
      await expect.poll(async () => (await tab.run(readTexts, selector)).join('\n'), often).toContain(text)
    },
    async expectShown(target: Target): Promise<void> {
      const isShown = async () => (await find(target)) !== null
      await expect.poll(isShown, { ...often, message: `${target.role} “${target.name}”` }).toBe(true)
    },
    /** Waits until sound comes and the player shows `title`, of a track or a work. */
    async expectPlaying(title: string): Promise<void> {
      let before = Infinity
      const progress = async () => {
        const now = await sound()
        const isFurther = now.position > before
        before = now.position
        return { ...now, isFurther, shown: (await tab.run(readTexts, player)).join() }
      }
      const playing = { shown: expect.stringContaining(title), error: null, isPaused: false, isFurther: true }
      await expect.poll(progress, often).toMatchObject(playing)
    },
  }
}

/** Returns the middle of the first such element that the mouse would hit there; one beyond the edge is scrolled to. */
function findPoint(roles: (string | null)[], pattern: { source: string; flags: string }, within: string): Point | null {
  const { axe } = window
  const isNamed = new RegExp(pattern.source, pattern.flags)
  axe.setup(document)
  try {
    const elements = [...document.querySelectorAll<HTMLElement>(`:is(${within}) *`)].filter(
      (element) =>
        roles.includes(axe.commons.aria.getRole(element)) &&
        element.checkVisibility({ visibilityProperty: true }) &&
        isNamed.test(axe.commons.text.accessibleText(element)),
    )
    for (const element of elements) {
      const [box] = element.getClientRects()
      if (box === undefined) continue
      const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
      const hit = document.elementFromPoint(point.x, point.y)
      if (hit !== null && (element.contains(hit) || hit.closest('label')?.control === element)) return point
    }
    elements[0]?.scrollIntoView({ block: 'center', behavior: 'instant' })
    return null
  } finally {
    axe.teardown()
  }
}

/** What the types of axe leave out. */
interface AxeCommons {
  setup(node: Document): void
  teardown(): void
  commons: {
    aria: { getRole(element: Element): string | null }
    text: { accessibleText(element: Element): string }
  }
}

function readTexts(selector: string): string[] {
  return [...document.querySelectorAll<HTMLElement>(selector)]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .map((element) => element.innerText)
}

function giveFile(selector: string, name: string, base64: string): void {
  const input = document.querySelector<HTMLInputElement>(selector)!
  const files = new DataTransfer()
  files.items.add(new File([Uint8Array.fromBase64(base64)], name))
  input.files = files.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

function readSound(): Sound {
  const audio = document.querySelector('audio')
  return {
    error: audio?.error ? `${audio.error.code} ${audio.error.message}` : null,
    source: audio?.src ?? '',
    isPaused: audio?.paused ?? true,
    position: audio?.currentTime ?? 0,
    duration: audio?.duration ?? 0,
  }
}
