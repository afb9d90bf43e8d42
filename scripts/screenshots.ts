/**
 * Makes the pictures of the README in `docs/images` from a real server with the demo library: `node scripts/screenshots.ts`.
 * `--all DIR` pictures every screen and dialog there on a laptop and a phone, dark and light, in three languages, and puts each
 * screen's twelve pictures on one sheet for review; `--only work,queue` takes some of them, and `--quick` four of each twelve, in
 * which every size, scheme and language occurs.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

import { type Browser, chromium } from '@playwright/test'

import { startServer } from '../e2e/start-server.ts'
import { ensureWebBuilt } from './build-web.ts'
import { findChromium } from './ensure-test-tools.ts'
import { inhabit } from './pictures/inhabit.ts'
import { playing, playingInLibrary, screens } from './pictures/screens.ts'
import { makeSheet } from './pictures/sheet.ts'
import { type Scheme, type Shot, type Size, sizes, take } from './pictures/take.ts'

const images = fileURLToPath(new URL('../docs/images', import.meta.url))
const locales = ['ja', 'zh-CN', 'en']
const schemes: readonly Scheme[] = ['dark', 'light']

const { values } = parseArgs({
  options: { all: { type: 'string' }, only: { type: 'string' }, quick: { type: 'boolean' } },
})

async function picturesOfReadme(browser: Browser, url: string): Promise<void> {
  mkdirSync(images, { recursive: true })
  const work = '/work/RJ01000001'
  const shots: [name: string, shot: Omit<Shot, 'file'>][] = [
    ['library', { screen: { path: work, prepare: playingInLibrary }, size: 'laptop', scheme: 'dark', locale: 'ja' }],
    ['work', { screen: { path: '/work/RJ01000033', prepare: playing }, size: 'laptop', scheme: 'light', locale: 'en' }],
    ['phone', { screen: { path: work, prepare: playing }, size: 'phone', scheme: 'dark', locale: 'ja' }],
  ]
  for (const [name, shot] of shots) await take(browser, url, { ...shot, file: join(images, `${name}.png`) })
}

/** Returns rows by size and scheme. */
function shotsOf(name: string, folder: string): Shot[][] {
  const screen = screens[name]
  if (!screen) throw new Error(`there is no screen ${name}; there are ${Object.keys(screens).join(', ')}`)
  const shot = (size: Size, scheme: Scheme, locale: string): Shot => {
    return { screen, size, scheme, locale, file: join(folder, `${name}-${size}-${scheme}-${locale}.png`) }
  }
  if (values.quick) {
    return [
      [shot('laptop', 'dark', 'ja'), shot('phone', 'dark', 'zh-CN')],
      [shot('laptop', 'light', 'en'), shot('phone', 'light', 'ja')],
    ]
  }
  return schemes.map((scheme) =>
    (Object.keys(sizes) as Size[]).flatMap((size) => locales.map((locale) => shot(size, scheme, locale))),
  )
}

async function picturesOfAll(browser: Browser, url: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const tokens = await inhabit(url)
  const failed: string[] = []
  for (const name of values.only?.split(',') ?? Object.keys(screens)) {
    const rows = shotsOf(name, folder)
    try {
      for (const shot of rows.flat()) await take(browser, url, shot, tokens)
      await makeSheet(
        rows.map((shots) => shots.map(({ file }) => file)),
        join(folder, `${name}.png`),
      )
      console.log(join(folder, `${name}.png`))
    } catch (error) {
      // Continue with the other screens.
      failed.push(name)
      console.error(`${name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  if (failed.length > 0) throw new Error(`no pictures of ${failed.join(', ')}`)
}

await ensureWebBuilt()
const executablePath = await findChromium()
if (executablePath === undefined) throw new Error('no Chromium was found; npm test installs one')
const server = await startServer({
  env: {
    RECOMMENDER_REFRESH_SECONDS: '300',
    ABOUT_CONTACT: 'keeper@shelf.example',
    ABOUT_BUG_BOUNTY: '2000',
    MIRRORS: 'https://two.shelf.example https://three.shelf.example',
  },
})
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-quic'] })
try {
  if (values.all === undefined) await picturesOfReadme(browser, server.url)
  else await picturesOfAll(browser, server.url, values.all)
} finally {
  await browser.close()
  await server.stop()
}
