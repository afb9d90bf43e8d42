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

async function playing(page: Page): Promise<void> {
  await page.getByTestId('play-work').click()
  await page.waitForFunction(`(document.querySelector('audio')?.currentTime ?? 0) > 2`)
}

async function take(browser: Browser, baseURL: string, shot: Shot): Promise<void> {
  const context = await browser.newContext({
    ...sizes[shot.size],
    baseURL,
    colorScheme: shot.scheme,
    locale: shot.locale,
    timezoneId: 'Asia/Tokyo',
  })
  const page = await context.newPage()
  await page.goto(shot.path, { waitUntil: 'networkidle' })
  await shot.prepare?.(page)
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
  const shots: Shot[] = []
  if (values.all === undefined) {
    mkdirSync(images, { recursive: true })
    const at = (name: string) => join(images, `${name}.png`)
    shots.push(
      { path: '/works', size: 'laptop', scheme: 'dark', locale: 'ja', file: at('library') },
      { path: work, size: 'laptop', scheme: 'light', locale: 'en', file: at('work'), prepare: playing },
      { path: work, size: 'phone', scheme: 'dark', locale: 'ja', file: at('phone'), prepare: playing },
    )
  } else {
    const folder = values.all
    mkdirSync(folder, { recursive: true })
    const screens: Record<string, string> = {
      works: '/works',
      list: '/works?displayMode=list&page=2',
      empty: '/works?keyword=zzzz',
      work,
      missing: '/nowhere',
    }
    for (const size of Object.keys(sizes) as Size[])
      for (const scheme of ['dark', 'light'] as const)
        for (const locale of ['ja', 'zh-CN', 'en'])
          for (const [name, path] of Object.entries(screens)) {
            const file = join(folder, `${name}-${size}-${scheme}-${locale}.png`)
            shots.push({ path, size, scheme, locale, file, ...(name === 'work' ? { prepare: playing } : {}) })
          }
  }
  for (const shot of shots) await take(browser, server.url, shot)
} finally {
  await browser.close()
  await server.stop()
}
