import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'

import { type Browser, chromium, devices } from '@playwright/test'

import { hydrated } from '../e2e/hydrated.ts'
import { findChromium } from '../scripts/ensure-test-tools.ts'
import { freePort } from '../scripts/lib/free-port.ts'
import { type Figure, figure } from './figure.ts'

const ROOT = resolve(import.meta.dirname, '..')
const TIMEOUT_MS = 300_000

/**
 * Measures one stranger's way: `npm start` in a fresh clone of the last commit, the setup with an account and nothing
 * else, and a demo work that plays. npm's cache is used as it is; the browser is open before.
 */
export async function run(): Promise<Figure> {
  const folder = mkdtempSync(join(tmpdir(), 'otodana-bench-first-sound-'))
  const executablePath = await findChromium()
  if (executablePath === undefined) throw new Error('no Chromium was found; npm test installs one')
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    const clone = join(folder, 'otodana')
    execFileSync('git', ['clone', '--quiet', ROOT, clone])
    const port = String(await freePort())
    const startedAt = performance.now()
    const secondsSince = () => (performance.now() - startedAt) / 1_000
    const child = spawn('npm', ['start'], {
      cwd: clone,
      // In its own process group, so that the signal reaches the processes that npm started.
      detached: true,
      env: { ...ownEnvironment(), PORT: port, DATA_DIR: join(folder, 'data') },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const exit = once(child, 'exit')
    try {
      const link = await setupLink(child.stdout)
      console.log(`listens after ${secondsSince().toFixed(1)} s`)
      await playFromSetup(browser, link)
      const value = secondsSince()
      return figure('first-sound', [
        { name: 'fresh clone to first sound', value, unit: 's', goal: 60, better: 'less', digits: 1 },
      ])
    } finally {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
      await exit
    }
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Returns the environment without what `npm run` adds: with its cache and prefix, `npm start` is not a stranger's. */
function ownEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')))
}

/** Returns the link with the setup code, which the server prints once it listens. */
async function setupLink(output: NodeJS.ReadableStream): Promise<string> {
  // What follows is read too: a full pipe would stop the server.
  const lines = createInterface({ input: output })
  return new Promise((resolvePromise, reject) => {
    lines.on('line', (line) => {
      const [link] = /http\S+\/setup#code=\S+/.exec(line) ?? []
      if (link !== undefined) resolvePromise(link)
    })
    lines.once('close', () => reject(new Error('npm start ended before it listened')))
  })
}

/** Creates the account, leaves everything else for later, and plays the first work. Resolves when it sounds. */
async function playFromSetup(browser: Browser, link: string): Promise<void> {
  // Headless browsers count as crawlers by their own names.
  const context = await browser.newContext({ ...devices['Desktop Chrome'], locale: 'en-US' })
  context.setDefaultTimeout(TIMEOUT_MS)
  const page = await context.newPage()
  await page.goto(link)
  await hydrated(page)
  await page.getByLabel('Name').fill('the-owner')
  await page.getByLabel('Password', { exact: true }).fill('x9-unguessable')
  await page.getByLabel('Repeat the password').fill('x9-unguessable')
  for (const name of ['Create account', 'Later', 'Not now', 'Continue']) {
    await page.getByRole('button', { name, exact: true }).click()
  }
  // By the title: the middle of a cover is its play button.
  await page.getByRole('article').first().getByRole('heading').click()
  await page.waitForURL('**/work/**')
  await page.evaluate(() => {
    document.addEventListener(
      'timeupdate',
      ({ target }) => {
        if ((target as HTMLMediaElement).currentTime > 0) document.documentElement.dataset.sounds = ''
      },
      true,
    )
  })
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).first().click()
  await page.waitForSelector('html[data-sounds]')
}
