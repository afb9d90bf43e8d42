/** Lines that are said in the demo library: found, and played where they are said. */
import type { SubtitlePage } from '@otodana/contract'

import { expect, expectAccessible, type Page } from './fixtures.ts'
import { hydrated, settled } from './hydrated.ts'
import { position, test } from './playing.ts'

const museum = 'A Small Museum of Quiet Things'
/** Stands in its tracks at several times. */
const said = 'Boots by the stove, worries by the door.'
const searchUrl = (keyword: string) => `/subtitles?keyword=${encodeURIComponent(keyword)}`

/** What is found, once everything has been indexed. */
async function search(page: Page, query: string): Promise<SubtitlePage> {
  const ask = async () => {
    const answer = await page.request.get('/api/subtitles/search', { params: { query } })
    return (await answer.json()) as SubtitlePage
  }
  await expect.poll(async () => (await ask()).pagination.totalCount).toBeGreaterThan(0)
  return ask()
}

const results = (page: Page) => page.getByRole('main').getByRole('article')
const lyrics = (page: Page) => page.getByRole('region', { name: 'Subtitles' })

/** Expects that the second track's line sounds, with its subtitle. */
async function expectLine(page: Page, { works }: SubtitlePage): Promise<void> {
  const match = works.find(({ title }) => title === museum)!.matches[1]!
  const line = match.lines[0]!
  const audio = page.locator('audio')
  await expect(audio).toHaveAttribute('src', new RegExp(`/${match.audio!.hash}$`))
  await expect.poll(() => audio.evaluate((element: HTMLAudioElement) => element.paused)).toBe(false)
  await expect.poll(() => position(page)).toBeGreaterThanOrEqual(line.startSeconds)
  expect(await position(page)).toBeLessThan(line.endSeconds + 10)
  await expect(lyrics(page)).toContainText(said)
}

test('LYR-07 a search says in how many works it is said; choosing a line plays it there, with its subtitle', async ({
  page,
}) => {
  const found = await search(page, 'stove worries')
  await page.goto('/works?keyword=stove%20worries')
  await hydrated(page)
  const tabs = page.getByRole('navigation', { name: 'Where to search' })
  await expect(tabs.getByRole('link', { name: 'Works' })).toHaveAttribute('aria-current', 'page')
  await expect(tabs.getByRole('link', { name: 'In subtitles' })).toContainText(String(found.pagination.totalCount))
  await expectAccessible(page)
  await tabs.getByRole('link', { name: 'In subtitles' }).click()
  await expect(page).toHaveURL(/\/subtitles\?keyword=stove\+worries$/)
  await expect(page).toHaveTitle(/“stove worries” in subtitles/)
  const work = results(page).filter({ has: page.getByRole('heading', { name: museum }) })
  const track = work.getByRole('list', { name: 'Lines found in 02 A Fingertip' })
  await expect(track.locator('mark')).toHaveText(['stove', 'worries'])
  await expectAccessible(page)
  await page.keyboard.press('Tab')
  await track.getByRole('link', { name: said }).focus()
  await page.keyboard.press('Enter')
  await expectLine(page, found)
  await page.goBack()
  await expect(page).toHaveURL(/\/works\?keyword=stove/)
  await page.goForward()
  await expect(work).toBeVisible()
})

test(
  'LYR-07 where no work is found, what is said in subtitles is counted and led to',
  { tag: '@anyscreen' },
  async ({ page }) => {
    const { works } = await search(page, '"worries by the door"')
    const lines = works.flatMap(({ matches }) => matches).reduce((sum, { lineCount }) => sum + lineCount, 0)
    await page.goto(`/works?keyword=${encodeURIComponent('"worries by the door"')}`)
    const told = page.getByRole('status').filter({ hasText: 'No works found, but' })
    await expect(told).toHaveText(
      works.some(({ hasMore }) => hasMore) ? /works?$/ : `No works found, but ${lines} lines in subtitles`,
    )
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Show the lines' }).click()
    await expect(page).toHaveURL(/\/subtitles\?keyword=/)
    await expect(results(page).first()).toBeVisible()
    // Where nothing is said either, nothing is promised.
    await page.goto('/works?keyword=nobody+says+this')
    await expect(page.getByText('Nothing found')).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Where to search' })).toContainText('0')
    await expect(told).toHaveCount(0)
  },
)

