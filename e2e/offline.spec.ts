/** The installed app: what it tells the system, what it shows without its server, and how it comes to a new build. */
import { createServer, request as ask, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { createPlace, type Place } from './a-place.ts'
import { expect, expectAccessible, test as base, type Page } from './fixtures.ts'
import { hydrated } from './hydrated.ts'

const WORK = '/work/RJ09900002'

const test = base.extend<{ place: Place }>({
  // oxlint-disable-next-line no-empty-pattern
  place: async ({}, use) => {
    const tone = (name: string) => ({ name, seconds: 60, strength: () => 0.1 })
    const { place, remove } = createPlace('RJ09900002 雨の夜', [tone('01 雨.wav'), tone('02 窓.wav')])
    await use(place)
    await remove()
  },
})

test.use({ serviceWorkers: 'allow', savesData: false })

/** What this device keeps: how many answers, by the cache's name. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const found: Record<string, string[]> = {}
    for (const name of await caches.keys()) {
      const keys = await (await caches.open(name)).keys()
      found[name.replace(/ .*/, '')] = keys.map(({ url }) => url.replace(location.origin, ''))
    }
    return found
  })
const pagesKept = async (page: Page) => (await kept(page))['otodana-pages'] ?? []
const controlled = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', undefined, { timeout: 60_000 })
/** What the device says of its network. Playwright's own way forgets it when another page opens, as axe does. */
const setNetwork = (page: Page, isThere: boolean) =>
  page.evaluate((there) => {
    if (there) localStorage.removeItem('no-network')
    else localStorage.setItem('no-network', '')
    dispatchEvent(new Event(there ? 'online' : 'offline'))
  }, isThere)
const silence = (page: Page) => page.getByRole('status').filter({ hasText: /No connection\. Page saved/ })

