/** Works kept on this device: kept, played and found without the server. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Worker } from '@playwright/test'

import { createPlace, type Place } from './a-place.ts'
import { expect, expectAccessible, test as base, type Page, expectAccessibleOnAnyScreen } from './fixtures.ts'
import { hydrated } from './hydrated.ts'
import { showListOptions } from './list-options.ts'

const WORK = '/work/RJ09900002'

const test = base.extend<{ place: Place }>({
  // oxlint-disable-next-line no-empty-pattern
  place: async ({}, use) => {
    const tone = (name: string) => ({ name, seconds: 120, strength: () => 0.1 })
    const { place, remove } = createPlace('RJ09900002 雨の夜', [tone('01 雨.wav'), tone('02 窓.wav')])
    await use(place)
    await remove()
  },
})

test.use({ serviceWorkers: 'allow', savesData: false })

const controlled = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', undefined, { timeout: 60_000 })
const sound = (page: Page) =>
  page.locator('audio').evaluate((audio: HTMLAudioElement) => ({
    source: new URL(audio.src).pathname,
    seconds: audio.currentTime,
    duration: audio.duration,
    error: audio.error?.code ?? null,
  }))
/** Registers a member, whose token is used from then on. */
async function become(page: Page, place: Place, name: string): Promise<string> {
  const answer = await page.request.post(`${place.url()}/api/auth/reg`, {
    data: { name, password: 'rain on the roof' },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  const { token } = (await answer.json()) as { token: string }
  await page.evaluate((given) => localStorage.setItem('jwt-token', given), token)
  return token
}

/** In the page: how many changes wait and how many files are kept, of all accounts. */
async function waitingAndKept(): Promise<number[]> {
  const count = (name: string, store: string) =>
    new Promise<number>((resolve, reject) => {
      const opening = indexedDB.open(name)
      opening.onerror = () => reject(opening.error ?? new Error('failed'))
      opening.onsuccess = () => {
        const counting = opening.result.transaction(store).objectStore(store).count()
        counting.onsuccess = () => {
          opening.result.close()
          resolve(counting.result)
        }
      }
    })
  return [await count('otodana-outbox', 'writes'), await count('otodana-kept', 'files')]
}

const keepButton = (page: Page) => page.getByRole('main').getByRole('button', { name: /on this device/i })

async function openKeepDialog(page: Page) {
  await keepButton(page).click()
  const dialog = page.getByRole('dialog', { name: 'Keep on this device' })
  await expect(dialog.getByRole('button', { name: 'Keep', exact: true })).toBeVisible()
  return dialog
}

/** Keeps the work that is shown, in its original quality, until all of it is here. */
async function keepOriginal(page: Page) {
  const dialog = await openKeepDialog(page)
  const original = dialog.getByRole('radio', { name: /^Original/ })
  if (await original.isEnabled()) await original.check()
  await dialog.getByRole('button', { name: 'Keep', exact: true }).click()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(keepButton(page)).toHaveText('On this device')
}

/** Does something in each worker that fetches files, once, before it receives any; until `unroute`. */
async function beforeFiles(page: Page, act: () => void): Promise<void> {
  const done = new Map<Worker, Promise<void>>()
  await page.route('**/api/media/**', async (route) => {
    for (const worker of page.workers()) if (!done.has(worker)) done.set(worker, worker.evaluate(act))
    await Promise.all(done.values())
    await route.continue()
  })
}

/**
 * In the page: copies what is kept until there are so many works, without their files, or makes the first file as large as
 * given, with its first and last pieces and those around 2 GiB.
 */
async function copyKept({ works = 1, sizeBytes = 0 }: { works?: number; sizeBytes?: number }): Promise<void> {
  const settled = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error ?? new Error('failed'))
    })
  const db = await settled(indexedDB.open('otodana-kept'))
  const transaction = db.transaction(['works', 'sums', 'files', 'pieces', 'bytes'], 'readwrite')
  const store = (name: string) => transaction.objectStore(name)
  type Row = { workId: number; keptAtMs: number; work: object; owner: number; fileId: number; quality: string }
  const [work] = (await settled(store('works').getAll())) as Row[]
  const [sum] = (await settled(store('sums').getAll())) as Row[]
  for (let id = 1; id < works; id++) {
    const keptAtMs = work!.keptAtMs + id
    store('works').put({ ...work, workId: id, keptAtMs, work: { ...work!.work, id, title: `雨の夜 ${id}` } })
    store('sums').put({ ...sum, workId: id })
  }
  if (sizeBytes > 0) {
    const pieceBytes = 4_194_304
    const [file] = (await settled(store('files').getAll())) as Row[]
    const { owner, workId, fileId, quality } = file!
    const key = [owner, workId, fileId, quality]
    const first = await settled<object>(store('pieces').get([...key, 0]))
    const bytes = await settled<Uint8Array<ArrayBuffer>>(store('bytes').get([...key, 0]))
    store('files').put({ ...file, sizeBytes, expectedBytes: sizeBytes, receivedBytes: sizeBytes })
    for (const index of [511, 512]) {
      store('pieces').put({ ...first, index })
      store('bytes').put(bytes, [...key, index])
    }
    const index = Math.floor(sizeBytes / pieceBytes)
    const end = bytes.slice(0, sizeBytes - index * pieceBytes)
    const done = new Promise((resolve) => (transaction.oncomplete = resolve))
    await done
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', end))
    const hash = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
    const ending = db.transaction(['pieces', 'bytes'], 'readwrite')
    ending.objectStore('pieces').put({ ...first, index, length: end.length, hash })
    ending.objectStore('bytes').put(end, [...key, index])
    await new Promise((resolve) => (ending.oncomplete = resolve))
  } else await new Promise((resolve) => (transaction.oncomplete = resolve))
  db.close()
}

