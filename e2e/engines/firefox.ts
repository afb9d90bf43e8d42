import { launch, type Page } from 'puppeteer-core'

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

function createTab(page: Page, close: () => Promise<void>): Tab {
  const problems: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warn') problems.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) =>
    problems.push(`page error: ${error instanceof Error ? error.message : String(error)}`),
  )
  return {
    listProblems: async () => problems,
    goto: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
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