test('LYR-07 a work’s page finds what is said in it as it is typed', { tag: '@anyscreen' }, async ({ page }) => {
  const found = await search(page, 'stove worries')
  await page.goto('/work/RJ01000038')
  await hydrated(page)
  const field = page.getByRole('searchbox', { name: 'Search this work’s subtitles' })
  await field.fill('nobody says this')
  await expect(page.getByRole('status').filter({ hasText: '0 lines' })).toBeVisible()
  await field.fill('stove worries')
  const track = page.getByRole('list', { name: 'Lines found in 02 A Fingertip' })
  await track.getByRole('link', { name: said }).click()
  await expectLine(page, found)
  await expectAccessible(page)
})

test.describe('without JavaScript', { tag: '@anyscreen' }, () => {
  test.use({ javaScriptEnabled: false })

  test('LYR-07 the results are in the page, and lead to where the track lies', async ({ page, allow }) => {
    allow(/\.js csp$/)
    await search(page, 'stove worries')
    await page.goto('/work/RJ01000038')
    const field = page.getByRole('searchbox', { name: 'Search this work’s subtitles' })
    await field.fill('worries')
    await field.press('Enter')
    await expect(page).toHaveURL(/\/subtitles\?keyword=worries&work=RJ01000038$/)
    await page.getByRole('link', { name: 'Search all works' }).click()
    await expect(page).toHaveURL(/\/subtitles\?keyword=worries$/)
    await page.getByRole('link', { name: said }).first().click()
    await expect(page).toHaveURL(/\/work\/RJ01000038\?path=.*audio.*#work-tree$/)
  })
})

test.describe('states', { tag: '@anyscreen' }, () => {
  test.use({ savesData: false })

  test('LYR-07 an empty query, no results, no such page and no connection are reported, each with a way on', async ({
    page,
    allow,
    context,
  }) => {
    await search(page, 'stove')
    await page.goto('/subtitles')
    await expect(page.getByText('Find a line you remember')).toBeVisible()
    await expectAccessible(page)
    const field = page.getByRole('searchbox', { name: 'Words in subtitles' })
    await hydrated(page)
    await field.fill('nobody says this')
    await field.press('Enter')
    await expect(page.getByText('Nothing found in subtitles')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Search works instead' })).toBeVisible()
    // Left-out words are named: symbols alone, among words, and more words than allowed.
    await page.goto(searchUrl('♪ 😴'))
    await expect(page.getByText('Symbols and emoji are ignored')).toBeVisible()
    await page.goto(searchUrl('stove ♪ a b c d e f g harbor'))
    await expect(page.getByText('Symbols and emoji are ignored: ♪')).toBeVisible()
    await expect(page.getByText('At most 8 words are searched at once. Left out: harbor')).toBeVisible()
    await page.goto(searchUrl(`"${'stove '.repeat(60)}"`))
    await expect(page.getByText('only its first 200 characters are searched')).toBeVisible()
    await expectAccessible(page)
    await page.goto(`${searchUrl('stove')}&page=50`)
    await page.getByRole('link', { name: 'Go to the first page' }).click()
    await expect(results(page).first()).toBeVisible()
    await hydrated(page)
    await settled(page)

    allow(/\/api\/subtitles\/search.*ERR_INTERNET_DISCONNECTED|console error: .*ERR_INTERNET_DISCONNECTED/)
    await context.setOffline(true)
    await field.fill('door')
    await field.press('Enter')
    await expect(page.getByRole('alert')).toContainText('No connection')
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    await context.setOffline(false)
    // By itself, or by the button that it offers.
    await expect(results(page).first()).toBeVisible()
  })

  test('LIB-05 LYR-07 works that the global filter keeps away are not found by what is said in them', async ({
    page,
  }) => {
    await search(page, 'stove')
    await page.addInitScript(() => {
      localStorage.setItem(
        'settings',
        JSON.stringify({ version: 1, values: { globalFilter: '$-circle:Harbor & Lamp$' } }),
      )
    })
    await page.goto(searchUrl('door'))
    await hydrated(page)
    await expect(page.getByRole('main')).not.toContainText(museum)
  })
})