test(
  'OFF-56 OFF-57 what was kept on a page that did not stay open for long opens without the server',
  { tag: '@anyscreen' },
  async ({ page, place, allow }) => {
    allow(/ERR_CONNECTION_REFUSED|ERR_FAILED|ERR_EMPTY_RESPONSE|Failed to load resource/)
    await place.start()
    // What a page does when it is idle does not come.
    await page.addInitScript(() => {
      globalThis.requestIdleCallback = () => 0
      navigator.storage.persist = () => {
        sessionStorage.setItem('asked', `${sessionStorage.getItem('asked') ?? ''}x`)
        return Promise.resolve(true)
      }
    })
    await page.goto(place.url() + WORK)
    await keepOriginal(page)
    expect(await page.evaluate(() => sessionStorage.getItem('asked'))).toBe('x')
    // The worker is there for the next page.
    const isActive = () => navigator.serviceWorker.getRegistration().then((found) => found?.active?.state)
    await expect.poll(() => page.evaluate(isActive)).toBe('activated')
    await place.stop()
    await page.goto(`${place.url()}/kept`)
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(1)
  },
)

test(
  'OFF-01 OFF-10 OFF-11 OFF-13 OFF-20 OFF-33 HLT-01 a kept work is listed, found and played without the server, after a cold start',
  { tag: '@anyscreen' },
  async ({ page, place, allow }) => {
    test.setTimeout(240_000)
    allow(/ERR_CONNECTION_REFUSED|ERR_FAILED|ERR_EMPTY_RESPONSE|Failed to load resource/)
    await place.start()
    await page.goto(place.url() + WORK)
    await controlled(page)
    const dialog = await openKeepDialog(page)
    await expect(dialog).toContainText(/2 tracks, /)
    await expectAccessibleOnAnyScreen(page)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await keepOriginal(page)

    // Online, too, it plays from the device.
    await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
    await expect.poll(async () => (await sound(page)).source).toMatch(/^\/kept\/9900002\/\d+\/original$/)
    await expect.poll(async () => (await sound(page)).seconds).toBeGreaterThan(0.3)

    // The full player says so, and what is kept can be changed there.
    await page.getByRole('button', { name: 'Open the player' }).click()
    const full = page.getByRole('dialog', { name: 'Full player' })
    await full.getByRole('button', { name: 'On this device' }).click()
    const change = dialog.getByRole('button', { name: 'Keep this choice' })
    await expect(change).toBeVisible()
    // It stays in sight where the tracks do not fit.
    await page.setViewportSize({ width: 1280, height: 480 })
    await expect.poll(() => dialog.evaluate((box) => box.scrollHeight > box.clientHeight)).toBe(true)
    await expect(change).toBeInViewport({ ratio: 1 })
    await page.setViewportSize({ width: 1280, height: 800 })
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(full.getByRole('button', { name: 'On this device' })).toBeFocused()
    await full.getByRole('button', { name: 'Close the player' }).click()

    await place.stop()
    await page.goto(`${place.url()}/kept`)
    await hydrated(page)
    const card = page.getByRole('main').getByRole('article')
    await expect(card).toHaveCount(1)
    await expect(card.getByRole('link', { name: '雨の夜' })).toBeVisible()
    await expect(page.getByRole('dialog')).toBeHidden()
    const cover = card.locator('img').first()
    await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await expectAccessibleOnAnyScreen(page)

    const search = page.getByRole('search', { name: 'Search what is on this device' })
    await search.getByRole('searchbox').fill('$duration:1h$')
    await search.getByRole('button', { name: 'Search' }).click()
    await expect(page.getByRole('main')).toContainText('Nothing matches')
    await search.getByRole('searchbox').fill('雨')
    await search.getByRole('button', { name: 'Search' }).click()
    await expect(card).toHaveCount(1)

    await card.getByRole('link', { name: '雨の夜' }).click()
    await expect(page.getByRole('heading', { name: '雨の夜' })).toBeVisible()
    await page.getByRole('region', { name: 'Tracks' }).getByRole('link', { name: /窓/ }).click()
    await expect.poll(async () => (await sound(page)).seconds).toBeGreaterThan(0.3)
    await page.locator('audio').evaluate((audio: HTMLAudioElement) => (audio.currentTime = 110))
    await expect.poll(async () => (await sound(page)).seconds).toBeGreaterThan(110.2)
    expect(await sound(page)).toMatchObject({ error: null, duration: 120 })

    // Where nothing is kept the player stays within reach, also paused.
    const away = page.getByRole('dialog', { name: 'Cannot connect to the server' })
    await page.locator('audio').evaluate((audio: HTMLAudioElement) => (audio.currentTime = 10))
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await expect(page).toHaveURL(/\/works/)
    await expect(page.getByRole('heading', { name: '雨の夜' })).toBeHidden()
    await page.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Pause', exact: true }).click()
    await expect.poll(() => page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.paused)).toBe(true)
    await page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/health'))
    await page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/health'))
    await expect(away).toHaveCount(0)

    // Its page after another cold start.
    await page.goto(place.url() + WORK)
    await hydrated(page)
    await expect(page.getByRole('region', { name: 'Tracks' }).getByRole('link', { name: /雨/ })).toBeVisible()
    await expect(keepButton(page)).toHaveText('On this device')

    // A page that is not here leads to what is.
    await page.goto(`${place.url()}/circles`)
    await away.getByRole('link', { name: 'Works on this device' }).click()
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(1)
  },
)

