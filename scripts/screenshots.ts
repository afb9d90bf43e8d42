/**
 * Makes the pictures of the README in `docs/images` from a real server with the demo library: `node scripts/screenshots.ts`.
 * With `--all DIR` every screen is pictured there on a laptop and a phone, dark and light, in three languages, to be
 * looked at.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

import { type Browser, chromium, devices, type Page } from '@playwright/test'

import { hydrated } from '../e2e/hydrated.ts'
import { startServer } from '../e2e/start-server.ts'
import { ensureWebBuilt } from './build-web.ts'
import { findChromium } from './ensure-test-tools.ts'

const images = fileURLToPath(new URL('../docs/images', import.meta.url))

const sizes = {
  laptop: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } },
  phone: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 },
}
type Size = keyof typeof sizes
type Scheme = 'dark' | 'light'

interface Shot {
  path: string
  size: Size
  scheme: Scheme
  locale: string
  file: string
  /** What is done on the page before the picture is taken. */
  prepare?: (page: Page) => Promise<void>
}

/** Whatever the language: the first play button of a work's page, and what the player's bar says of itself. */
async function playing(page: Page): Promise<void> {
  await hydrated(page)
  await page.locator('main button[data-early-tap]').first().click()
  await page.locator('html[data-player=on]').waitFor()
  await page.waitForFunction(() => (document.querySelector('audio')?.currentTime ?? 0) > 2)
}

/** The library, while a work that was found in it plays. */
async function playingInLibrary(page: Page): Promise<void> {
  await playing(page)
  await page.locator('header a[href="/works"]').last().click()
  await page.locator('article').nth(19).waitFor()
}

/** The queue, beside what plays; on a phone its button waits with the other, less urgent ones. */
async function queueOpen(page: Page): Promise<void> {
  await playing(page)
  const more = page.locator('[aria-controls=player-more]')
  if (await more.isVisible()) await more.click()
  await page.locator('section button[aria-expanded]:not([aria-controls])').last().click()
  await page.locator('dialog[open] ol').waitFor()
}

async function menuOpen(page: Page): Promise<void> {
  await hydrated(page)
  await page.locator('header button').first().click()
  await page.locator('dialog[open]').waitFor()
}

/** The innermost folder on the first way down. */
async function folderOpen(page: Page): Promise<void> {
  await playing(page)
  const folders = page.locator('#work-tree li > a:only-child[href^="?path"]')
  while ((await folders.count()) > 0) {
    const address = page.url()
    await folders.first().click()
    await page.waitForURL((url) => url.href !== address)
  }
  await page.locator('#work-tree').scrollIntoViewIfNeeded()
}

async function take(browser: Browser, baseURL: string, shot: Shot): Promise<void> {
  const context = await browser.newContext({
    ...sizes[shot.size],
    baseURL,
    colorScheme: shot.scheme,
    locale: shot.locale,
    timezoneId: 'Asia/Tokyo',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await page.goto(shot.path, { waitUntil: 'networkidle' })
  await shot.prepare?.(page)
  // A pointer left where it last clicked would show what is beneath it as hovered.
  await page.mouse.move(0, 0)
  await page.waitForFunction(() =>
    [...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight),
  )
  await page.screenshot({ path: shot.file })
  await context.close()
  console.log(shot.file)
}

const { values } = parseArgs({ options: { all: { type: 'string' } } })
await ensureWebBuilt()
const executablePath = await findChromium()
if (executablePath === undefined) throw new Error('no Chromium was found; npm test installs one')
const server = await startServer()
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-quic'] })
try {
  const work = '/work/RJ01000001'
  const blossoms = '/work/RJ01000033'
  const shots: Shot[] = []
  if (values.all === undefined) {
    mkdirSync(images, { recursive: true })
    const at = (name: string) => join(images, `${name}.png`)
    shots.push(
      { path: work, size: 'laptop', scheme: 'dark', locale: 'ja', file: at('library'), prepare: playingInLibrary },
      { path: blossoms, size: 'laptop', scheme: 'light', locale: 'en', file: at('work'), prepare: playing },
      { path: work, size: 'phone', scheme: 'dark', locale: 'ja', file: at('phone'), prepare: playing },
    )
  } else {
    const folder = values.all
    mkdirSync(folder, { recursive: true })
    const screens: Record<string, Pick<Shot, 'path' | 'prepare'>> = {
      works: { path: '/works' },
      compact: { path: '/works?displayMode=compact' },
      list: { path: '/works?displayMode=list&page=2' },
      search: { path: '/works?keyword=%24-age%3Aadult%24&sortOption=random' },
      empty: { path: '/works?keyword=zzzz' },
      menu: { path: '/works', prepare: menuOpen },
      work: { path: work, prepare: playing },
      folder: { path: work, prepare: folderOpen },
      queue: { path: work, prepare: queueOpen },
      missing: { path: '/nowhere' },
    }
    for (const size of Object.keys(sizes) as Size[])
      for (const scheme of ['dark', 'light'] as const)
        for (const locale of ['ja', 'zh-CN', 'en'])
          for (const [name, screen] of Object.entries(screens)) {
            const file = join(folder, `${name}-${size}-${scheme}-${locale}.png`)
            shots.push({ ...screen, size, scheme, locale, file })
          }
  }
  for (const shot of shots) await take(browser, server.url, shot)
} finally {
  await browser.close()
  await server.stop()
}
