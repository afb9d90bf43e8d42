/** Series and staff: their lists, a series' page, and what a work's page has of them. */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { createToneLibrary } from './a-library.ts'
import { expect, expectAccessible, test as base } from './fixtures.ts'
import { hydrated } from './hydrated.ts'
import { startServer } from './start-server.ts'

const works = ['RJ01230001', 'RJ01230002', 'RJ01230003'] as const
/** A translation of the second, which has the same place in the series. */
const translation = 'RJ01230009'
const [first, second, third] = works
const description = Array.from({ length: 12 }, (_, line) => `${line + 1}行目 <b>雨</b>`).join('\n')

async function startSite() {
  const library = createToneLibrary(third, [{ name: '01.wav', seconds: 3, strength: () => 0.2 }])
  for (const [index, code] of works.entries()) {
    const folder = join(library.dir, code)
    mkdirSync(folder, { recursive: true })
    if (code !== third) copyFileSync(join(library.dir, third, '01.wav'), join(folder, '01.wav'))
    const sidecar = {
      title: `雨やどりの図書室${index + 1}`,
      titles: { ja: `雨やどりの図書室${index + 1}`, en: `The Library in the Rain ${index + 1}` },
      circle: '月影工房',
      voice_actors: index === 0 ? ['風見はるか'] : ['風見はるか', '白瀬みお'],
      series: { name: '雨やどり', number: index + 1 },
      staff: { scenario: ['霧島つむぎ'], music: ['Lantern Sound'] },
      description,
    }
    writeFileSync(join(folder, 'otodana.json'), JSON.stringify(sidecar))
  }
  mkdirSync(join(library.dir, translation))
  const sidecar = { title: '避雨的图书馆2', circle: '月影工房', series: { name: '雨やどり', number: 2 } }
  const edition = { language: 'CHI_HANS', original: second }
  writeFileSync(join(library.dir, translation, 'otodana.json'), JSON.stringify({ ...sidecar, ...edition }))
  const server = await startServer({ env: { LIBRARY_DIRS: library.dir } })
  return {
    server,
    async stop() {
      await server.stop()
      library.remove()
    },
  }
}

const test = base.extend<{ site: Awaited<ReturnType<typeof startSite>> }>({
  site: async ({ startOnce }, use) => use(await startOnce(startSite)),
  baseURL: async ({ site }, use) => use(site.server.url),
})

test.describe.configure({ mode: 'default' })

test('SER-21 SER-22 SER-23 the list of series leads to one, which has its works in order and plays them', async ({
  page,
}) => {
  await page.goto('/works')
  await hydrated(page)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('link', { name: 'Series', exact: true }).click()
  const entry = page.getByRole('list', { name: 'Series' }).getByRole('link')
  await expect(entry).toHaveText(/雨やどり\s*月影工房\s*4/)
  await expectAccessible(page)
  await entry.click()

  await expect(page).toHaveURL(/\/series\/\d+$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('雨やどり')
  await expect(page.getByRole('link', { name: '月影工房' })).toHaveAttribute('href', /circle/)
  await expect(page.getByText('3 works')).toBeVisible()
  const listed = page.getByRole('list', { name: 'Works in order' }).getByRole('article')
  await expect(listed).toHaveText([/No\. 1.*図書室1/, /No\. 2.*図書室2/, /No\. 3.*図書室3/])
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Play all' }).click()
  const player = page.getByRole('region', { name: 'Player' })
  await expect(player).toContainText('図書室1')
  // The next work follows without a tap.
  await expect(player).toContainText('図書室2')
})

test('SER-20 SER-24 META-64 META-65 a work’s page has its series, staff and description, and the title in both languages', async ({
  page,
}) => {
  await page.goto(`/work/${second}`)
  await hydrated(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Library in the Rain 2')
  await expect(page.locator('[lang=ja]', { hasText: '雨やどりの図書室2' })).toBeVisible()

  const about = page.getByRole('region', { name: 'Description' })
  await expect(about).toContainText('1行目 <b>雨</b>')
  const text = about.getByRole('paragraph')
  const height = () => text.evaluate(({ clientHeight }) => clientHeight)
  const closed = await height()
  await about.getByRole('button', { name: 'Show all' }).click()
  await expect.poll(height).toBeGreaterThan(closed * 2)
  await about.getByRole('button', { name: 'Show less' }).click()
  await expect.poll(height).toBe(closed)
  await expectAccessible(page)

  const series = page.getByRole('navigation', { name: 'Series' })
  await expect(series).toContainText('2 of 3')
  await series.getByRole('link', { name: 'Next in the series: 雨やどりの図書室3' }).click()
  await expect(page).toHaveURL(`/work/${third}`)
  await expect(series).toContainText('3 of 3')
  await expect(series.getByRole('link', { name: /^Next/ })).toHaveCount(0)
  await series.getByRole('link', { name: /^Previous/ }).click()
  await expect(page).toHaveURL(`/work/${second}`)
  await series.getByRole('link', { name: '雨やどり', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('雨やどり')
})

test('SER-22 staff lead to their works, and are listed', { tag: '@anyscreen' }, async ({ page }) => {
  await page.goto(`/work/${first}`)
  await hydrated(page)
  await page.getByRole('link', { name: 'Lantern Sound' }).click()
  await expect(page).toHaveURL((url) => url.searchParams.get('keyword') === '$staff:Lantern Sound$')
  await expect(page.getByRole('article')).toHaveCount(3)
  await expect(page.getByRole('list', { name: 'Search by' })).toHaveText(/Staff\s*Lantern Sound/)
  await page.goto('/staff')
  await hydrated(page)
  await expect(page.getByRole('list', { name: 'Staff' }).getByRole('link')).toHaveText([/Lantern Sound/, /霧島つむぎ/])
  await expectAccessible(page)
})

test(
  'SER-03 series and staff are suggested while typing, and a chosen one is searched',
  { tag: '@anyscreen' },
  async ({ page }) => {
    await page.goto('/works')
    await hydrated(page)
    await page.getByRole('banner').locator('input[name=keyword]').focus()
    await expect(page.getByRole('banner').getByRole('combobox', { name: 'Search the library' }).first()).toBeVisible()
    const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
    await page.keyboard.type('雨やどり')
    const series = page.getByRole('group', { name: 'Series' }).getByRole('option')
    await expect(series).toHaveText(/雨やどり\s*4/)
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('lantern')
    const staff = page.getByRole('group', { name: 'Staff' }).getByRole('option')
    await expect(staff).toHaveText(/Lantern Sound\s*3/)
    await staff.click()
    await page.keyboard.type('$-series:')
    await expect(options).toHaveText([/No\s*雨やどり\s*4/])
    await page.keyboard.press('Escape')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('Delete')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/keyword=%24staff%3ALantern/)
    await expect(page.getByRole('article')).toHaveCount(3)
  },
)
