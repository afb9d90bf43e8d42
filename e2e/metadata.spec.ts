/** From bare folders to a filled library: metadata from a local server that speaks like the store of the codes. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { MetadataFetch, Session } from '@otodana/contract'

import { startMetadataStore } from '../apps/server/test/metadata-store.ts'
import { expect, expectAccessible, test as base } from './fixtures.ts'
import { hydrated } from './hydrated.ts'
import { startServer } from './start-server.ts'

/** As the store gives them. */
const samples = ['/maniax/sample1.jpg', '/maniax/sample2.jpg'].map((url) => ({ url }))
const codes = ['RJ01230001', 'RJ01230002', 'RJ01230003']

async function startSite() {
  const library = mkdtempSync(join(tmpdir(), 'otodana-bare-'))
  for (const code of codes) {
    mkdirSync(join(library, code))
    writeFileSync(join(library, code, '01.txt'), '雨')
  }
  const store = await startMetadataStore([
    { code: 'RJ01230001', title: '雨やどりの図書室', product: { image_samples: samples } },
    { code: 'RJ01230002', title: '夕暮れの鐘' },
  ])
  const env = { LIBRARY_DIRS: library, DLSITE_URL: store.url, METADATA_DELAY_SECONDS: '0' }
  const server = await startServer({ env })
  const answer = await fetch(`${server.url}/api/auth/reg`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'the-keeper', password: 'rain on the roof' }),
  })
  return {
    server,
    store,
    admin: (await answer.json()) as Session,
    async stop() {
      await server.stop()
      await store.close()
      rmSync(library, { recursive: true, force: true })
    },
  }
}

type Site = Awaited<ReturnType<typeof startSite>>

/** Tests with a server of their own: what one looks up is no longer new to the other. */
const testWith = (start: () => Promise<Site>) =>
  base.extend<{ site: Site }>({
    site: async ({ startOnce }, use) => use(await startOnce(start)),
    baseURL: async ({ site }, use) => use(site.server.url),
  })
const test = testWith(startSite)
const startSecondSite = () => startSite()
const testOneWork = testWith(startSecondSite)

