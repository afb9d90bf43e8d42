import type { CountedCircle, CountedTag } from '@otodana/contract'
import type { Page } from '@playwright/test'

import { expect, expectAccessible, test } from './fixtures.ts'
import { follow } from './follow.ts'
import { hydrated } from './hydrated.ts'

const names = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.locator('[title*=work]') })

/** Which of the names stands in the middle of the window; 0 while there is none. */
const placeInMiddle = (page: Page) =>
  page.evaluate(() => {
    const item = document
      .elementsFromPoint(innerWidth / 4, innerHeight / 2)
      .concat(document.elementsFromPoint(innerWidth / 4, innerHeight / 2 + 10))
      .find((element) => element.matches('li'))
    return Number(item?.getAttribute('aria-posinset') ?? 0)
  })

test(
  'IDX-01 every circle with its number of works, those with the most first; each leads to its search',
  { tag: '@anyscreen' },
  async ({ page, request }) => {
    const circles = (await (await request.get('/api/circles/')).json()) as CountedCircle[]
    await page.goto('/circles')
    await hydrated(page)
    await expect(names(page)).toHaveCount(circles.length)
    const counts = (await names(page).locator('[title*=work]').allInnerTexts()).map(Number)
    expect(counts).toEqual(counts.toSorted((a, b) => b - a))
    expect(counts.reduce((sum, count) => sum + count)).toBe(circles.reduce((sum, { count }) => sum + count, 0))
    const circle = circles[0]!
    await names(page).getByRole('link', { name: circle.name }).first().click()
    await expect(page).toHaveURL((url) => url.searchParams.get('keyword') === `$circle:${circle.name}$`)
    await expect(page.getByRole('article')).toHaveCount(circle.count)
  },
)