test(
  'OFF-65 OFF-66 the app can be installed; without its server visited pages open, the rest says so and continues by itself',
  { tag: '@anyscreen' },
  async ({ page, context, place, allow }) => {
    test.setTimeout(240_000)
    // Of a server that is not there.
    allow(/ERR_CONNECTION_REFUSED|ERR_FAILED|ERR_EMPTY_RESPONSE/)
    await context.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'onLine', { get: () => localStorage.getItem('no-network') === null })
    })
    await place.start()
    await page.goto(place.url() + WORK)
    await controlled(page)
    await expect.poll(() => pagesKept(page)).toEqual([WORK])

    const devTools = await context.newCDPSession(page)
    expect((await devTools.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([])
    const { data = '', errors } = await devTools.send('Page.getAppManifest')
    expect(errors).toEqual([])
    const manifest = JSON.parse(data) as { icons: { src: string; sizes: string }[]; shortcuts: { url: string }[] }
    const sizes = await page.evaluate(
      (icons) =>
        Promise.all(
          [...icons, '/icons/apple-touch-icon.png'].map(async (src) => {
            const { width, height } = await createImageBitmap(await (await fetch(src)).blob())
            return `${width}x${height}`
          }),
        ),
      manifest.icons.map(({ src }) => src),
    )
    expect(sizes).toEqual([...manifest.icons.map((icon) => icon.sizes), '180x180'])
    for (const { url } of manifest.shortcuts) expect((await page.request.get(place.url() + url)).status()).toBe(200)

    // Within the page: the list as its answer, and its document after a while on the page.
    await page
      .getByRole('banner')
      .getByRole('link', { name: /to the library/ })
      .click()
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect.poll(() => pagesKept(page)).toEqual([WORK, '/works'])
    expect((await kept(page))['otodana-data']?.join()).toMatch(/\/api\/works\?/)

    await place.stop()
    for (const isThere of [true, false]) {
      // It is the same to the visitor whether the server or the network is away.
      await setNetwork(page, isThere)
      await page.goto(`${place.url()}/works`)
      await hydrated(page)
      await expect(page.getByRole('article')).toHaveCount(1)
      await expect(silence(page)).toBeVisible()
      await page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/health'))
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    // The time is that of its own page.
    await page.getByRole('link', { name: 'Circles' }).first().click()
    await expect(page.getByRole('main')).toContainText('No connection')
    await expect(page.getByText('No connection to the server')).toBeVisible()
    await expect(silence(page)).toHaveCount(0)

    await page.goto(place.url() + WORK)
    await hydrated(page)
    await expect(page.getByRole('heading', { name: '雨の夜' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Tracks' }).getByRole('link', { name: /雨/ })).toBeVisible()
    await expect(silence(page)).toBeVisible()
    // On a phone the page's end can be scrolled above it.
    await page.setViewportSize({ width: 390, height: 600 })
    const gap = () =>
      page.evaluate(() => {
        scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })
        const end = Math.max(
          ...[...document.querySelectorAll('main > *')].map((part) => part.getBoundingClientRect().bottom),
        )
        return document.querySelector('#notices [role="status"]')!.getBoundingClientRect().top - end
      })
    await expect.poll(gap).toBeGreaterThanOrEqual(0)
    await page.setViewportSize({ width: 1280, height: 800 })
    expect(
      await page
        .getByRole('main')
        .locator('img')
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    ).toBeGreaterThan(0)
    await expectAccessible(page)

    for (const [lang, title] of [
      ['ja', 'サーバーに接続できません'],
      ['zh-CN', '无法连接服务器'],
      ['en', 'No connection'],
    ] as const) {
      await page.evaluate((chosen) => localStorage.setItem('lang', chosen), lang)
      await page.goto(`${place.url()}/circles`)
      await hydrated(page)
      await expect(page.getByRole('main')).toContainText(title)
      await expect(page.locator('html')).toHaveAttribute('lang', lang)
      await expect(page.getByRole('main').getByRole('link', { name: /雨の夜/ })).toBeVisible()
    }
    await expectAccessible(page)

    await page
      .getByRole('main')
      .getByRole('link', { name: /雨の夜/ })
      .click()
    await expect(page.getByRole('heading', { name: '雨の夜' })).toBeVisible()
    await page.goto(`${place.url()}/circles`)
    await expect(page.getByRole('main')).toContainText('No connection')
    await expect(page.getByRole('dialog')).toBeHidden()
    await place.start()
    await setNetwork(page, true)
    await expect(page.getByRole('main')).toContainText('No circles yet')
    await expect(page.getByText('No connection to the server')).toBeHidden()
  },
)

test(
  'ATH-02 a member’s cache holds public data only, none after a logout, and none of a closed library',
  { tag: '@anyscreen' },
  async ({ page, place, allow }) => {
    allow(/status of 401|ERR_CONNECTION_REFUSED/)
    await place.start()
    const account = { data: { name: 'akari', password: 'rain on the roof' } }
    const { token } = (await (await page.request.post(`${place.url()}/api/auth/reg`, account)).json()) as {
      token: string
    }
    await page.goto(`${place.url()}/works`)
    await controlled(page)
    await expect.poll(() => pagesKept(page)).toContain('/works')
    await page.evaluate((given) => localStorage.setItem('jwt-token', given), token)
    await page.goto(place.url() + WORK)
    await expect(page.getByRole('banner').getByRole('button', { name: 'Account: akari' })).toBeVisible()
    await page
      .getByRole('banner')
      .getByRole('link', { name: /to the library/ })
      .click()
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect.poll(() => pagesKept(page)).toContain(WORK)
    // All that has been asked since was asked as a member.
    expect((await kept(page))['otodana-data'] ?? []).toEqual([])
    const texts = await page.evaluate(async () => {
      const cache = await caches.open('otodana-pages')
      return (await Promise.all((await cache.keys()).map(async (key) => (await cache.match(key))!.text()))).join('')
    })
    expect(texts).not.toContain('akari')

    await page.getByRole('banner').getByRole('button', { name: 'Account: akari' }).click()
    const menu = page.getByRole('dialog', { name: 'Account', exact: true })
    await menu.getByRole('button', { name: 'Log out' }).click()
    await expect(menu).toContainText('Log out akari on this device?')
    const before = await page.evaluate(() => caches.has('otodana-pages'))
    expect(before).toBe(true)
    await menu.getByRole('button', { name: 'Log out' }).click()
    await expect(page.getByRole('banner').getByRole('button', { name: 'Log in' })).toBeVisible()
    await expect.poll(() => pagesKept(page)).not.toContain(WORK)

    // What is cached from now on is public again; once it is not, it is deleted.
    await page.goto(place.url() + WORK)
    await expect.poll(() => pagesKept(page)).toContain(WORK)
    await place.stop()
    await place.start({ ACCESS: 'members' })
    await page.goto(`${place.url()}/works`)
    await expect(page.getByRole('heading', { name: 'This library is for members' })).toBeVisible()
    await expect.poll(async () => Object.keys(await kept(page))).toEqual(['otodana-files'])
    await page.evaluate((given) => localStorage.setItem('jwt-token', given), token)
    await page.goto(place.url() + WORK)
    await expect(page.getByRole('heading', { name: '雨の夜' })).toBeVisible()
    expect(Object.keys(await kept(page))).toEqual(['otodana-files'])
  },
)

/** Stands before a server and can make its build another one: under another name for its first script. */
async function startFront(
  target: string,
): Promise<{ url: string; renew: () => void; close: () => void; server: Server }> {
  let isNew = false
  const server = createServer((incoming, outgoing) => {
    const path = (incoming.url ?? '').replace(/(entry-client-[\w-]+)NEW\.js/, '$1.js')
    const headers = { ...incoming.headers, 'accept-encoding': 'identity' }
    const passed = ask(target + path, { method: incoming.method, headers }, (answer) => {
      const isText = /html|javascript/.test(answer.headers['content-type'] ?? '')
      if (!isText || !isNew) {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(outgoing)
        return
      }
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => {
        const { 'content-length': _, ...rest } = answer.headers
        outgoing.writeHead(answer.statusCode ?? 500, rest)
        outgoing.end(
          Buffer.concat(parts)
            .toString()
            .replaceAll(/(entry-client-[\w-]+?)(?=\.js|["'`])/g, '$1NEW'),
        )
      })
    })
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    server,
    url: `http://127.0.0.1:${port}`,
    renew: () => (isNew = true),
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

test(
  'NAV-14 another build is announced while playback continues, its page finds its files until then, and a reload takes the new one',
  { tag: '@anyscreen' },
  async ({ page, place }) => {
    await place.start()
    const front = await startFront(place.url())
    try {
      await page.goto(front.url + WORK)
      await controlled(page)
      const build = () =>
        page.evaluate(() => [...document.scripts].map(({ src }) => /entry-client-[\w-]+/.exec(src)?.[0]).find(Boolean))
      const builds = () =>
        page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('otodana-files')))
      const old = await build()
      await page.getByRole('button', { name: 'Play', exact: true }).click()
      const audio = page.locator('audio')
      await expect.poll(() => audio.evaluate((element: HTMLAudioElement) => element.currentTime)).toBeGreaterThan(0.5)

      front.renew()
      await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())!.update())
      const notice = page.getByRole('status').filter({ hasText: 'A new version of Otodana is ready.' })
      await expect(notice).toBeVisible()
      await expectAccessible(page)
      expect(await builds()).toHaveLength(2)
      const there = await audio.evaluate((element: HTMLAudioElement) => element.currentTime)
      await expect.poll(() => audio.evaluate((element: HTMLAudioElement) => element.currentTime)).toBeGreaterThan(there)
      expect(await audio.evaluate((element: HTMLAudioElement) => element.paused)).toBe(false)

      await notice.getByRole('button', { name: 'Reload' }).click()
      await expect.poll(build).toBe(`${old}NEW`)
      await hydrated(page)
      await expect(page.getByRole('heading', { name: '雨の夜' })).toBeVisible()
      // No page of the old build is open: its files go.
      await expect.poll(builds, { timeout: 60_000 }).toEqual([`otodana-files ${old}NEW`])
      await expect(notice).toBeHidden()
    } finally {
      front.close()
    }
  },
)
