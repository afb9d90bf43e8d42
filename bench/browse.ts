import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type Browser, chromium, type Page } from '@playwright/test'

import { hydrated } from '../e2e/hydrated.ts'
import { ensureWebBuilt } from '../scripts/build-web.ts'
import { findChromium } from '../scripts/ensure-test-tools.ts'
import { type Figure, figure, median } from './figure.ts'
import { fillDatabase } from './lib/fill-database.ts'
import { countFrames, type Frames, recordScreen, tallestBlank } from './lib/frames.ts'
import { generateCatalogue, type GeneratedCatalogue } from './lib/generated-works.ts'
import { startOurs } from './lib/server-process.ts'

const WORKS = 100_000
const NAMES = 20_000
const VIEWPORT = { width: 1280, height: 800 }
/** Faster than sustained typing. */
const KEY_MS = 60
/** A freely spinning wheel: about 6,000 px per second. */
const WHEEL_STEPS = 150
const WHEEL_PX = 120
const WHEEL_MS = 16
/** Below the app bar and the page's header, once scrolled. */
const LIST_FROM = 0.2
/** Lines of the list are about half as far apart. */
const BLANK_PX = 90
const SEARCHES = 5

/**
 * Measures the screens with 100,000 works, 20,000 circles and 5,000 voice actors in a real browser: the frame rate
 * while typing and scrolling, empty areas while scrolling, and the time until search results are shown.
 */
