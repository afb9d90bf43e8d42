import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { chromium, devices, type Page } from '@playwright/test'

import { createPlace } from '../e2e/a-place.ts'
import { findHeadlessChromium } from '../scripts/ensure-test-tools.ts'
import { type Figure, figure, median } from './figure.ts'
import { startPacedProxy } from './lib/paced-proxy.ts'

const WORK = 9_900_002
const TRACKS = 8
/** Of 44 kB each: together a little more than 1 GB. */
const SECONDS = 3_000
const SHELF = 1_000
const RUNS = 3
/** The fastest network of most homes, in bytes per second. */
const GIGABIT = 125_000_000

/**
 * Measures in Chromium on this machine: keeping 1 GB beside downloading the same files, at once and over a fast network, opening a kept work without the
 * server until it sounds, and opening the shelf of a thousand kept works.
 */
export async function run(): Promise<Figure> {
  const { place, remove } = createPlace(
    'RJ09900002 雨の夜',
    Array.from({ length: TRACKS }, (_, index) => ({
      name: `${index + 1} 雨.wav`,
      seconds: SECONDS,
      strength: () => 0.1,
    })),
  )
  const profiles = mkdtempSync(join(tmpdir(), 'otodana-bench-offline-'))
  const browsers: Awaited<ReturnType<typeof openBrowser>>[] = []
  const open = async () => {
    const browser = await openBrowser(join(profiles, String(browsers.length)))
    browsers.push(browser)
    return browser.newPage()
  }
  try {
    await place.start({ CHECK_RESPONSES: 'off' })
    await scanned(place.url())
    const proxy = await startPacedProxy(place.url(), GIGABIT)
    const paced = await open()
    const ratio = await measureKeeping(paced, proxy.url)
    await paced.context().close()
    await proxy.close()
    const page = await open()
    const localRatio = await measureKeeping(page, place.url())
    await place.stop()
    const soundMs: number[] = []
    await page.addInitScript(watchSights)
    for (let index = 0; index < RUNS; index++) soundMs.push(await openToSound(page, place.url()))
    await fillShelf(page)
    const shelfMs: number[] = []
    for (let index = 0; index < RUNS; index++) shelfMs.push(await openShelf(page, place.url()))
    return figure('offline', [
      { name: 'keeping 1 GB', value: localRatio, unit: '× a download', goal: 1.3, better: 'less', digits: 2 },
      { name: 'at 1 Gbit/s', value: ratio, unit: '× a download', goal: 1.3, better: 'less', digits: 2 },
      { name: 'kept work to sound', value: median(soundMs), unit: 'ms', goal: 500, better: 'less' },
      { name: `shelf of ${SHELF.toLocaleString('en')}`, value: median(shelfMs), unit: 'ms', goal: 200, better: 'less' },
    ])
  } finally {
    for (const browser of browsers) await browser.close()
    rmSync(profiles, { recursive: true, force: true, maxRetries: 5 })
    await remove()
  }
}

/** With a profile on the disk, as listeners have: in a private window all that is kept stays in memory. */
async function openBrowser(profile: string) {
  const executablePath = await findHeadlessChromium()
  return chromium.launchPersistentContext(profile, {
    ...(executablePath === undefined ? {} : { executablePath }),
    ...devices['Desktop Chrome'],
    locale: 'en-US',
    // Play is pressed by a script, in the frame that shows it.
    args: ['--no-sandbox', '--disable-gpu', '--autoplay-policy=no-user-gesture-required'],
  })
}

/** Keeps the work, and downloads the same files before. */
async function measureKeeping(page: Page, url: string): Promise<number> {
  await page.goto(`${url}/work/RJ09900002`)
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
  const plainMs = await download(page)
  const keptMs = await keep(page)
  console.log(`plain ${Math.round(plainMs)} ms, kept ${Math.round(keptMs)} ms`)
  return keptMs / plainMs
}