test(
  'META-02 META-03 META-04 META-61 META-62 an administrator fills a library of bare folders, and sees what was not found or failed',
  { tag: '@anyscreen' },
  async ({ page, site: { admin, store } }) => {
    await page.goto('/robots.txt')
    await page.evaluate((token) => localStorage.setItem('jwt-token', token), admin.token)
    await page.goto('/admin?part=library')
    await hydrated(page)
    const part = page.getByRole('region', { name: 'Metadata' })
    await expect(part).toContainText('3 works have only their folder’s name')
    await expect(part).toContainText(`are sent to ${new URL(store.url).host}; nothing else is`)
    await expectAccessible(page)
    expect(store.requests).toEqual([])

    // The store's maintenance page is no answer: the provider is left alone, and nothing is lost.
    store.answer((_, response) => void response.writeHead(503, { 'retry-after': '3' }).end('<html>'))
    await part.getByRole('button', { name: 'Look them up' }).click()
    await expect(part.getByRole('status')).toHaveText('Waiting for the provider')
    await expect(part).toContainText('The next attempt is in ')
    await expect(part).toContainText('0 of 3 works')
    await expect(part).toContainText('answered with status 503')
    await expectAccessible(page)
    await part.getByRole('button', { name: 'Cancel the lookup' }).click()
    await expect(part.getByRole('status')).toHaveText(/^The lookup was cancelled/)

    store.answer(null)
    store.answerCover('no picture')
    await part.getByRole('button', { name: 'Look up missing works' }).click()
    await expect(part).toContainText('Found: 2. Not found: 1.', { timeout: 60_000 })
    await part.getByRole('button', { name: 'Look up missing works' }).click()
    await expect(part).toContainText('Nothing to look up')
    await part.getByText('2 lookups failed').click()
    await expect(part.getByRole('listitem').first()).toContainText('The picture is unusable')
    await expectAccessible(page)
    store.answerCover(null)
    await part.getByRole('button', { name: 'Retry all' }).click()
    await expect(part.getByText('lookups failed')).toHaveCount(0)

    // All again is asked about first, and can be cancelled.
    await part.getByRole('button', { name: 'Look up all works again' }).click()
    await expect(part.getByRole('group', { name: 'Look up all 3 works again?' })).toBeVisible()
    await part.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect(part.getByRole('button', { name: 'Look up all works again' })).toBeVisible()

    await part.getByText('1 work was not found').click()
    await expect(part.getByRole('listitem')).toContainText('RJ01230003')
    await expectAccessible(page)
    const asked = store.requests.length
    await part.getByRole('button', { name: 'Look these up again' }).click()
    await expect.poll(() => store.requests.length).toBeGreaterThan(asked)

    await part.getByLabel('Refresh sales').selectOption('Every 7 days')
    await page.reload()
    await expect(part.getByLabel('Refresh sales')).toHaveValue('7')

    await page.goto('/works')
    await hydrated(page)
    const card = page.getByRole('article').filter({ hasText: '雨やどりの図書室' })
    await expect(card).toContainText('月影工房')
    await expect(card.getByRole('img').or(card.locator('img')).first()).toHaveJSProperty('complete', true)
    await page.goto('/work/RJ01230002')
    await hydrated(page)
    await expect(page.getByRole('heading', { name: '夕暮れの鐘' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Rain', exact: true })).toBeVisible()
    await expectAccessible(page)
  },
)

testOneWork(
  'META-60 META-63 META-66 META-67 an administrator looks one work up again on its page, and sees what has changed',
  { tag: '@anyscreen' },
  async ({ page, request, allow, site: { admin, store } }) => {
    allow(/status of 409/)
    await page.goto('/robots.txt')
    await page.evaluate((token) => localStorage.setItem('jwt-token', token), admin.token)
    await page.goto('/work/RJ01230001')
    await hydrated(page)
    const dialog = page.getByRole('dialog', { name: 'Look up again' })
    await page.getByRole('button', { name: 'Look up again' }).click()
    await expect(dialog.getByRole('alert')).toContainText('The metadata lookup is off')
    await expectAccessible(page)

    const headers = { authorization: `Bearer ${admin.token}` }
    await request.put('/api/admin/metadata', { headers, data: { isOn: true } })
    const status = async () => (await (await request.get('/api/admin/metadata', { headers })).json()) as MetadataFetch
    await expect.poll(async () => (await status()).found, { timeout: 60_000 }).toBe(2)
    await expect.poll(async () => (await status()).extras, { timeout: 60_000 }).toBe(0)
    await page.reload()
    await hydrated(page)
    const samples = page.getByRole('region', { name: 'Sample pictures' })
    await samples.getByRole('button', { name: 'Sample picture 1' }).click()
    const viewer = page.getByRole('dialog', { name: 'Sample picture 1' })
    await expect(viewer.getByRole('img')).toHaveJSProperty('complete', true)
    await page.keyboard.press('Escape')

    store.change('RJ01230001', {
      product: { image_samples: samples, title_name: '雨やどり', title_id: 'SRI0000001' },
    })
    await page.getByRole('button', { name: 'Look up again' }).click()
    await expect(dialog.getByText('These fields have changed:')).toBeVisible({ timeout: 60_000 })
    await expect(dialog.getByRole('definition')).toHaveText('雨やどり')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('navigation', { name: 'Series' })).toContainText('雨やどり')

    store.answer((_, response) => void response.end('{}'))
    await page.getByRole('button', { name: 'Look up again' }).click()
    await expect(dialog.getByRole('alert')).toContainText('sent something other than a list of works', {
      timeout: 60_000,
    })
    store.answer(null)
    await page.keyboard.press('Escape')

    // A pause stays until it is ended here.
    await request.put('/api/admin/metadata', { headers, data: { isPaused: true } })
    store.change('RJ01230001', { title: '雨やどりの書庫' })
    await page.getByRole('button', { name: 'Look up again' }).click()
    await expect(dialog.getByRole('status')).toHaveText('The lookup is paused')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Resume' }).click()
    await expect(dialog.getByRole('definition').first()).toHaveText('雨やどりの書庫', { timeout: 60_000 })
    await page.keyboard.press('Escape')
    // The page's title and the cover, which browsers keep for a day, are new too.
    await expect(page).toHaveTitle(/雨やどりの書庫/)
    await expect(page.locator('img[src*="/api/cover/1230001"][src*="shown="]').first()).toBeAttached()
  },
)
