/**
 * What a listener does in a tab, the same in both engines. Elements are found as a screen reader finds them, by role and
 * accessible name, and clicked once they rest where the mouse would hit them.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import { expect } from '@playwright/test'

import { isHydrated } from '../hydrated.ts'
import type { Point, Tab } from './tab.ts'

declare global {
  interface Window {
    axe: AxeCommons
  }
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export interface Target {
  role: string
  /** The whole accessible name, or what it matches. */
  name: string | RegExp
  /** CSS selector of what it is in, by default the page. */
  within?: string
}

interface Sound {
  source: string
  isPaused: boolean
  /** seconds */
  position: number
  /** seconds */
  duration: number
}

/** Often at first: most of what is waited for comes within a frame or two. */
const often = { intervals: [10, 20, 50, 100, 200] }

export type Visit = ReturnType<typeof createVisit>

/** @param origin  `http://host:port` of the server */
export function createVisit(tab: Tab, origin: string) {
  const find = (target: Target) => {
    const { role, name, within = 'body' } = target
    const pattern = typeof name === 'string' ? `^${RegExp.escape(name)}$` : name.source
    return tab.run(findPoint, role, pattern, within)
  }
  const live = async () => {
    await expect.poll(() => tab.run(isHydrated), often).toBe(true)
    await tab.run(playSlowly)
    await tab.runSource(axeSource)
  }
  const sound = () => tab.run(readSound)

  return {
    tab,
    sound,
    /** Loads a page and waits until it is live. Its tracks last four times as long, so that none ends meanwhile. */
    async open(path: string): Promise<void> {
      await tab.goto(origin + path)
      await live()
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
    async expectShown(target: Target): Promise<void> {
      const isShown = async () => (await find(target)) !== null
      await expect.poll(isShown, { ...often, message: `${target.role} “${target.name}”` }).toBe(true)
    },
    /** Waits until a track sounds whose address holds `source`. */
    async expectPlaying(source: string): Promise<void> {
      let before = Infinity
      const isPlaying = async () => {
        const { source: now, isPaused, position } = await sound()
        const isFurther = position > before
        before = position
        return now.includes(source) && !isPaused && isFurther
      }
      await expect.poll(isPlaying, often).toBe(true)
    },
  }
}

/** Returns the middle of the first such element that the mouse would hit there; one beyond the edge is scrolled to. */
function findPoint(role: string, pattern: string, within: string): Point | null {
  const { axe } = window
  const isNamed = new RegExp(pattern)
  axe.setup(document)
  try {
    const elements = [...document.querySelectorAll<HTMLElement>(`:is(${within}) *`)].filter(
      (element) =>
        axe.commons.aria.getRole(element) === role &&
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

function playSlowly(): void {
  const slow = ({ target }: Event) => ((target as HTMLMediaElement).playbackRate = 0.25)
  document.addEventListener('loadedmetadata', slow, true)
}

function readSound(): Sound {
  const audio = document.querySelector('audio')
  return {
    source: audio?.src ?? '',
    isPaused: audio?.paused ?? true,
    position: audio?.currentTime ?? 0,
    duration: audio?.duration ?? 0,
  }
}