export async function run(): Promise<Figure> {
  const executablePath = await findChromium()
  if (executablePath === undefined) throw new Error('no Chromium was found; npm test installs one')
  await ensureWebBuilt()
  const dir = mkdtempSync(join(tmpdir(), 'otodana-bench-browse-'))
  try {
    const catalogue = generateCatalogue(WORKS)
    const dataDir = join(dir, 'data')
    mkdirSync(dataDir)
    await fillDatabase({ kind: 'sqlite', path: join(dataDir, 'otodana.db') }, catalogue, join(dir, 'generated'))
    const server = await startOurs({ DATA_DIR: dataDir, LIBRARY_DIRS: join(dir, 'generated'), SETUP: 'off' })
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
    try {
      return await measure(browser, server.url, catalogue)
    } finally {
      await browser.close()
      await server.stop()
    }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

async function measure(browser: Browser, url: string, catalogue: GeneratedCatalogue): Promise<Figure> {
  const context = await browser.newContext({ baseURL: url, viewport: VIEWPORT, locale: 'ja' })
  const page = await context.newPage()
  const box = await measureSearchBox(page, catalogue)
  const enter = await measureEnter(page, catalogue)
  const names = await measureNames(page, catalogue)
  await context.close()
  const fps = (name: string, { slowestSecond }: Frames) =>
    ({ name, value: slowestSecond, unit: 'frames in the slowest second', goal: 50, better: 'more' }) as const
  return figure(`browse (${WORKS.toLocaleString('en')} works, ${NAMES.toLocaleString('en')} circles)`, [
    fps('typing in the search box', box),
    fps("typing in the circles' filter", names.typing),
    { name: 'blank while scrolling', value: names.blank, unit: 'frames', goal: 0, better: 'less' },
    { name: 'Enter to the list', value: enter, unit: 'ms', goal: 200, better: 'less' },
  ])
}

async function measureSearchBox(page: Page, { circles, voiceActors }: GeneratedCatalogue): Promise<Frames> {
  await page.goto('/works')
  await hydrated(page)
  tell('nothing but waiting', await countFrames(page, () => page.waitForTimeout(2_000)))
  const box = page.getByRole('search').first().locator('input[name="keyword"]')
  await box.click()
  await untilTaken(page)
  // Opens the suggestions, so that the names are loaded before measuring.
  await page.keyboard.type('$circle:', { delay: KEY_MS })
  await page.getByRole('option').first().waitFor()
  const latin = circles.filter(({ name }) => /^[A-Za-z]/.test(name))
  const words = [latin[3]!.name, voiceActors[7]!.name, circles[40]!.name, 'rain', voiceActors[2_000]!.name]
  let keys = 0
  const frames = await countFrames(page, async () => {
    for (const word of words) keys += await typeAndDelete(page, word)
    for (const prefix of ['$va:', '$tag:', '$-circle:', '']) {
      await box.fill('')
      keys += await typeAndDelete(page, `${prefix}${circles[11]!.name}`)
    }
  })
  tell('typing in the search box', frames, keys)
  return frames
}

/** @returns the number of key presses */
async function typeAndDelete(page: Page, text: string): Promise<number> {
  await page.keyboard.type(text, { delay: KEY_MS })
  for (let count = 0; count < text.length; count += 1) await page.keyboard.press('Backspace', { delay: KEY_MS / 2 })
  return text.length * 2
}

/** @returns the median time from pressing Enter to the frame that shows the result, in milliseconds */
async function measureEnter(page: Page, { works }: GeneratedCatalogue): Promise<number> {
  const times: number[] = []
  const words = works.flatMap(({ title }) => /^[ぁ-んァ-ヶ一-鿿]{3}/.exec(title)?.[0] ?? [])
  for (let index = 0; times.length < SEARCHES; index += 1) {
    const keyword = words[index * 1_000]!
    await page.goto(`/works?keyword=${encodeURIComponent(keyword)}`)
    const expected = await firstWork(page)
    await page.goto('/works')
    await hydrated(page)
    // If the newest work matches the word, the first row would not change.
    if ((await firstWork(page)) === expected) continue
    const box = page.getByRole('search').first().locator('input[name="keyword"]')
    await box.click()
    await untilTaken(page)
    await page.keyboard.type(keyword, { delay: KEY_MS })
    const typed = await box.inputValue()
    if (typed !== keyword) throw new Error(`${keyword} was typed, and the search box holds ${typed}`)
    const watch = await watchForFirst(page, expected)
    await page.keyboard.press('Enter')
    times.push(await watch.evaluate(({ shown }) => shown))
  }
  console.log(`Enter to the list: ${times.map((time) => time.toFixed(0)).join(', ')} ms`)
  return median(times)
}

/** Waits for Enter, and then for the frame in which the list starts with this work; a key may overtake a request. */
function watchForFirst(page: Page, first: string | null) {
  return page.evaluateHandle((href) => {
    async function untilShown(): Promise<number> {
      const { promise, resolve } = Promise.withResolvers<number>()
      addEventListener('keydown', ({ key, timeStamp }) => key === 'Enter' && resolve(timeStamp), { capture: true })
      const pressedAt = await promise
      const deadline = pressedAt + 60_000
      for (;;) {
        const now = await new Promise<number>((next) => requestAnimationFrame(next))
        if (document.querySelector('main a[href^="/work/"]')?.getAttribute('href') === href) return now - pressedAt
        if (now > deadline) throw new Error(`a minute after Enter, the list does not start with ${href}`)
      }
    }
    return { shown: untilShown() }
  }, first)
}

/** Waits until the lazily loaded suggestions have taken over the search box. */
async function untilTaken(page: Page): Promise<void> {
  await page.locator('input[name="keyword"][role="combobox"]').waitFor()
}

async function firstWork(page: Page): Promise<string | null> {
  return page.locator('main a[href^="/work/"]').first().getAttribute('href')
}

async function measureNames(page: Page, { circles }: GeneratedCatalogue): Promise<{ typing: Frames; blank: number }> {
  await page.goto('/circles')
  await hydrated(page)
  const list = page
    .getByRole('main')
    .getByRole('list')
    .filter({ has: page.locator('li[aria-setsize]') })
  await page.locator(`li[aria-setsize="${NAMES}"]`).first().waitFor()
  await page.locator('ul[aria-busy="false"]').waitFor()
  await page.mouse.move(VIEWPORT.width / 2, VIEWPORT.height / 2)
  const spin = async (steps: number, px: number) => {
    for (let step = 0; step < steps; step += 1) {
      await page.mouse.wheel(0, px)
      await page.waitForTimeout(WHEEL_MS)
    }
  }
  const scroll = async () => {
    await spin(WHEEL_STEPS, WHEEL_PX)
    for (let step = 0; step < 20; step += 1) await page.keyboard.press('PageDown', { delay: KEY_MS })
    await spin(WHEEL_STEPS, -WHEEL_PX)
  }
  const scrolling = await countFrames(page, scroll)
  tell('scrolling through the circles', scrolling)

  const watch = await list.evaluateHandle((rows) => {
    const found = { frames: 0, blank: 0 }
    let request = requestAnimationFrame(function look() {
      found.frames += 1
      const items = [...rows.querySelectorAll('li[aria-setsize]')].map((item) => item.getBoundingClientRect())
      const area = rows.getBoundingClientRect()
      const top = Math.max(0, area.top)
      const bottom = Math.min(innerHeight, area.bottom)
      const first = Math.min(...items.map((item) => item.top))
      const last = Math.max(...items.map((item) => item.bottom))
      // The gap between two lines is not empty space.
      if (items.length === 0 || first > top + 16 || last < bottom - 16) found.blank += 1
      request = requestAnimationFrame(look)
    })
    return { found, stop: () => cancelAnimationFrame(request) }
  })
  await page.evaluate(() => scrollTo(0, 0))
  await scroll()
  const seen = await watch.evaluate(({ found, stop }) => {
    stop()
    return found
  })
  await page.evaluate(() => scrollTo(0, 400))
  const pictures = await recordScreen(page, scroll)
  const heights = await Promise.all(pictures.map((picture) => tallestBlank(picture, LIST_FROM)))
  const blankPictures = heights.filter((height) => height > BLANK_PX).length
  console.log(
    `scrolling: ${seen.blank} of ${seen.frames} frames without rows in the document, ` +
      `${blankPictures} of ${pictures.length} pictures with an empty place (tallest ${Math.max(...heights)} px)`,
  )
  if (pictures.length < 30) throw new Error(`the browser gave only ${pictures.length} pictures`)

  await page.evaluate(() => scrollTo(0, 0))
  const filter = page.getByRole('main').locator('input[name="q"]')
  await filter.click()
  let keys = 0
  const typing = await countFrames(page, async () => {
    for (const word of [circles[3]!.name, 'Sound', circles[4_000]!.name, 'の']) keys += await typeAndDelete(page, word)
  })
  tell("typing in the circles' filter", typing, keys)
  return { typing, blank: seen.blank + blankPictures }
}

function tell(name: string, { slowestSecond, longestGapMs, mainThreadMs, longestTaskMs }: Frames, keys?: number): void {
  const computing = keys === undefined ? '' : `, ${(mainThreadMs / keys).toFixed(1)} ms of main thread per key`
  console.log(
    `${name}: ${slowestSecond} frames in the slowest second, longest gap ${longestGapMs.toFixed(0)} ms` +
      `${computing}, ${longestTaskMs.toFixed(0)} ms in the longest task`,
  )
}