test(
  'IDX-01 names are filtered as one types, whatever the width, case and kana; back brings filter and place back',
  { tag: '@anyscreen' },
  async ({ page }) => {
    await page.goto('/circles')
    await hydrated(page)
    const filter = page.getByRole('searchbox', { name: 'Filter circles' })
    await filter.pressSequentially('オトノハ研究室z')
    await expect(names(page)).toHaveText([/ｵﾄﾉﾊ研究室Ｚ/])
    await expect(page.getByRole('status').filter({ hasText: /^1 of \d+$/ })).toBeVisible()
    await expect(page).toHaveURL((url) => url.searchParams.get('q') === 'オトノハ研究室z')
    await filter.fill('みみかき')
    await expect(names(page)).toHaveText([/きつね堂みみかき店/])
    await expect(page).toHaveURL((url) => url.searchParams.get('q') === 'みみかき')
    await names(page).getByRole('link').click()
    await expect(page.getByRole('article').first()).toBeVisible()
    await page.goBack()
    await expect(filter).toHaveValue('みみかき')
    await expect(names(page)).toHaveCount(1)
    await filter.fill('nobody is called this')
    await expect(page.getByText('No matches')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Show all' }).click()
    await expect(filter).toHaveValue('')
    await expect(page).toHaveURL(/\/circles$/)
    await expect.poll(() => names(page).count()).toBeGreaterThan(10)
  },
)

test(
  'IDX-01 the sort is in the address; by name it is the language’s order',
  { tag: '@anyscreen' },
  async ({ page }) => {
    await page.goto('/vas')
    await hydrated(page)
    await page.getByRole('link', { name: 'Name', exact: true }).click()
    await expect(page).toHaveURL('/vas?sort=name')
    await expect(page.getByRole('link', { name: 'Name', exact: true })).toHaveAttribute('aria-current', 'true')
    const shown = async () => {
      const texts = await names(page).locator('a > span:first-child').allInnerTexts()
      return texts.map((name) => name.trim())
    }
    const isSorted = async () => {
      const texts = await shown()
      const sorted = texts.toSorted(new Intl.Collator('en', { numeric: true }).compare)
      return texts.length > 1 && texts.join('\n') === sorted.join('\n')
    }
    await expect.poll(isSorted).toBe(true)
  },
)

test(
  'IDX-01 I18N-04 tags follow the language and the milder names, and are searched by their own',
  { tag: '@anyscreen' },
  async ({ page, request }) => {
    const tags = (await (await request.get('/api/tags/')).json()) as CountedTag[]
    const tag = tags.find(({ i18n }) => i18n['en-us']?.censored)!
    const english = tag.i18n['en-us']!
    await page.goto('/tags')
    await hydrated(page)
    await expect(names(page).getByText(english.name, { exact: true })).toBeVisible()
    await page.evaluate(() =>
      localStorage.setItem('settings', JSON.stringify({ version: 1, values: { showCensoredTag: true } })),
    )
    await page.reload()
    await hydrated(page)
    const link = names(page).getByRole('link', { name: english.censored! })
    await expect(link).toBeVisible()
    await expect(names(page).getByText(english.name, { exact: true })).toHaveCount(0)
    await link.click()
    await expect(page).toHaveURL((url) => url.searchParams.get('keyword') === `$tag:${tag.name}$`)
    await expect(page.getByRole('article').first()).toBeVisible()
  },
)

test.describe('of twenty thousand circles', () => {
  const parts = [
    '硝子',
    '青い',
    'Lantern',
    'みみ',
    'カキ',
    '工房',
    'Studio',
    '夜',
    '雨音',
    '猫',
    '月',
    'ラボ',
    '森',
    '星',
  ]
  const circles: CountedCircle[] = Array.from({ length: 20_000 }, (_, at) => ({
    id: at + 1,
    name: `${parts[at % 14]}${parts[(at * 5 + 3) % 13]} ${at}`,
    source_id: `RG${at}`,
    source_type: 'DLSITE',
    count: Math.max(1, 2_000 - at),
  }))

  test.beforeEach(async ({ page }) => {
    await page.route('**/api/circles/', (route) => route.fulfill({ json: circles }))
    await page.goto('/tags')
    await hydrated(page)
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Circles' }).click()
    await expect(page.getByRole('status').filter({ hasText: '20,000 circles' })).toBeVisible()
  })

  test('IDX-01 only those near the window are in the page, wherever it is scrolled to', async ({ page }) => {
    await expect.poll(() => names(page).count()).toBeLessThan(400)
    await expect(names(page).first()).toHaveAttribute('aria-setsize', '20000')
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    await page.evaluate((to) => scrollTo(0, to), height / 2)
    await expect.poll(async () => Math.abs((await placeInMiddle(page)) - 10_000)).toBeLessThan(1_000)
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await expect(names(page).last()).toHaveAttribute('aria-posinset', '20000')
    await expect(names(page).last()).toBeInViewport()
    await expectAccessible(page)
  })

  test('IDX-01 NAV-04 back from a search is the place that was left', { tag: '@anyscreen' }, async ({ page }) => {
    await page.evaluate(() => scrollTo(0, 20_000))
    await expect.poll(() => placeInMiddle(page)).toBeGreaterThan(500)
    const place = await placeInMiddle(page)
    const before = await page.evaluate(() => scrollY)
    await page.locator(`[aria-posinset="${place}"]`).getByRole('link').click()
    await expect(page).toHaveURL(/\/works\?keyword=/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Results for /)
    await page.goBack()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(before)
    await expect.poll(() => placeInMiddle(page)).toBe(place)
  })

  test(
    'IDX-01 NAV-04 back from a search that has not come yet is the place that was left',
    { tag: '@anyscreen' },
    async ({ page }) => {
      await page.route('**/api/search/**', () => {
        // It never comes.
      })
      await page.evaluate(() => scrollTo(0, 20_000))
      await expect.poll(() => placeInMiddle(page)).toBeGreaterThan(500)
      const place = await placeInMiddle(page)
      await page.locator(`[aria-posinset="${place}"]`).getByRole('link').click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Results for /)
      await expect(names(page)).toHaveCount(0)
      // The page has become short, and where it is scrolled to with it.
      await expect.poll(() => page.evaluate(() => scrollY)).toBeLessThan(10_000)
      await page.goBack()
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(20_000)
      await expect.poll(() => placeInMiddle(page)).toBe(place)
    },
  )

  test(
    'IDX-01 what is typed while the list is scrolled away brings it back to its top',
    { tag: '@anyscreen' },
    async ({ page }) => {
      await page.evaluate(() => scrollTo(0, 100_000))
      await expect(names(page).first()).not.toHaveAttribute('aria-posinset', '1')
      const filter = page.getByRole('searchbox', { name: 'Filter circles' })
      await expect(filter).toBeInViewport()
      await filter.pressSequentially('lantern 1')
      await expect(names(page).first()).toHaveAttribute('aria-posinset', '1')
      await expect(names(page).first()).toBeInViewport()
      await expect(names(page).first()).toContainText('Lantern')
      await expect.poll(() => names(page).count()).toBeLessThan(400)
    },
  )

  test(
    'IDX-01 the arrow keys go from the field into the list and through it',
    { tag: '@anyscreen' },
    async ({ page }) => {
      await page.getByRole('searchbox', { name: 'Filter circles' }).focus()
      await page.keyboard.press('ArrowDown')
      await expect(names(page).first().getByRole('link')).toBeFocused()
      const place = async () => Number(await page.locator('li:has(:focus)').getAttribute('aria-posinset'))
      await page.keyboard.press('ArrowRight')
      await expect.poll(place).toBe(2)
      await page.keyboard.press('ArrowDown')
      await expect.poll(place).toBeGreaterThan(3)
      const columns = (await place()) - 2
      // Faster than the list is drawn, every key counts.
      await Promise.all(Array.from({ length: 200 }, () => page.keyboard.press('ArrowDown')))
      await expect.poll(place).toBe(2 + 201 * columns)
      await expect(page.locator('li:has(:focus)')).toBeInViewport()
      await page.keyboard.press('Tab')
      await expect.poll(place).toBe(3 + 201 * columns)
      // The wheel takes the list elsewhere; the keys go on from what has the focus.
      await page.evaluate(() => scrollTo(0, 0))
      await expect(names(page).first()).toBeInViewport()
      await page.keyboard.press('ArrowLeft')
      await expect.poll(place).toBe(2 + 201 * columns)
      await expect(page.locator('li:has(:focus)')).toBeInViewport()
      await expect(names(page).first()).toHaveAttribute('aria-posinset', /^\d{3,}$/)
      await page.keyboard.press('End')
      await expect.poll(place).toBe(20_000)
      await expect(names(page).last()).toBeInViewport()
      await page.keyboard.press('PageUp')
      await expect.poll(place).toBeLessThan(20_000)
      await page.keyboard.press('Home')
      await expect.poll(place).toBe(1)
      await expect(names(page).first()).toBeInViewport()
      await expect.poll(() => names(page).count()).toBeLessThan(400)
    },
  )
})