test(
  'OFF-59 where only one track is kept, it is what the page and the shelf play without the server',
  { tag: '@anyscreen' },
  async ({ page, place, allow }) => {
    allow(/ERR_CONNECTION_REFUSED|ERR_FAILED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|Failed to load resource/)
    await place.start()
    await page.goto(place.url() + WORK)
    await controlled(page)
    const dialog = await openKeepDialog(page)
    await dialog.getByRole('checkbox', { name: /^(?:01 )?雨/ }).uncheck()
    const original = dialog.getByRole('radio', { name: /^Original/ })
    if (await original.isEnabled()) await original.check()
    await dialog.getByRole('button', { name: 'Keep', exact: true }).click()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(keepButton(page)).toHaveText('On this device')
    await place.stop()

    await page.goto(`${place.url()}/kept`)
    await hydrated(page)
    const card = page.getByRole('main').getByRole('article')
    await card.getByRole('button', { name: /^Play/ }).click()
    await expect.poll(async () => (await sound(page)).seconds).toBeGreaterThan(0.3)
    expect((await sound(page)).source).toMatch(/^\/kept\//)
    await card.getByRole('link', { name: '雨の夜' }).click()
    const rows = page.getByRole('region', { name: 'Tracks' }).getByRole('listitem')
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText('窓')
    await place.start()
    await expect(rows).toHaveCount(2, { timeout: 60_000 })
  },
)

test(
  'OFF-60 workers fetch what is kept, and end when nothing waits; without workers the page fetches it',
  { tag: '@anyscreen' },
  async ({ page, place }) => {
    const started: string[] = []
    page.on('worker', (worker) => started.push(/[\w.-]+\.worker/.exec(worker.url())?.[0] ?? worker.url()))
    await page.addInitScript(() => {
      if (sessionStorage.getItem('without') !== null) Object.assign(globalThis, { Worker: undefined })
      const { fetch } = globalThis
      globalThis.fetch = (...asked) => {
        const address = asked[0] instanceof Request ? asked[0].url : String(asked[0])
        if (!address.includes('/api/media/')) return fetch(...asked)
        sessionStorage.setItem('asked', `${sessionStorage.getItem('asked') ?? ''}x`)
        return fetch(...asked)
      }
    })
    const askedByPage = () => page.evaluate(() => sessionStorage.getItem('asked'))
    await place.start()
    await page.goto(place.url() + WORK)
    await controlled(page)
    await keepOriginal(page)
    expect(await askedByPage()).toBeNull()
    expect(started).toEqual(['fetch-files.worker', 'fetch-files.worker'])
    await expect.poll(() => page.workers().length).toBe(0)
    const hashes = () =>
      page.evaluate(async () => {
        const opening = indexedDB.open('otodana-kept')
        await new Promise((resolve) => (opening.onsuccess = resolve))
        const pieces = opening.result.transaction('pieces').objectStore('pieces').getAll()
        await new Promise((resolve) => (pieces.onsuccess = resolve))
        opening.result.close()
        return (pieces.result as { hash: string }[]).map(({ hash }) => hash)
      })
    const byWorkers = await hashes()
    expect(byWorkers.map((hash) => hash.length)).toEqual(byWorkers.map(() => 32))

    await keepButton(page).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove from this device' }).click()
    await expect(keepButton(page)).toHaveText('Keep on this device')
    await page.evaluate(() => sessionStorage.setItem('without', ''))
    await page.reload()
    await keepOriginal(page)
    expect(await askedByPage()).toBe('xx')
    expect([started.length, await hashes()]).toEqual([2, byWorkers])
  },
)

test(
  'OFF-12 a kept file is answered with exact ranges, as Safari probes it, also one of more than 2 GB, and removing it leaves nothing',
  { tag: '@anyscreen' },
  async ({ page, place, allow }) => {
    allow(/status of 404|416/)
    await place.start()
    await page.goto(place.url() + WORK)
    await controlled(page)
    await keepOriginal(page)
    const { path, size } = await page.evaluate(async () => {
      const tracks = (await (await fetch('/api/tracks/9900002')).json()) as { hash: string; size: number }[]
      return { path: `/kept/${tracks[0]!.hash}/original`, size: tracks[0]!.size }
    })
    const ask = (range: string) =>
      page.evaluate(
        async ([address, asked]) => {
          const answer = await fetch(address, { headers: { range: asked } })
          const { byteLength } = await answer.arrayBuffer()
          return [answer.status, answer.headers.get('content-range'), byteLength]
        },
        [path, range] as const,
      )
    expect(await ask('bytes=0-1')).toEqual([206, `bytes 0-1/${size}`, 2])
    expect(await ask('bytes=0-')).toEqual([206, `bytes 0-${size - 1}/${size}`, size])
    expect(await ask('bytes=-500')).toEqual([206, `bytes ${size - 500}-${size - 1}/${size}`, 500])
    expect(await ask('bytes=4194300-4194310')).toEqual([206, `bytes 4194300-4194310/${size}`, 11])
    expect((await ask(`bytes=${size}-`)).slice(0, 2)).toEqual([416, `bytes */${size}`])

    // A file of more than 2 GB, of which only the pieces that are asked for are there.
    const large = 2_700_000_123
    await page.evaluate(copyKept, { sizeBytes: large })
    expect(await ask('bytes=0-1')).toEqual([206, `bytes 0-1/${large}`, 2])
    expect(await ask('bytes=2147483640-2147483660')).toEqual([206, `bytes 2147483640-2147483660/${large}`, 21])
    expect(await ask('bytes=-5')).toEqual([206, `bytes ${large - 5}-${large - 1}/${large}`, 5])

    await keepButton(page).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove from this device' }).click()
    await expect(keepButton(page)).toHaveText('Keep on this device')
    expect((await ask('bytes=0-1'))[0]).toBe(404)
    await page.goto(`${place.url()}/kept`)
    await expect(page.getByRole('main')).toContainText('Nothing is kept on this device')
    await expectAccessible(page)
  },
)

test(
  'OFF-10 OFF-16 OFF-27 OFF-28 OFF-32 OFF-34 a playlist is kept in step, room and limit are shown, and shared codes lead to their works',
  { tag: '@anyscreen' },
  async ({ page, place, allow }) => {
    allow(/Service Worker|status of 404|ERR_CONNECTION_REFUSED/)
    await place.start()
    const answer = await page.request.post(`${place.url()}/api/auth/reg`, {
      data: { name: 'yukino', password: 'rain on the roof' },
    })
    const { token } = (await answer.json()) as { token: string }
    const as = { headers: { authorization: `Bearer ${token}` } }
    const created = await page.request.post(`${place.url()}/api/playlist/create-playlist`, {
      ...as,
      data: { name: 'Sleep', privacy: 0, works: ['RJ09900002'] },
    })
    const { id } = (await created.json()) as { id: string }
    await page.goto(`${place.url()}/robots.txt`)
    await page.evaluate((given) => localStorage.setItem('jwt-token', given), token)
    await page.goto(`${place.url()}/playlist?id=${id}`)
    await controlled(page)
    await hydrated(page)
    const main = page.getByRole('main')
    await showListOptions(page)
    await main.getByRole('button', { name: 'Always keep' }).click()
    const dialog = page.getByRole('dialog', { name: 'Always keep' })
    await expect(dialog).toContainText('at most 200')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Always keep' }).click()
    await expect(main.getByRole('button', { name: 'Always kept' })).toBeVisible()

    await page.goto(`${place.url()}/kept`)
    const card = main.getByRole('article')
    await expect(card).toHaveCount(1)
    const lists = page.getByRole('region', { name: 'Always-kept lists' })
    await expect(lists).toContainText(/Sleep.*1 work, checked/)
    await page.locator('summary').filter({ hasText: 'Storage' }).click()
    const limit = page.getByRole('combobox', { name: /^Limit/ })
    await limit.selectOption('1.0 GB')
    await expect(page.locator('summary')).toContainText('left of your limit')
    await expect(page.getByRole('checkbox', { name: /^Notify me/ })).toBeVisible()
    await expectAccessible(page)

    // As Chromium does with a browser profile that lasts.
    await page.evaluate(() => {
      const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
        prompt: async () => void (document.title = 'asked to install'),
      })
      dispatchEvent(offer)
    })
    const note = page.getByRole('complementary', { name: 'Install Otodana.' })
    await expectAccessible(page)
    await note.getByRole('button', { name: 'Install', exact: true }).click()
    await expect(page).toHaveTitle('asked to install')
    await expect(note).toBeHidden()

    // What leaves the list goes, once the list is read again.
    const removed = await page.request.post(`${place.url()}/api/playlist/remove-works-from-playlist`, {
      ...as,
      data: { id, works: ['RJ09900002'] },
    })
    expect(removed.status()).toBe(200)
    await lists.getByRole('button', { name: 'Check now' }).click()
    await expect(main.getByRole('article')).toHaveCount(0)

    await page.goto(`${place.url()}/share?text=${encodeURIComponent('see https://shop.example/RJ09900002.html')}`)
    await expect(page).toHaveURL(`${place.url()}${WORK}`)
    await page.goto(`${place.url()}/share?title=${encodeURIComponent('雨の  夜')}&url=https://shop.example/x`)
    await expect(page).toHaveURL(/\/works\?keyword=/)
    await expect(main.getByRole('article')).toHaveCount(1)
    await hydrated(page)
    await main
      .getByRole('article')
      .getByRole('button', { name: /^Playlists of/ })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Keep on this device' }).click()
    await expect(page.getByRole('dialog', { name: 'Keep on this device' })).toContainText('2 tracks')
  },
)

