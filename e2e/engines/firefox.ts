import { launch, type ConsoleMessage, type Page } from 'puppeteer-core'

import { findFirefox } from '../../scripts/ensure-test-tools.ts'
import { viewport, type Engine, type Tab } from './tab.ts'

/**
 * Starts Firefox, driven by WebDriver BiDi.
 *
 * @param env  with the sound server in it: without one, Firefox ends a track with an error
 */
export async function startFirefox(env: Record<string, string>): Promise<Engine> {
  const executablePath = findFirefox()
  if (executablePath === undefined) throw new Error('Firefox is not installed')
  const browser = await launch({ browser: 'firefox', executablePath, env: { ...process.env, ...env } })
  return {
    openTab: async () => {
      const context = await browser.createBrowserContext()
      const page = await context.newPage()
      await page.setViewport(viewport)
      return createTab(page, () => context.close())
    },
    close: () => browser.close(),
  }
}

/** The visit waits for the rest; the time limit is the test's. */
const loaded = { waitUntil: 'domcontentloaded', timeout: 0 } as const

/** The text of an error is not in that of its message. */
async function textOf(message: ConsoleMessage): Promise<string> {
  try {
    const texts = message
      .args()
      .map((arg) => arg.evaluate((value) => (value instanceof Error ? value.stack : String(value))))
    return `console: ${(await Promise.all(texts)).join(' ')}`
  } catch {
    // Its document is gone.
    return `console: ${message.text()} (${message.location().url})`
  }
}

function createTab(page: Page, close: () => Promise<void>): Tab {
  const messages: ConsoleMessage[] = []
  const pageErrors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warn') messages.push(message)
  })
  page.on('pageerror', (error) => pageErrors.push(`page error: ${String(error)}`))
  return {
    listProblems: async () => [...pageErrors, ...(await Promise.all(messages.map(textOf)))],
    goto: async (url) => void (await page.goto(url, loaded)),
    reload: async () => void (await page.reload(loaded)),
    // Handles, which its type allows for, are not used.
    run: (script, ...args) => page.evaluate(script as never, ...args),
    runSource: async (source) => void (await page.evaluate(source)),
    clickAt: ({ x, y }) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    screenshot: async () => Buffer.from(await page.screenshot()),
    close,
  }
}
