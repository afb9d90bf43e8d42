/** A visit of an instance below a path, behind nginx, which also sends its files: nothing leaves the path. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { TrackFile, Work } from '@otodana/contract'

import { freePort } from '../scripts/lib/free-port.ts'
import { createToneLibrary } from './a-library.ts'
import { expect, test as base, type Page } from './fixtures.ts'
import { hydrated } from './hydrated.ts'
import { expectMoving, source, trackList } from './playing.ts'
import { startNginx } from './start-nginx.ts'
import { startServer } from './start-server.ts'

const BASE_PATH = '/otodana'
const WORK = '/work/RJ09900003'
const MEMBER = { name: 'akari', password: 'rain on the roof' }

type Site = {
  /** `http://127.0.0.1:port` of nginx. */
  origin: string
  stopServer: () => Promise<void>
}

const test = base.extend<{ site: Site }>({
  // oxlint-disable-next-line no-empty-pattern
  site: async ({}, use) => {
    const library = createToneLibrary('RJ09900003 雨の夜', [{ name: '01 雨.wav', seconds: 60, strength: () => 0.1 }])
    const folder = mkdtempSync(join(tmpdir(), 'otodana-below-'))
    const port = await freePort()
    const origin = `http://127.0.0.1:${port}`
    const server = await startServer({
      env: {
        LIBRARY_DIRS: library.dir,
        BASE_PATH,
        PUBLIC_URL: origin,
        X_ACCEL_REDIRECT: '/otodana-files',
      },
    })
    const nginx = await startNginx({ folder, port, server: new URL(server.url).host, libraryDir: library.dir })
    await use({ origin, stopServer: server.stop })
    await nginx.stop()
    await server.stop()
    library.remove()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  },
})

test.use({ serviceWorkers: 'allow', hasShelves: true, savesData: false })

/** Every name under which the browser stores something for this origin. */
const storedNames = (page: Page) =>
  page.evaluate(async () => [
    ...Object.keys(localStorage),
    ...Object.keys(sessionStorage).filter((name) => !name.startsWith('tsr-')),
    ...(await caches.keys()),
    ...(await indexedDB.databases()).map(({ name }) => name ?? ''),
  ])

test(
  'SUB-01 SUB-03 SUB-04 behind nginx all is below the base path: pages, calls, sound, a login, what is stored, and offline copies',
  { tag: '@anyscreen' },
  async ({ page, context, site, allow }) => {
    const { origin } = site
    const home = origin + BASE_PATH
    // Of the server while it stops, and of nginx once it is gone.
    allow(/status of 50[23]|HTTP 50[23]/)
    const outside: string[] = []
    context.on('request', (request) => {
      if (request.url().startsWith('http') && !request.url().startsWith(`${home}/`)) outside.push(request.url())
    })

    await page.goto(`${home}/`)
    await hydrated(page)
    await expect(page).toHaveURL(`${home}/works`)
    await expect(page.getByRole('article')).toHaveCount(1)
    for (const link of await page.locator('a[href^="/"]').all())
      expect(await link.getAttribute('href')).toMatch(/^\/otodana\/(?!otodana)/)

    await page.getByRole('banner').getByLabel('Search the library').fill('雨の夜')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/otodana\/works\?keyword=/)
    await page
      .getByRole('article')
      .getByRole('link', { name: /雨の夜/ })
      .first()
      .click()
    await expect(page).toHaveURL(home + WORK)

    await trackList(page).getByRole('link', { name: /雨/ }).click()
    await expectMoving(page)
    expect(await source(page)).toContain(`${home}/api/media/`)

    const account = await page.request.post(`${home}/api/auth/reg`, { data: MEMBER })
    expect(account.status()).toBe(200)
    await page.getByRole('banner').getByRole('button', { name: 'Log in' }).click()
    const login = page.getByRole('dialog', { name: 'Log in', exact: true })
    await login.getByLabel('Name').fill(MEMBER.name)
    await login.getByLabel('Password', { exact: true }).fill(MEMBER.password)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('banner').getByRole('button', { name: `Account: ${MEMBER.name}` })).toBeVisible()
    await page.getByRole('group', { name: 'Your rating' }).locator('label').nth(3).click()
    await expect(page.getByRole('status').filter({ hasText: 'Rating saved' })).toHaveCount(1)

    const kept = () => page.evaluate(async () => [...(await caches.keys())])
    await expect.poll(kept, { timeout: 60_000 }).toContain('/otodana otodana-pages')
    const names = await storedNames(page)
    expect(names).toContain('/otodana jwt-token')
    expect(names.filter((name) => !name.startsWith(`${BASE_PATH} `))).toEqual([])
    const worker = await page.evaluate(async () => (await navigator.serviceWorker.ready).scope)
    expect(worker).toBe(`${home}/`)

    // Ends the stream, which the end of the server would cut off.
    await page.goto('about:blank')
    await site.stopServer()
    await page.goto(home + WORK)
    await hydrated(page)
    await expect(page.getByRole('heading', { name: '雨の夜' })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-kept', /^\d+$/)
    expect(outside).toEqual([])
  },
)

test(
  'SUB-02 SUB-05 what leaves the site names the base path: share tags, manifest, sitemap, robots, and what the API gives to clients',
  { tag: '@anyscreen' },
  async ({ request, site: { origin } }) => {
    const home = origin + BASE_PATH
    const text = async (path: string) => (await request.get(home + path)).text()
    const json = async <T>(path: string) => JSON.parse(await text(path)) as T

    const page = await text(WORK)
    expect(page).toContain(`<link rel="canonical" href="${home}${WORK}"`)
    expect(page).toContain(`content="${home}/api/cover/9900003.jpg?type=main"`)
    expect(await text('/robots.txt')).toContain(`Disallow: ${BASE_PATH}/api/\n`)
    expect(await text('/robots.txt')).toContain(`Sitemap: ${home}/sitemap.xml`)
    expect(await text('/sitemap.xml')).toContain(`<loc>${home}${WORK}</loc>`)
    expect(await json('/manifest.webmanifest')).toMatchObject({
      id: '/otodana/',
      start_url: '/otodana/works',
      scope: '/otodana/',
      icons: [{ src: '/otodana/icons/icon-192.png' }, {}, {}],
    })
    expect(await json('/api/openapi.json')).toMatchObject({ servers: [{ url: BASE_PATH }] })

    // As a client with this address as its host.
    const { works } = await json<{ works: Work[] }>('/api/works')
    expect(works[0]?.mainCoverUrl).toBe(`${home}/api/cover/9900003.jpg?type=main`)
    const [file] = await json<TrackFile[]>('/api/tracks/9900003')
    expect(file?.mediaStreamUrl).toMatch(`${home}/api/media/stream/9900003/`)
    const part = await request.get(file!.mediaStreamUrl, { headers: { range: 'bytes=0-3' } })
    expect([part.status(), await part.text()]).toEqual([206, 'RIFF'])
    expect((await request.get(`${origin}/api/works`)).status()).toBe(404)
  },
)
