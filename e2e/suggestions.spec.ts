/** What is popular, recommended and similar: on shelves beside what was asked for, and on screens of its own. */
import { randomInt, randomUUID } from 'node:crypto'

import type { Session, Work } from '@otodana/contract'
import type { APIRequestContext, Locator } from '@playwright/test'

import { expect, expectAccessible, keepSettings, test, type Page } from './fixtures.ts'
import { follow } from './follow.ts'
import { hydrated } from './hydrated.ts'

test.use({ hasShelves: true })

const shown = { showPopularAtHome: true, showRecommendAtHome: true, showSimilarWorksAtWorkDetail: true }
const shelf = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const covers = (of: Locator) => of.getByRole('listitem')
const scrolled = (of: Locator) => of.getByRole('list').evaluate((list) => list.scrollLeft)

/** A listener who has heard the most popular work to its end: it is not recommended any more, and others are because of it. */
async function aListener(request: APIRequestContext): Promise<{ recommenderUuid: string; heard: Work }> {
  const ask = async <T>(path: string, data: object) => {
    const answer = await request.post(`/api/recommender/${path}`, { data })
    expect(answer.ok()).toBe(true)
    return (await answer.json()) as T
  }
  const { works } = await ask<{ works: Work[] }>('popular', {})
  const heard = works[0]!
  const recommenderUuid = randomUUID()
  for (const type of ['start-listen', 'listen-30percent', 'listen-60percent', 'listen-90percent'])
    await ask('feedback', { type, recommenderUuid, itemId: heard.id })
  // The first model is made while the server is already there.
  const reasons = async () =>
    (await ask<{ reasons: unknown[] }>('recommend-for-user', { recommenderUuid, withReasons: 1 })).reasons.length
  await expect.poll(reasons).toBeGreaterThan(0)
  return { recommenderUuid, heard }
}