test(
  'OFF-03 a download is taken up after a reload and a restart of the server, with what had arrived',
  { tag: '@anyscreen' },
  async ({ page, place, allow }) => {
    test.setTimeout(240_000)
    allow(/ERR_CONNECTION_REFUSED|ERR_FAILED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|Failed to load resource|HTTP 50\d/)
    await place.start()
    await page.goto(place.url() + WORK)
    await controlled(page)
    // The second piece of each file has to wait, however large the parts are that arrive.
    await beforeFiles(page, () => {
      const passed = 4_500_000
      const { get } = Object.getOwnPropertyDescriptor(Response.prototype, 'body')!
      const slowed = new WeakMap<Response, ReadableStream>()
      Object.defineProperty(Response.prototype, 'body', {
        get(this: Response) {
          const plain = get!.call(this) as ReadableStream<Uint8Array> | null
          if (!plain || slowed.has(this)) return slowed.get(this) ?? null
          let sent = 0
          const slow = new TransformStream<Uint8Array, Uint8Array>({
            async transform(bytes, controller) {
              controller.enqueue(bytes.subarray(0, passed - sent))
              sent += bytes.length
              if (sent >= passed) await new Promise(() => {})
            },
          })
          slowed.set(this, plain.pipeThrough(slow))
          return slowed.get(this)
        },
      })
    })
    const dialog = await openKeepDialog(page)
    const original = dialog.getByRole('radio', { name: /^Original/ })
    if (await original.isEnabled()) await original.check()
    await dialog.getByRole('button', { name: 'Keep', exact: true }).click()
    const pieces = () =>
      page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            const opening = indexedDB.open('otodana-kept')
            opening.onsuccess = () => {
              const counting = opening.result.transaction('pieces').objectStore('pieces').count()
              counting.onsuccess = () => {
                opening.result.close()
                resolve(counting.result)
              }
            }
          }),
      )
    // More of them where what stands still has been asked for again.
    await expect.poll(pieces).toBeGreaterThanOrEqual(2)
    // What is stored counts before a file is whole.
    await expect(page.locator('main button', { hasText: /^On this device: [2-9]\d%$/ })).toBeAttached()
    await page.unroute('**/api/media/**')
    await place.stop()
    await page.reload()
    await hydrated(page)
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/media/')) asked.push(request.headers().range ?? '')
    })
    await place.start()
    await expect(keepButton(page)).toHaveText('On this device', { timeout: 90_000 })
    expect(asked).not.toEqual([])
    const starts = asked.map((range) => Number(/^bytes=(\d+)-/.exec(range)?.[1]))
    expect(
      starts.every((start) => start > 0 && start % 4_194_304 === 0),
      asked.join(),
    ).toBe(true)
  },
)

