/**
 * What every browser test uses instead of Playwright's own `test`: pages of the run's server, and a watch over each
 * page. A console error or warning, an uncaught exception, a failed request or an answer of 500 and above fails the test
 * that caused it, unless the test said `allow(/…/)`.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import { test as base, expect, type BrowserContext, type Page } from '@playwright/test'
import type Axe from 'axe-core'

import { measureLooksOnce } from './measure-looks-once.ts'

const require = createRequire(import.meta.url)
/** The axe of the package that is among ours, in the form that is read in half the time. */
const axeSource = readFileSync(
  createRequire(require.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
)

interface Fixtures {
  /** Lets problems whose text matches pass; the texts are those that `watchContext` makes. */
  allow: (pattern: RegExp) => void
  /** What went wrong so far on the pages of this test, one line each. */
  problems: string[]
}

/** What was chosen on this device before the visit: works are shown where they were asked for, and nowhere else. */
export async function keepSettings(target: BrowserContext | Page, values: Record<string, unknown>): Promise<void> {
  await target.addInitScript(
    ([chosen, quiet]) => {
      if (!location.protocol.startsWith('http')) return
      const kept = localStorage.getItem('settings')
      // Whatever has been chosen since then stays.
      if (kept !== null && kept !== JSON.stringify({ version: 1, values: quiet })) return
      localStorage.setItem('settings', JSON.stringify({ version: 1, values: { ...quiet, ...chosen } }))
    },
    [values, withoutShelves] as const,
  )
}

/** Has pages load only what is used: all other screens take a hundred requests, and what plays next some megabytes. */
export async function saveData(context: BrowserContext): Promise<void> {
  await context.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } }),
  )
}

/** Turns endless animations off, which are costly without a graphics card and change no layout. */
async function drawLess(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`
      *, ::before, ::after { animation-iteration-count: 1 !important }
    `)
    document.adoptedStyleSheets.push(sheet)
  })
}

/** What Playwright itself says where the configuration forbids service workers. */
const BLOCKED_WORKER = 'Service Worker registration blocked by Playwright'

/** Writes each problem of the context's pages, present and future, popups included, to `problems`. */
export function watchContext(context: BrowserContext, problems: string[]): void {
  context.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    if (message.text() === BLOCKED_WORKER) return
    const { url, lineNumber } = message.location()
    problems.push(`console ${message.type()}: ${message.text()} (${url}:${lineNumber})`)
  })
  // Hydration mismatches of a production build arrive here, not on the console.
  context.on('weberror', (webError) => {
    const error = webError.error()
    problems.push(`page error: ${error.stack ?? error.message}`)
  })
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? 'unknown reason'
    // Leaving a page, seeking and replacing a source all abort requests: that is how they work.
    if (reason === 'net::ERR_ABORTED') return
    problems.push(`request failed: ${request.method()} ${request.url()} ${reason}`)
  })
  context.on('response', (response) => {
    if (response.status() < 500) return
    problems.push(`HTTP ${response.status()}: ${response.request().method()} ${response.url()}`)
  })
}

/** The rows of works beside what was asked for, which move and come later, all off. */
const withoutShelves = {
  showPopularAtHome: false,
  showRecommendAtHome: false,
  showRecentAtHome: false,
  showSimilarWorksAtWorkDetail: false,
}

type Startable = { stop: () => Promise<void> }

interface WorkerFixtures {
  /**
   * Starts what tests share, such as a server with its own settings: once per worker and `start` function. A worker
   * fixture per file would cost a worker and a browser each, since tests with different worker fixtures share neither.
   */
  startOnce: <T extends Startable>(start: () => Promise<T>) => Promise<T>
}

type Options = {
  /** Tests that are about the rows of popular, recommended and similar works want to see them. */
  hasShelves: boolean
  /** Tests that are about what is loaded in advance do not save data. */
  savesData: boolean
}

