/** One work in several languages: one card, its page's switch, and what progress with one edition says on the others. */
import { randomInt } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Session } from '@otodana/contract'

import { expect, expectAccessible, test as base, type Page } from './fixtures.ts'
import { hydrated } from './hydrated.ts'
import { showListOptions } from './list-options.ts'
import { startServer } from './start-server.ts'

const ORIGINAL = 'RJ01230001'
const [ENGLISH, CHINESE, KOREAN, OTHER] = ['RJ01230002', 'RJ01230003', 'RJ01230009', 'RJ01230004']

const editions = [
  { lang: 'JPN', code: ORIGINAL },
  { lang: 'KO_KR', code: KOREAN },
]
const works = {
  [ORIGINAL]: { title: '雨やどりの図書室', language: 'JPN', editions },
  [ENGLISH]: { title: 'The Library in the Rain', language: 'ENG', original: ORIGINAL, editions },
  // Of the translation.
  [CHINESE]: { title: '避雨的图书室', language: 'CHI_HANS', original: ENGLISH },
  [OTHER]: { title: '夕暮れの鐘', language: 'JPN' },
}

async function startSite() {
  const library = mkdtempSync(join(tmpdir(), 'otodana-editions-'))
  for (const [code, sidecar] of Object.entries(works)) {
    mkdirSync(join(library, code))
    writeFileSync(join(library, code, 'otodana.json'), JSON.stringify(sidecar))
    for (let file = 0; file < 30; file += 1) writeFileSync(join(library, code, `${file} ${code}.txt`), '雨')
  }
  const server = await startServer({ env: { LIBRARY_DIRS: library } })
  return {
    url: server.url,
    async stop() {
      await server.stop()
      rmSync(library, { recursive: true, force: true })
    },
  }
}

const test = base.extend<{ site: Awaited<ReturnType<typeof startSite>> }>({
  site: async ({ startOnce }, use) => use(await startOnce(startSite)),
  baseURL: async ({ site }, use) => use(site.url),
})

const cards = (page: Page) => page.getByRole('article')
const headings = (page: Page) => cards(page).getByRole('heading')
const languages = (page: Page) => page.getByRole('navigation', { name: 'Languages' })

test.describe.configure({ mode: 'default' })

test.describe('as the server draws it', () => {
  test.use({ javaScriptEnabled: false })
  for (const [locale, title, shown] of [
    ['ja-JP', works[ORIGINAL].title, '日本語'],
    ['en-US', works[ENGLISH]!.title, 'EN'],
    ['zh-CN', works[CHINESE]!.title, '简中'],
  ] as const) {
    test.describe(locale, () => {
      test.use({ locale })
      test(
        'EDI-11 EDI-12 a card opens in the language of the page, and names the others',
        { tag: '@anyscreen' },
        async ({ page, allow }) => {
          allow(/^request failed: GET \S+\.js csp$/)
          await page.goto('/works?sortOption=id')
          await expect(headings(page)).toHaveText([works[OTHER]!.title, title])
          const card = cards(page).nth(1)
          await expect(card.locator('[aria-current]')).toHaveText(shown)
          await expect(card.getByRole('listitem').filter({ hasText: /^(?:日本語|EN|简中)$/ })).toHaveText([
            '日本語',
            'EN',
            '简中',
          ])
        },
      )
    })
  }
})

test('EDI-12 EDI-13 the language and a card for each edition are chosen above the list, and hold', async ({ page }) => {
  // A dialog that is fading in has too little contrast.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/works?sortOption=id')
  await hydrated(page)
  await expect(page.getByText('2 works')).toBeVisible()
  await showListOptions(page)
  await page.getByRole('button', { name: 'Languages of works' }).click()
  const dialog = page.getByRole('dialog', { name: 'Languages of works' })
  await expectAccessible(page)
  await dialog.getByRole('combobox', { name: 'Preferred language' }).selectOption('简体中文')
  await expect(headings(page)).toHaveText([works[OTHER]!.title, works[CHINESE]!.title])
  await dialog.getByText('A card for each edition', { exact: true }).click()
  await expect(cards(page)).toHaveCount(4)
  await page.keyboard.press('Escape')
  await expect(page.getByText('4 works')).toBeVisible()

  await page.goto('/settings#editions')
  await hydrated(page)
  await expect(page.getByRole('radio', { name: 'A card for each edition' })).toBeChecked()
  await page.getByText('One card', { exact: true }).click()
  await page.goto('/works?sortOption=id')
  await expect(headings(page)).toHaveText([works[OTHER]!.title, works[CHINESE]!.title])
  // A search for one edition finds that one.
  await page.goto(`/works?keyword=${ORIGINAL}`)
  await expect(headings(page)).toHaveText([works[ORIGINAL].title])
})

test(
  'EDI-14 EDI-15 the editions of a work are switched by keyboard, and the place is kept',
  { tag: '@anyscreen' },
  async ({ page }) => {
    await page.goto(`/work/${ENGLISH}`)
    await hydrated(page)
    await expect(languages(page).getByRole('link')).toHaveText(['日本語', 'English', '简体中文'])
    await expect(languages(page).locator('[aria-current]')).toHaveText('English')
    await expect(languages(page).getByText('English')).toHaveAttribute('lang', 'en')
    await expect(languages(page)).toContainText('1 more edition, not in this library')
    await expectAccessible(page)

    await page.evaluate(() => scrollTo({ top: 120, behavior: 'instant' }))
    await languages(page).getByRole('link', { name: 'English' }).focus()
    // It is fetched before it is followed.
    const prefetched = page.waitForResponse(/\/api\/tracks\//)
    await page.keyboard.press('Tab')
    await prefetched
    const top = await page.evaluate(() => scrollY)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(works[CHINESE]!.title)
    await expect(page).toHaveURL(new RegExp(`/work/${CHINESE}$`))
    await expect(languages(page).locator('[aria-current]')).toBeFocused()
    await expect(page.getByText(`0 ${CHINESE}.txt`, { exact: true })).toBeAttached()
    expect(await page.evaluate(() => scrollY)).toBe(top)
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(works[ENGLISH]!.title)
  },
)

test('EDI-09 EDI-16 what was listened to in one language is marked on all', { tag: '@anyscreen' }, async ({ page }) => {
  const answer = await page.request.post('/api/auth/reg', {
    data: { name: `reader${process.pid}x${randomInt(1_000_000)}`, password: 'rain on the roof' },
  })
  const { token } = (await answer.json()) as Session
  await page.goto('/robots.txt')
  await page.evaluate((value) => localStorage.setItem('jwt-token', value), token)
  await page.goto(`/work/${ORIGINAL}`)
  await hydrated(page)
  await page.getByRole('combobox', { name: 'Listening status' }).selectOption('Listened')
  await languages(page).getByRole('link', { name: 'English' }).click()
  const marks = page.getByRole('region', { name: 'Your rating' })
  await expect(marks).toContainText('Listened (日本語)')
  await expect(page.getByRole('combobox', { name: 'Listening status' })).toHaveValue('')
  await page.goto('/works?sortOption=id')
  await expect(cards(page).nth(1)).toContainText('Listened (日本語)')
  await expect(cards(page).nth(0)).not.toContainText('Listened')
})