test(
  'OFF-30 OFF-31 OFF-52 what a member keeps of a closed library plays for them without the server, is unseen by others, and goes with them',
  { tag: '@anyscreen' },
  async ({ page, place, allow }) => {
    test.setTimeout(240_000)
    allow(
      /ERR_CONNECTION_REFUSED|ERR_FAILED|ERR_EMPTY_RESPONSE|ERR_INTERNET_DISCONNECTED|Failed to load resource|status of 40[14]/,
    )
    await place.start()
    const tokenOf = async (name: string) => {
      const answer = await page.request.post(`${place.url()}/api/auth/reg`, {
        data: { name, password: 'rain on the roof' },
      })
      expect(answer.status(), await answer.text()).toBe(200)
      return ((await answer.json()) as { token: string }).token
    }
    const [akari, beni] = [await tokenOf('akari'), await tokenOf('beniko')]
    await place.stop()
    await place.start({ ACCESS: 'members' })
    const become = (token: string | null) =>
      page.evaluate((given) => {
        if (given === null) localStorage.removeItem('jwt-token')
        else localStorage.setItem('jwt-token', given)
      }, token)
    const keptStatus = () =>
      page.evaluate(async () => {
        const opening = indexedDB.open('otodana-kept')
        const db = await new Promise<IDBDatabase>((resolve) => (opening.onsuccess = () => resolve(opening.result)))
        const files = db.transaction('files').objectStore('files').getAllKeys()
        const keys = await new Promise<IDBValidKey[]>((resolve) => (files.onsuccess = () => resolve(files.result)))
        db.close()
        const [key] = keys as [number, number, number, string][]
        return key ? (await fetch(`/kept/${key.slice(1).join('/')}`, { method: 'HEAD' })).status : 'nothing kept'
      })

    await page.goto(`${place.url()}/about`)
    await become(akari)
    await page.goto(place.url() + WORK)
    await controlled(page)
    await keepOriginal(page)
    await place.stop()
    await page.goto(`${place.url()}/kept`)
    await hydrated(page)
    await page.getByRole('main').getByRole('article').getByRole('link', { name: '雨の夜' }).click()
    await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
    await expect.poll(async () => (await sound(page)).seconds).toBeGreaterThan(0.3)
    expect((await sound(page)).source).toMatch(/^\/kept\//)
    const rating = page.getByRole('region', { name: 'Your rating and review' })
    await rating.getByRole('group', { name: 'Your rating' }).locator('label').nth(3).click()
    await expect(rating.getByText('Not yet sent')).toBeVisible()

    await place.start({ ACCESS: 'members' })
    for (const other of [beni, null]) {
      await become(other)
      await page.goto(`${place.url()}/kept`)
      await expect(page.getByRole('main')).toContainText(
        other === null ? 'This library is for members' : 'Nothing is kept on this device',
      )
      await expect.poll(keptStatus).toBe(404)
    }

    await become(akari)
    await page.goto(`${place.url()}/kept`)
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(1)
    await expect.poll(keptStatus).toBe(200)
    const own = async () => {
      const answer = await page.request.get(`${place.url()}/api/work/9900002`, {
        headers: { authorization: `Bearer ${akari}` },
      })
      return ((await answer.json()) as { userRating: number | null }).userRating
    }
    await expect.poll(own).toBe(4)
    const menu = page.getByRole('dialog', { name: 'Account', exact: true })
    const askToLogOut = async () => {
      await page.getByRole('banner').getByRole('button', { name: 'Account: akari' }).click()
      await menu.getByRole('button', { name: 'Log out' }).click()
    }
    // With a change that waits, the question says both.
    await page.getByRole('main').getByRole('article').getByRole('link', { name: '雨の夜' }).click()
    // What is kept is older: a change of that would be a conflict.
    await expect(rating.getByRole('radio', { checked: true })).toHaveCount(1)
    await page.context().setOffline(true)
    await rating.getByRole('group', { name: 'Your rating' }).locator('label').nth(2).click()
    await expect(rating.getByText('Not yet sent')).toBeVisible()
    await askToLogOut()
    await expect(menu).toContainText('1 change has not been sent yet')
    await expect(menu).toContainText('1 work that you keep on this device')
    await menu.getByRole('button', { name: 'Stay logged in' }).click()
    await page.keyboard.press('Escape')
    await page.context().setOffline(false)
    await expect.poll(own).toBe(3)
    await askToLogOut()
    await expect(menu).toContainText(/1 work that you keep on this device \(\d+\.\d MB\) will be removed/)
    await menu.getByRole('button', { name: 'Log out' }).click()
    await expect(page.getByRole('banner').getByRole('button', { name: 'Log in' })).toBeVisible()
    await expect.poll(keptStatus).toBe('nothing kept')
  },
)

test(
  'OFF-31 OFF-61 on a server that was set up again, the account with the same id has nothing of the former one',
  { tag: '@anyscreen' },
  async ({ page, place, allow }) => {
    test.setTimeout(240_000)
    allow(/ERR_CONNECTION_REFUSED|ERR_FAILED|ERR_EMPTY_RESPONSE|Failed to load resource|status of 40[14]/)
    await place.start()
    await page.goto(`${place.url()}/about`)
    await become(page, place, 'akari')
    await page.goto(place.url() + WORK)
    await controlled(page)
    await keepOriginal(page)
    await place.stop()
    const rating = page.getByRole('region', { name: 'Your rating and review' })
    await rating.getByRole('group', { name: 'Your rating' }).locator('label').nth(3).click()
    await expect(rating.getByText('Not yet sent')).toBeVisible()

    await page.goto('about:blank')
    await place.reset()
    await place.start()
    await page.goto(`${place.url()}/about`)
    const token = await become(page, place, 'beniko')
    await page.goto(`${place.url()}/kept`)
    const main = page.getByRole('main')
    await expect(main).toContainText('Nothing is kept on this device')
    await expect(page.getByRole('banner').getByRole('button', { name: 'Account: beniko' })).toBeVisible()
    await expect(main).toContainText(
      /by an account that this library no longer has: 1 work \(\d+\.\d MB\), 1 unsent change/,
    )
    const answer = await page.request.get(`${place.url()}/api/work/9900002`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(((await answer.json()) as { userRating: number | null }).userRating).toBeNull()

    await main.getByRole('button', { name: 'Remove' }).click()
    const dialog = page.getByRole('dialog', { name: 'Remove what the former account kept?' })
    await expectAccessibleOnAnyScreen(page)
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await expect(main).not.toContainText('no longer has')
    await page.reload()
    await expect(main).toContainText('Nothing is kept on this device')
    await expect.poll(() => page.evaluate(waitingAndKept)).toEqual([0, 0])
    await expect(main).not.toContainText('no longer has')
  },
)

const trouble = (page: Page) => page.getByRole('region', { name: 'Downloads' }).getByRole('status')

test(
  'OFF-06 OFF-14 OFF-20 a full device, an ended login and an evicted store are named, nothing that is kept is lost, and 200 works are shown',
  { tag: '@anyscreen' },
  async ({ page, place, context, allow }) => {
    test.setTimeout(240_000)
    allow(/status of 401|QuotaExceeded|Failed to load resource|ERR_CONNECTION_REFUSED/)
    await place.start()
    await page.goto(place.url() + WORK)
    await controlled(page)
    const devTools = await context.newCDPSession(page)
    // Chromium takes a smaller quota only for what is stored first, so each worker refuses as a full disk does: after one piece.
    const fill = () =>
      beforeFiles(page, () => {
        const plain = IDBObjectStore.prototype.put
        let left = 1
        IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...given) {
          if (this.name === 'bytes' && left-- <= 0) throw new DOMException('full', 'QuotaExceededError')
          return plain.apply(this, given)
        }
      })

    // The server refuses in the middle.
    await page.route('**/api/media/**', (route) =>
      route.fulfill({ status: 401, json: { error: 'jwt expired' }, contentType: 'application/json' }),
    )
    const dialog = await openKeepDialog(page)
    const original = dialog.getByRole('radio', { name: /^Original/ })
    if (await original.isEnabled()) await original.check()
    await dialog.getByRole('button', { name: 'Keep', exact: true }).click()
    await expect(dialog).toContainText('The server wants a login for this')
    await page.unroute('**/api/media/**')

    await fill()
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(dialog).toContainText('There is no room for more')
    await page.unroute('**/api/media/**')
    await page.reload()
    await keepButton(page).click()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(keepButton(page)).toHaveText('On this device', { timeout: 90_000 })

    await page.goto(`${place.url()}/kept`)
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(1)

    // Two hundred works.
    await page.goto(`${place.url()}/robots.txt`)
    await page.evaluate(copyKept, { works: 200 })
    await page.goto(`${place.url()}/kept`)
    const cards = page.getByRole('main').getByRole('article')
    await expect(cards).toHaveCount(40)
    await expect(cards.first()).toContainText('雨の夜 199')
    await expect(page.getByRole('main').getByRole('status')).toContainText([/200 works, /])
    // An address may be older than what is kept.
    await page.goto(`${place.url()}/kept?page=9`)
    await expect(cards).toHaveCount(40)
    await expect(cards.last()).toContainText('雨の夜')
    const search = page.getByRole('search', { name: 'Search what is on this device' })
    await search.getByRole('searchbox').fill('夜 17')
    await search.getByRole('button', { name: 'Search' }).click()
    await expect(cards).toHaveCount(12)

    await page.goto(`${place.url()}/robots.txt`)
    await devTools.send('Storage.clearDataForOrigin', { origin: place.url(), storageTypes: 'indexeddb' })
    await page.goto(`${place.url()}/kept`)
    await expect(page.getByRole('main')).toContainText('The browser has removed what was kept here')
    await page.reload()
    await expect(page.getByRole('main')).toContainText('Nothing is kept on this device')
  },
)

test(
  'OFF-15 OFF-17 OFF-18 OFF-54 two tabs fetch a work once; a wrong clock changes nothing; what changes on the server is fetched again',
  { tag: '@anyscreen' },
  async ({ page, place, context, allow }) => {
    test.setTimeout(240_000)
    allow(/Failed to load resource|ERR_CONNECTION_REFUSED|ERR_FAILED|ERR_EMPTY_RESPONSE|HTTP 503/)
    await place.start()
    const asked: string[] = []
    context.on('request', (request) => {
      if (request.url().includes('/api/media/')) asked.push(new URL(request.url()).pathname)
    })
    const answered: string[] = []
    context.on('response', (response) => {
      if (response.url().includes('/api/media/') && response.ok()) answered.push(new URL(response.url()).pathname)
    })
    // Its clock is years behind.
    const other = await context.newPage()
    await other.addInitScript(() => {
      const plain = Date.now
      Date.now = () => plain() - 300_000_000_000
    })
    for (const tab of [page, other]) {
      await tab.goto(place.url() + WORK)
      await controlled(tab)
      const dialog = await openKeepDialog(tab)
      const original = dialog.getByRole('radio', { name: /^Original/ })
      if (await original.isEnabled()) await original.check()
    }
    const tabs = [page, other].map((tab) => ({ tab, dialog: tab.getByRole('dialog') }))
    // At the same moment: a dialog offers it no more once the other tab has begun.
    await Promise.all(
      tabs.map(({ dialog }) =>
        dialog
          .getByRole('button', { name: 'Keep', exact: true, disabled: false })
          .evaluate((button: HTMLButtonElement) => button.click()),
      ),
    )
    await Promise.all(
      tabs.map(async ({ tab, dialog }) => {
        await dialog.getByRole('button', { name: 'Close' }).click()
        await expect(keepButton(tab)).toHaveText('On this device', { timeout: 90_000 })
      }),
    )
    expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted())
    expect(asked).toHaveLength(2)
    await other.close()

    // Both tracks are others by now, the second one of the same size.
    await place.stop()
    const { dir } = place
    const [folder] = readdirSync(dir)
    const path = join(dir, folder!, '01 雨.wav')
    const shorter = readFileSync(path).subarray(0, 2_000_000)
    shorter.writeUInt32LE(shorter.length - 8, 4)
    shorter.writeUInt32LE(shorter.length - 44, 40)
    writeFileSync(path, shorter)
    const samePath = join(dir, folder!, '02 窓.wav')
    const same = readFileSync(samePath)
    writeFileSync(samePath, same.fill(7, same.length - 8))
    await place.start()
    const sizeOf = async () => {
      const answer = await page.request.get(`${place.url()}/api/tracks/9900002`)
      return ((await answer.json()) as { title: string; size: number }[]).find(({ title }) => title.includes('雨'))
        ?.size
    }
    await expect.poll(sizeOf).toBe(2_000_000)
    asked.length = 0
    await page.addInitScript(() => {
      const plain = Date.now
      Date.now = () => plain() + 172_800_000
    })
    // While it cannot be fetched, the older version is played where the server is away.
    const main = page.getByRole('main')
    const playButton = main.getByRole('article').getByRole('button', { name: /^Play/ })
    await page.route('**/api/media/**', (route) => route.fulfill({ status: 503 }))
    await page.goto(`${place.url()}/kept`)
    await expect(main).toContainText('An older version', { timeout: 60_000 })
    await place.stop()
    await playButton.click()
    await expect.poll(async () => (await sound(page)).source, { timeout: 60_000 }).toMatch(/^\/kept\//)
    await expect.poll(async () => (await sound(page)).duration).toBe(120)
    await page.unroute('**/api/media/**')
    // The open page may fetch it as soon as the server is there, before another one has come.
    answered.length = 0
    await place.start()

    await page.goto(`${place.url()}/kept`)
    await expect.poll(() => new Set(answered).size, { timeout: 60_000 }).toBe(2)
    await expect(main).not.toContainText('An older version')
    await expect(trouble(page)).toHaveCount(0)
    await expect(page.getByRole('main')).toContainText(/\d MB, kept/)
    const lastBytes = await page.evaluate(async () => {
      const tracks = (await (await fetch('/api/tracks/9900002')).json()) as { title: string; hash: string }[]
      const { hash } = tracks.find(({ title }) => title.includes('窓'))!
      const answer = await fetch(`/kept/${hash}/original`, { headers: { range: 'bytes=-8' } })
      return [...new Uint8Array(await answer.arrayBuffer())]
    })
    expect(lastBytes).toEqual([7, 7, 7, 7, 7, 7, 7, 7])
    // What the player had loaded before was the network's.
    await page.goto(`${place.url()}/kept`)
    await playButton.click()
    await expect.poll(async () => (await sound(page)).source).toMatch(/^\/kept\//)
    await expect.poll(async () => (await sound(page)).duration).toBeLessThan(60)
  },
)