test('LIB-05 ◆ two shelves above the first page rotate while not in use, and cause no layout shift', async ({
  page,
  request,
  isMobile,
}) => {
  const { recommenderUuid } = await aListener(request)
  await keepSettings(page, { ...shown, recommenderUuid })
  await page.addInitScript(() => {
    window.shifts = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.shifts += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.clock.install()
  await page.goto('/works')
  await hydrated(page)
  const popular = shelf(page, 'Popular')
  const mine = shelf(page, 'For you')
  await expect(covers(popular)).toHaveCount(20)
  await expect(mine).toBeVisible({ visible: !isMobile })
  expect(await page.evaluate(() => window.shifts)).toBeLessThan(0.02)
  await expectAccessible(page)

  await page.mouse.move(5, 790)
  await page.clock.runFor(4_500)
  await expect.poll(() => scrolled(popular)).toBeGreaterThan(50)
  await covers(popular).getByRole('link').nth(2).focus()
  // It may be moving yet.
  let stands = -1
  await expect
    .poll(async () => {
      const before = stands
      stands = await scrolled(popular)
      return stands === before
    })
    .toBe(true)
  await page.clock.runFor(13_000)
  expect(await scrolled(popular)).toBe(stands)

  // On a phone one has the place, and leads to the other.
  if (isMobile) {
    await popular.getByRole('button', { name: 'For you' }).click()
    await expect(popular).toBeHidden()
    await expect(mine.getByRole('link', { name: 'For you' })).toBeFocused()
  }
  await expect(covers(mine)).toHaveCount(20)
  const stop = mine.getByRole('button', { name: 'Stop automatic scrolling: For you' })
  await stop.click()
  await expect(stop).toHaveCount(0)
  // For good on this device.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('stopped-shelves'))).toContain('recommended')

  // Back from a work, its card is where one was.
  const first = covers(mine).getByRole('link').first()
  const href = await first.getAttribute('href')
  await first.click()
  await expect(page).toHaveURL(href!)
  await expect(page.getByRole('main').getByRole('link', { name: 'Back to Library' })).toBeVisible()
})

test(
  'LIB-05 LIB-11 shelves are on the first page alone, as the settings and the filter say, and one that says the same is left out',
  { tag: '@anyscreen' },
  async ({ page }) => {
    const asked: { path: string; keyword: string }[] = []
    page.on('request', (call) => {
      if (call.url().includes('/api/recommender/'))
        asked.push({ path: call.url().split('/').at(-1)!, ...(call.postDataJSON() as { keyword: string }) })
    })
    // Known, but nothing is known of them: what is recommended is what is popular.
    await keepSettings(page, { ...shown, recommenderUuid: randomUUID() })
    await page.goto('/works')
    await hydrated(page)
    await expect(covers(shelf(page, 'Popular'))).toHaveCount(20)
    // The popular ones came with the page.
    await expect.poll(() => asked.map(({ path, keyword }) => `${path}${keyword}`)).toEqual(['recommend-for-user '])
    await expect(page.locator('[data-shelf]')).toHaveCount(1)
    for (const path of ['/works?page=2', '/works?keyword=rain']) {
      await follow(page, path)
      await expect(page.getByRole('article').first()).toBeVisible()
      await expect(page.locator('[data-shelves]')).toHaveCount(0)
    }

    await follow(page, '/settings')
    await page.getByRole('checkbox', { name: 'Popular works in the library' }).uncheck()
    await follow(page, '/works')
    // Beside nothing that is popular it is no repetition.
    await expect(covers(shelf(page, 'For you'))).toHaveCount(20)
    await expect(shelf(page, 'Popular')).toHaveCount(0)
    await page.evaluate(() => {
      const settings = JSON.parse(localStorage.getItem('settings')!) as { values: object }
      localStorage.setItem(
        'settings',
        JSON.stringify({ ...settings, values: { ...settings.values, globalFilter: '$-age:adult$' } }),
      )
      dispatchEvent(new StorageEvent('storage', { key: 'settings' }))
    })
    await expect.poll(() => asked.at(-1)?.keyword).toBe('$-age:adult$')
    await expect(covers(shelf(page, 'For you')).first()).toBeVisible()
  },
)

test(
  'LIB-18 members who see the library in another order have a row of what was added last',
  { tag: '@anyscreen' },
  async ({ page, request }) => {
    const headers = { 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` }
    const data = { name: `back${randomUUID().slice(0, 12)}`, password: 'rain on the roof' }
    const { token } = (await (await request.post('/api/auth/reg', { headers, data })).json()) as Session
    const { works } = (await (await request.get('/api/works')).json()) as { works: Work[] }
    const recent = shelf(page, 'Recently added')
    await page.goto('/works?sortOption=dl_count')
    await hydrated(page)
    await expect(shelf(page, 'Popular')).toBeVisible()
    await expect(recent).toHaveCount(0)

    await page.evaluate((given) => localStorage.setItem('jwt-token', given), token)
    await page.goto('/works?sortOption=dl_count')
    await hydrated(page)
    await expect(covers(recent)).toHaveCount(20)
    await expect(covers(recent).first()).toContainText(works[0]!.title)
    await recent.getByRole('link', { name: 'Recently added' }).click()
    await expect(page).toHaveURL('/works')
    // The list begins with them.
    await expect(recent).toHaveCount(0)

    await follow(page, '/settings')
    await page.getByRole('checkbox', { name: 'Recently added works in the library' }).uncheck()
    await page.goto('/works?sortOption=dl_count')
    await hydrated(page)
    await expect(shelf(page, 'Popular')).toBeVisible()
    await expect(recent).toHaveCount(0)
  },
)

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('LIB-17 the popular row is in the page as it is with scripts', async ({ page, allow }) => {
    allow(/^request failed: GET \S+\.js csp$/)
    await page.goto('/works')
    const row = shelf(page, 'Popular')
    await expect(covers(row)).toHaveCount(20)
    const [first, second] = [await covers(row).nth(0).boundingBox(), await covers(row).nth(1).boundingBox()]
    expect(second!.y).toBe(first!.y)
    expect((await row.boundingBox())!.height).toBeLessThan(260)
    await expect(row.getByRole('button')).toHaveCount(0)
    // It may be switched off on this device: then none of its covers is loaded.
    await expect(page.locator('link[rel=preload][as=image][imagesizes*="10.5rem"]')).toHaveCount(0)
  })
})

test(
  'LIB-08 NAV-05 NAV-07 what is popular is read page by page, and the menu leads there',
  { tag: '@anyscreen' },
  async ({ page }) => {
    await page.goto('/works')
    await hydrated(page)
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Popular works' }).click()
    await expect(page).toHaveTitle('Popular works | Page 1 | Otodana')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Popular works')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Back' })).toHaveCount(0)
    await expect(page.getByRole('article')).toHaveCount(20)
    await expect(page.locator('[data-shelf]')).toHaveCount(0)
    await expect(page.getByRole('combobox', { name: 'Sort' })).toHaveCount(0)
    await expectAccessible(page)
    const best = await page.getByRole('article').first().getByRole('heading').innerText()
    await page.getByRole('link', { name: 'Next page' }).click()
    await expect(page).toHaveTitle('Popular works | Page 2 | Otodana')
    await expect(page).toHaveURL('/popular?page=2')
    await expect(page.getByRole('article').first().getByRole('heading')).not.toHaveText(best)
    await page.goto('/popular?page=99')
    await expect(page.getByText('The list ends before this page.')).toBeVisible()
    await page.getByRole('link', { name: 'Go to the first page' }).click()
    await expect(page.getByRole('article').first().getByRole('heading')).toHaveText(best)
  },
)

test(
  'LIB-08 REC-01 ◆ what is recommended says because of what, and that nothing is known yet',
  { tag: '@anyscreen' },
  async ({ page, request }) => {
    await page.goto('/recommend')
    await expect(page.getByText(/^Play something and we’ll tailor this page/)).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(20)
    await expectAccessible(page)

    const { recommenderUuid, heard } = await aListener(request)
    await page.evaluate((values) => localStorage.setItem('settings', JSON.stringify({ version: 1, values })), {
      recommenderUuid,
    })
    await page.reload()
    const reasons = page.getByRole('link', { name: `Because you listened to “${heard.title}”` })
    await expect(reasons.first()).toBeVisible()
    await expect(page).toHaveTitle('Recommended | Page 1 | Otodana')
    await expectAccessible(page)
    await reasons.first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heard.title)
  },
)

test(
  'WRK-01 LIB-11 similar works stand below the files, within the filter, and the way back stays the first one',
  { tag: '@anyscreen' },
  async ({ page }) => {
    await page.goto('/works')
    await hydrated(page)
    await page.getByRole('article').first().getByRole('heading').getByRole('link').click()
    const similar = shelf(page, 'Similar works')
    await page.locator('#work-tree').scrollIntoViewIfNeeded()
    await expect(covers(similar).first()).toBeVisible()
    await expectAccessible(page)
    const href = await covers(similar).getByRole('link').first().getAttribute('href')
    await covers(similar).getByRole('link').first().click()
    await expect(page).toHaveURL(href!)
    await expect(page.getByRole('main').getByRole('link', { name: 'Back to Library' })).toBeVisible()

    // The page's own call without a filter may still be under way.
    const filtered = page.waitForRequest(
      (call) => call.url().endsWith('/item-neighbors') && call.postData()?.includes('"$tag:no such tag$"') === true,
    )
    await page.evaluate(() => {
      localStorage.setItem('settings', JSON.stringify({ version: 1, values: { globalFilter: '$tag:no such tag$' } }))
      dispatchEvent(new StorageEvent('storage', { key: 'settings' }))
    })
    await page.locator('#work-tree').scrollIntoViewIfNeeded()
    await filtered
    await expect(similar).toHaveCount(0)
  },
)