test(
  'IDX-01 LIB-12 names that do not come are said to be missing, and come when they can',
  { tag: '@anyscreen' },
  async ({ page, context, allow }) => {
    allow(/ERR_INTERNET_DISCONNECTED/)
    await page.route('**/api/circles/', (route) => route.abort('internetdisconnected'))
    await page.goto('/tags')
    await hydrated(page)
    await follow(page, '/circles')
    await expect(page.getByRole('alert')).toContainText('cannot be reached')
    await page.unroute('**/api/circles/')
    // The connection comes back.
    await context.setOffline(true)
    await context.setOffline(false)
    await expect(names(page).first()).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  },
)

test('IDX-01 the first lines stay when the rest does not come', { tag: '@anyscreen' }, async ({ page, allow }) => {
  allow(/status of 500|HTTP 500/)
  await page.route('**/api/circles/', (route) => route.fulfill({ status: 500, json: { error: 'server.failed' } }))
  await page.goto('/circles')
  await hydrated(page)
  const notice = page.getByRole('alert').filter({ hasText: 'The rest of the list could not be loaded' })
  await expect(notice).toBeVisible()
  await expect.poll(() => names(page).count()).toBeGreaterThan(10)
  await page.unroute('**/api/circles/')
  await notice.getByRole('button', { name: 'Try again' }).click()
  await expect(notice).toHaveCount(0)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test(
    'IDX-01 SHR-03 names are links in the page, and a form filters them',
    { tag: '@anyscreen' },
    async ({ page, allow }) => {
      allow(/^request failed: GET \S+\.js csp$/)
      await page.goto('/circles')
      expect(await names(page).getByRole('link').count()).toBeGreaterThan(10)
      await page.getByRole('searchbox', { name: 'Filter circles' }).fill('LAMP')
      await page.getByRole('searchbox', { name: 'Filter circles' }).press('Enter')
      await expect(names(page)).toHaveText([/Harbor & Lamp/])
      await names(page).getByRole('link').click()
      await expect(page.getByRole('article').first()).toBeVisible()
    },
  )
})

test('axe finds nothing on the lists of names and a filtered list', async ({ page }) => {
  await page.addInitScript(() =>
    localStorage.setItem('settings', '{"version":1,"values":{"globalFilter":"$-age:adult$ $-tag:x$"}}'),
  )
  for (const path of ['/circles', '/tags?sort=name', '/vas', '/works?subtitle=1']) {
    await page.goto(path)
    await hydrated(page)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('[data-unfiltered], [aria-busy=true]')).toHaveCount(0)
    await expectAccessible(page)
  }
})
