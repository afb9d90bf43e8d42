import { spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'

import { Builder, Capabilities, Key, Origin, type WebDriver } from 'selenium-webdriver'

import { freePort } from '../../scripts/lib/free-port.ts'
import { hasEnded } from './desktop.ts'
import { viewport, type Engine, type Tab } from './tab.ts'

declare global {
  interface Window {
    /** What went wrong in this document, from `watch` on. */
    problems?: string[]
  }
}

interface Driver {
  url: string
  stop(): Promise<void>
}

/**
 * Starts WebKitGTK's driver. It has one session at a time, and each session is a MiniBrowser without a past.
 *
 * @param env  with the display and the sound server in it
 */
export async function startWebKit(env: Record<string, string>): Promise<Engine> {
  const driver = await startDriver(env)
  const capabilities = new Capabilities({ browserName: 'MiniBrowser' })
  return {
    openTab: async () => {
      const session = await new Builder().usingServer(driver.url).withCapabilities(capabilities).build()
      await resize(session)
      return createTab(session)
    },
    close: () => driver.stop(),
  }
}

async function startDriver(env: Record<string, string>): Promise<Driver> {
  const port = await freePort()
  const child = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    // Its language is that of the texts that the journeys look for.
    env: { ...process.env, LANG: 'en_US.UTF-8', ...env },
    // A group of its own: the driver does not end its browser when it is ended.
    detached: true,
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const killGroup = () => {
    if (child.pid !== undefined && !hasEnded(child)) process.kill(-child.pid, 'SIGKILL')
  }
  process.once('exit', killGroup)
  const url = `http://127.0.0.1:${port}`
  while (!(await isReady(url))) {
    if (hasEnded(child)) throw new Error(`WebKitWebDriver ended with ${child.exitCode ?? child.signalCode}`)
    await delay(20)
  }
  return {
    url,
    async stop() {
      killGroup()
      await ended
      process.off('exit', killGroup)
    },
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/status`)).ok
  } catch {
    // Not listening yet.
    return false
  }
}

/** The window is larger than its page by what is around it. */
async function resize(session: WebDriver): Promise<void> {
  const window = session.manage().window()
  await window.setRect({ x: 0, y: 0, ...viewport })
  const inner = await session.executeScript<[number, number]>('return [innerWidth, innerHeight]')
  await window.setRect({ width: 2 * viewport.width - inner[0], height: 2 * viewport.height - inner[1] })
}

/** WebKitGTK's driver reports no console, so a document is watched from its `load` event on. */
function watch(): void {
  const problems: string[] = []
  window.problems = problems
  const write = (...texts: unknown[]) => problems.push(texts.map(String).join(' '))
  console.error = write
  console.warn = write
  addEventListener('error', ({ message }) => {
    // A notice that the rest is observed in the next frame, which the other browsers do not print either.
    if (!message.startsWith('ResizeObserver loop')) write('page error:', message)
  })
  addEventListener('unhandledrejection', ({ reason }) => write('page error:', reason))
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    write('blocked by the content security policy:', violatedDirective, blockedURI)
  })
}

function createTab(session: WebDriver): Tab {
  const problems: string[] = []
  const takeProblems = async () => {
    const found = await session.executeScript<string[]>(() => window.problems?.splice(0) ?? [])
    problems.push(...found)
  }
  const visit = async (load: () => Promise<void>) => {
    await takeProblems()
    await load()
    await session.executeScript(watch)
  }
  return {
    async listProblems() {
      await takeProblems()
      return problems
    },
    goto: (url) => visit(() => session.get(url)),
    reload: () => visit(() => session.navigate().refresh()),
    run: (script, ...args) => session.executeScript(script, ...args),
    runSource: async (source) => void (await session.executeScript(source)),
    clickAt: async ({ x, y }) =>
      session
        .actions()
        .move({ x: Math.round(x), y: Math.round(y), origin: Origin.VIEWPORT, duration: 0 })
        .click()
        .perform(),
    type: (text) => session.actions().sendKeys(text).perform(),
    press: (key) => session.actions().sendKeys(keys[key]).perform(),
    screenshot: async () => Buffer.from(await session.takeScreenshot(), 'base64'),
    close: () => session.quit(),
  }
}

const keys = { Enter: Key.ENTER, Escape: Key.ESCAPE }