async function scanned(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/api/tracks/${WORK}`)
    const tracks = answer.ok ? ((await answer.json()) as { size: number }[]) : []
    if (tracks.length === TRACKS) return
    await pause(500)
  }
}

/** Reads all files once, two at a time like the keeper, and keeps nothing. */
function download(page: Page): Promise<number> {
  return page.evaluate(async (work) => {
    const tracks = (await (await fetch(`/api/tracks/${work}`)).json()) as { mediaStreamUrl: string }[]
    const startedAt = performance.now()
    const queue = [...tracks]
    const readNext = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const reader = (await fetch(next.mediaStreamUrl, { cache: 'no-store' })).body!.getReader()
        while (!(await reader.read()).done);
      }
    }
    await Promise.all([readNext(), readNext()])
    return performance.now() - startedAt
  }, WORK)
}

async function keep(page: Page): Promise<number> {
  await page
    .getByRole('main')
    .getByRole('button', { name: /on this device/i })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Keep on this device' })
  const original = dialog.getByRole('radio', { name: /^Original/ })
  await original.waitFor()
  if (await original.isEnabled()) await original.check()
  const startedAt = performance.now()
  await dialog.getByRole('button', { name: 'Keep', exact: true }).click()
  await page.locator('main button', { hasText: /^On this device$/ }).waitFor({ state: 'attached', timeout: 600_000 })
  return performance.now() - startedAt
}

/** From a navigation to the page of a kept work, without a server, whose Play is pressed in its first frame, until its first track plays. */
function openToSound(page: Page, url: string): Promise<number> {
  return openUntil(page, `${url}/work/RJ09900002`, 'sound')
}

/** Copies the kept work, without its files, until the shelf is full. */
async function fillShelf(page: Page): Promise<void> {
  await page.evaluate(async (count) => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error ?? new Error('failed'))
      })
    const db = await settled(indexedDB.open('otodana-kept'))
    const transaction = db.transaction(['works', 'sums', 'files'], 'readwrite')
    const [works, sums, files] = ['works', 'sums', 'files'].map((name) => transaction.objectStore(name))
    type Kept = { workId: number; work: { id: number; title: string } }
    const [work] = (await settled(works!.getAll())) as Kept[]
    const [sum] = (await settled(sums!.getAll())) as Kept[]
    const own = (await settled(files!.getAll())) as Kept[]
    for (let workId = 1; workId < count; workId++) {
      works!.put({ ...work, workId, work: { ...work!.work, id: workId, title: `雨の夜 ${workId}` } })
      sums!.put({ ...sum, workId })
      for (const file of own) files!.put({ ...file, workId })
    }
    await new Promise((resolve) => (transaction.oncomplete = resolve))
    db.close()
  }, SHELF)
}

/** From a navigation to the shelf, without a server, until its first cards are painted. */
function openShelf(page: Page, url: string): Promise<number> {
  return openUntil(page, `${url}/kept`, 'cards')
}

type Sights = { cards?: number; sound?: number }

async function openUntil(page: Page, url: string, sight: keyof Sights): Promise<number> {
  await page.goto(url, { waitUntil: 'commit' })
  const found = await page.waitForFunction((wanted) => (globalThis as { seen?: Sights }).seen?.[wanted], sight)
  return (await found.jsonValue())!
}

/** Looks in each frame, within the page: what drives the browser from outside looks up to 100 ms later. */
function watchSights(): void {
  const seen: Sights = {}
  Object.assign(globalThis, { seen })
  /** Where it was when Play was pressed: a place that is restored is no sound. */
  let from: number | undefined
  requestAnimationFrame(function look() {
    if (document.querySelector('main article') !== null) {
      // After the frame that has them.
      setTimeout(() => (seen.cards ??= performance.now()))
    }
    const buttons = document.querySelectorAll<HTMLButtonElement>('main article button:not([aria-disabled])')
    // From the second time on it is to be continued.
    const play = [...buttons].find(({ textContent }) => /^(?:Play|Continue)/.test(textContent.trim()))
    const seconds = () => document.querySelector('audio')?.currentTime ?? 0
    if (play && from === undefined && location.pathname.startsWith('/work/')) {
      from = seconds()
      play.click()
    }
    const audio = document.querySelector('audio')
    if (from !== undefined && audio && !audio.paused && audio.readyState > 2 && seconds() > from) {
      seen.sound ??= performance.now()
    }
    if (seen.sound === undefined) requestAnimationFrame(look)
  })
}