export const test = base.extend<Fixtures & Options & { allowedProblems: RegExp[] }, WorkerFixtures>({
  startOnce: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const started = new Map<() => Promise<Startable>, Startable>()
      await use(async <T extends Startable>(start: () => Promise<T>) => {
        const running = started.get(start) ?? (await start())
        started.set(start, running)
        return running as T
      })
      for (const running of started.values()) await running.stop()
    },
    { scope: 'worker' },
  ],
  hasShelves: [false, { option: true }],
  savesData: [true, { option: true }],
  // Playwright reads a fixture's needs from its first parameter, which must be a pattern even when it is empty.
  // oxlint-disable-next-line no-empty-pattern
  baseURL: async ({}, use) => {
    const url = process.env.OTODANA_E2E_URL
    if (!url) throw new Error('no server: global-setup.ts did not run')
    await use(url)
  },
  // oxlint-disable-next-line no-empty-pattern
  problems: async ({}, use) => use([]),
  // oxlint-disable-next-line no-empty-pattern
  allowedProblems: async ({}, use) => use([]),
  allow: async ({ allowedProblems }, use) => use((pattern) => void allowedProblems.push(pattern)),
  context: async ({ context, problems, allowedProblems, hasShelves, savesData }, use) => {
    watchContext(context, problems)
    if (!hasShelves) await keepSettings(context, {})
    if (savesData) await saveData(context)
    await drawLess(context)
    await use(context)
    const unexpected = problems.filter((problem) => !allowedProblems.some((pattern) => pattern.test(problem)))
    expect(unexpected, 'problems on the pages of this test').toEqual([])
  },
})

/**
 * Expects that axe finds nothing on the page, in both colour schemes: in the second one only rules about colours run. While a modal
 * dialog is open only the dialog is checked: the page behind it is inert, and has its own tests. Waits for animations to end first:
 * half-faded text has too little contrast.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolations(page)
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  await page.emulateMedia({ colorScheme: isDark ? 'light' : 'dark' })
  await expectNoViolations(page, ['color-contrast', 'link-in-text-block'])
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' })
}

/** The same, also in a window of a phone's size: for tests that are otherwise the same on any screen. */
export async function expectAccessibleOnAnyScreen(page: Page): Promise<void> {
  await expectAccessible(page)
  const size = page.viewportSize()!
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  await page.setViewportSize(size)
}

async function expectNoViolations(page: Page, rules?: string[]): Promise<void> {
  // Once a document: to read axe takes as long as to run it.
  for (const frame of page.frames()) {
    if (await frame.evaluate(() => 'axe' in window)) continue
    await frame.evaluate(axeSource)
    await frame.evaluate(measureLooksOnce)
  }
  const found = await page.evaluate(async (values) => {
    const { axe } = window as unknown as { axe: typeof Axe }
    const listMoving = () =>
      document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
    // Not their `finished` promises: some never settle in Chromium, as of a button that is off the screen.
    while (listMoving().length > 0) await new Promise(requestAnimationFrame)
    const isModal = document.querySelector('dialog:modal') !== null
    const inFront = document.querySelectorAll<HTMLElement>('dialog:modal, :popover-open')
    const { violations } = await axe.run(isModal ? { include: [...inFront] } : document, {
      resultTypes: ['violations'],
      // Style sheets, which only rules about a turned screen read.
      preload: false,
      // Not among axe's own choice; of 24 px, or with as much room around them.
      rules: { 'target-size': { enabled: true } },
      ...(values && { runOnly: { type: 'rule', values } }),
    })
    // A target that is under a fixed bar is smaller only until it is scrolled.
    const isUnderBar = (selector: string) => {
      const target = document.querySelector(selector)!
      const box = target.getBoundingClientRect()
      return [...document.querySelectorAll('body *')].some((bar) => {
        if (!/fixed|sticky/.test(getComputedStyle(bar).position) || bar.contains(target)) return false
        const { top, right, bottom, left } = bar.getBoundingClientRect()
        return left < box.right && box.left < right && top < box.bottom && box.top < bottom
      })
    }
    return violations
      .map(({ id, help, nodes }) => ({
        id,
        help,
        where: nodes
          .filter(({ target }) => id !== 'target-size' || !isUnderBar(String(target[0])))
          .map(({ target, any }) => [target.join(' '), ...any.map(({ message }) => message)].join(': ')),
      }))
      .filter(({ where }) => where.length > 0)
  }, rules)
  expect(found, 'accessibility violations').toEqual([])
}

export { expect }
export type { Page }
