/** Editors rename and merge names, and undo it, on a server of its own. */
import { expect, expectAccessible, test as base } from './fixtures.ts'
import { hydrated } from './hydrated.ts'
import { type Folders, openAs, startOwnSite } from './own-site.ts'

const works = [
  { circle: '月影工房', voice_actors: ['林一', '白石ゆき'], tags: [{ name: '囁き', en: 'Wisper' }] },
  { circle: '月影 工房!', voice_actors: ['Hayashi Hajime'], tags: ['囁き'] },
  { circle: '夕凪サウンド', voice_actors: ['林一'], tags: ['雨'] },
]

async function startSite() {
  const folders = works.map((work, at) => [
    `RJ0123000${at + 1}`,
    { '01.txt': '雨', 'otodana.json': JSON.stringify({ title: `Work ${at + 1}`, ...work }) },
  ])
  const site = await startOwnSite(Object.fromEntries(folders) as Folders)
  return { ...site, admin: await site.register('the-keeper') }
}

const test = base.extend<{ site: Awaited<ReturnType<typeof startSite>> }>({
  site: async ({ startOnce }, use) => use(await startOnce(startSite)),
  baseURL: async ({ site }, use) => use(site.server.url),
})

test.describe.configure({ mode: 'default' })

test(
  'EDT-20 EDT-21 EDT-23 EDT-26 an editor merges and renames names with the keyboard, and undoes it',
  { tag: '@anyscreen' },
  async ({ page, allow, site: { admin } }) => {
    allow(/409 \(Conflict\)/)
    await page.goto('/circles')
    await hydrated(page)
    await expect(page.getByRole('button', { name: 'Edit names' })).toHaveCount(0)
    await page.evaluate((token) => localStorage.setItem('jwt-token', token), admin.token)
    await page.reload()
    await hydrated(page)
    const list = page.getByRole('list', { name: 'Circles' })
    await expect(list.getByRole('link')).toHaveCount(3)

    await page.getByRole('button', { name: 'Edit names' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('checkbox')).toHaveCount(3)
    await expectAccessible(page)
    await dialog.getByRole('searchbox').fill('月影')
    await expect(dialog.getByRole('checkbox')).toHaveCount(2)
    await expect(dialog.getByRole('button', { name: 'Merge…' })).toHaveAttribute('aria-disabled', 'true')

    // Names that look alike lead to the same merge.
    await dialog.getByText('Look alike', { exact: true }).click()
    await expect(dialog.getByRole('listitem').filter({ hasText: '月影' })).not.toHaveCount(0)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: /^Merge 月影/ }).press('Enter')
    await expect(dialog.getByRole('radio', { checked: true })).toBeFocused()
    await dialog.getByRole('radio', { name: /^月影工房/ }).check()
    await expect(dialog.getByRole('status')).toHaveText('1 work changes; then 2 in all have this name.')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Merge', exact: true }).press('Enter')
    await expect(page.getByText('Merged into 月影工房.').first()).toBeVisible()
    await expect(dialog.getByRole('radio', { name: 'Look alike' })).toBeFocused()

    // Renamed to what is taken, then to what is free.
    await dialog.getByText('All', { exact: true }).click()
    await expect(dialog.getByRole('checkbox')).toHaveCount(2)
    await dialog.getByRole('checkbox', { name: /^月影工房/ }).press(' ')
    await dialog.getByRole('button', { name: 'Rename…' }).press('Enter')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('x'.repeat(201))
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription('At most 200 characters.')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('夕凪サウンド')
    await dialog.getByRole('button', { name: 'Rename', exact: true }).press('Enter')
    await expect(dialog.getByRole('alert')).toHaveText('Another entry has this name. Merge the two instead.')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Tsukikage')
    await expectAccessible(page)
    await dialog.getByRole('textbox', { name: 'Name' }).press('Enter')
    await expect(page.getByText('Renamed to Tsukikage.').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(list.getByRole('link')).toHaveText([/^Tsukikage/, /^夕凪サウンド/])

    // The names before still find the works.
    await page.goto(`/works?keyword=${encodeURIComponent('$circle:月影工房$')}`)
    await expect(page.getByRole('article')).toHaveCount(2)
    await expect(page.getByRole('article').first()).toContainText('Tsukikage')

    await page.goto('/circles')
    await hydrated(page)
    await page.getByRole('button', { name: 'Edit names' }).click()
    await dialog.getByText('History', { exact: true }).click()
    await expect(dialog.getByRole('listitem')).toHaveCount(2)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Undo: 月影工房 → renamed to Tsukikage' }).click()
    await expect(dialog.getByText('Undone by the-keeper')).toHaveCount(1)
    await dialog.getByRole('button', { name: /^Undo: 月影 工房!/ }).click()
    await expect(dialog.getByText('Undone by the-keeper')).toHaveCount(2)
    await page.keyboard.press('Escape')
    await expect(list.getByRole('link')).toHaveCount(3)
  },
)

test('EDT-24 a tag is renamed in other languages', { tag: '@anyscreen' }, async ({ page, site: { admin } }) => {
  await openAs(page, admin, '/tags')
  await page.getByRole('button', { name: 'Edit names' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: /^Wisper/ }).check()
  await dialog.getByRole('button', { name: 'Rename…' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('囁き')
  await expect(dialog.getByRole('textbox', { name: 'In English' })).toHaveValue('Wisper')
  await dialog.getByRole('textbox', { name: 'In English' }).fill('Whisper')
  await dialog.getByRole('button', { name: 'Rename', exact: true }).click()
  await expect(dialog.getByRole('checkbox', { name: /^Whisper/ })).toBeVisible()
})
