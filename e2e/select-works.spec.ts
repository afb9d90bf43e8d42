/** Selecting works in a list, with the pointer and the keyboard, and what can be done with them, on a server of its own. */
import { expect, expectAccessible, test as base, type Page, expectAccessibleOnAnyScreen } from './fixtures.ts'
import { hydrated } from './hydrated.ts'
import { showListOptions } from './list-options.ts'
import { type Folders, openAs, startOwnSite } from './own-site.ts'

const WORKS = 30

async function startSite() {
  const folders: Folders = {}
  for (let at = 1; at <= WORKS; at++) {
    const series = at <= 2 ? { series: { name: '雨の日', number: at } } : {}
    const sidecar = { title: `Work ${at}`, circle: at % 3 ? '月影工房' : '夕凪サウンド', tags: ['雨'], ...series }
    folders[`RJ012300${String(at).padStart(2, '0')}`] = { '01.txt': '雨', 'otodana.json': JSON.stringify(sidecar) }
  }
  const site = await startOwnSite(folders)
  return { ...site, admin: await site.register('the-keeper'), member: await site.register('the-member') }
}

const test = base.extend<{ site: Awaited<ReturnType<typeof startSite>> }>({
  site: async ({ startOnce }, use) => use(await startOnce(startSite)),
  baseURL: async ({ site }, use) => use(site.server.url),
})

test.describe.configure({ mode: 'default' })

const box = (page: Page, at: number) => page.getByRole('checkbox', { name: `Select Work ${at}`, exact: true })
const path = '/works'
const ofRain = '/works?keyword=' + encodeURIComponent('$tag:雨$')

test(
  'EDT-30 EDT-31 EDT-33 EDT-36 an editor selects works, changes the whole list and undoes it',
  { tag: '@anyscreen' },
  async ({ page, site: { admin, server } }) => {
    await page.goto(path)
    await hydrated(page)
    await expect(page.getByRole('button', { name: 'Select', exact: true })).toHaveCount(0)
    await openAs(page, admin, path)
    await expect(page.getByRole('article')).toHaveCount(20)
    await showListOptions(page)
    await page.getByRole('button', { name: 'Select', exact: true }).press('Enter')
    const bar = page.getByRole('region', { name: 'Selection' })
    await expect(bar.getByRole('status')).toHaveText('0 selected')
    await expect(page.getByRole('checkbox')).toHaveCount(20)

    // A click, a range, and the keyboard.
    await box(page, 30).click()
    await box(page, 27).click({ modifiers: ['Shift'] })
    await expect(bar.getByRole('status')).toHaveText('4 selected')
    await box(page, 29).press(' ')
    await expect(bar.getByRole('status')).toHaveText('3 selected')
    await box(page, 27).focus()
    await page.keyboard.press('ArrowRight')
    await expect(box(page, 26)).toBeFocused()
    await page.keyboard.press('Shift+ArrowRight')
    await expect(box(page, 25)).toBeChecked()
    await page.keyboard.press('Control+a')
    await expect(bar.getByRole('status')).toHaveText('20 selected')
    // At the end of the list, arrows are not left to the player.
    await page.evaluate(() =>
      addEventListener('keydown', (event) => (document.body.dataset.prevented = String(event.defaultPrevented)), {
        once: true,
      }),
    )
    await box(page, 11).press('ArrowRight')
    await expect(page.locator('body')).toHaveAttribute('data-prevented', 'true')
    // An Escape that closes something else, such as the player's volume, keeps the selection.
    await page.evaluate(() => document.addEventListener('keydown', (event) => event.preventDefault(), { once: true }))
    await page.keyboard.press('Escape')
    await expect(bar.getByRole('status')).toHaveText('20 selected')
    await expectAccessibleOnAnyScreen(page)
    await bar.getByRole('button', { name: 'Select this page' }).click()
    await expect(bar.getByRole('status')).toHaveText('0 selected')

    // The whole list, by its query.
    await bar.getByRole('button', { name: 'All 30 works found' }).click()
    await expect(bar.getByRole('status')).toHaveText('30 selected')
    await bar.getByRole('button', { name: 'Select this page' }).click()
    await expect(bar.getByRole('status')).toHaveText('20 selected')
    await bar.getByRole('button', { name: 'All 30 works found' }).click()
    await bar.getByRole('button', { name: 'Edit…' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('heading')).toHaveText('Edit 30 works')
    const adding = dialog.getByRole('combobox', { name: 'Add tags' })
    // Enter adds a name; only the button changes works.
    for (const tag of ['夜', '朝']) {
      await adding.fill(tag)
      await adding.press('Enter')
      await expect(dialog.getByRole('button', { name: `Remove ${tag}` })).toBeVisible()
    }
    await adding.fill('x'.repeat(201))
    await adding.press('Enter')
    await expect(adding).toHaveAccessibleDescription('At most 200 characters.')
    await expect(dialog.getByRole('button', { name: 'Change 30 works' })).toHaveAttribute('aria-disabled', 'true')
    await adding.press('Backspace')
    await dialog.getByRole('combobox', { name: 'Remove tags' }).fill('雨')
    await dialog.getByRole('combobox', { name: 'Circle' }).fill('新しい工房')
    await dialog.getByRole('combobox', { name: 'Age rating' }).selectOption('R-15')
    await expectAccessibleOnAnyScreen(page)
    await dialog.getByRole('button', { name: 'Change 30 works' }).click()
    await expect(dialog.getByRole('status')).toHaveText('30 works were changed.')
    await expectAccessibleOnAnyScreen(page)
    const found = async (keyword: string) => {
      const answer = await page.request.get(`${server.url}/api/search/${encodeURIComponent(keyword)}`)
      return ((await answer.json()) as { pagination: { totalCount: number } }).pagination.totalCount
    }
    expect(await found('$tag:夜$ $circle:新しい工房$ $age:r15$')).toBe(WORKS)
    await dialog.getByRole('button', { name: 'Undo' }).click()
    await expect(dialog.getByRole('heading')).toHaveText('Undoing the change')
    await expect(dialog.getByRole('status')).toHaveText('30 works were restored.')
    expect([await found('$tag:夜$'), await found('$tag:雨$ $circle:月影工房$')]).toEqual([0, 20])
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    // Changes that have ended are still found.
    await bar.getByRole('button', { name: 'History…' }).click()
    await expect(dialog.getByRole('listitem')).toHaveCount(2)
    await expect(dialog.getByRole('listitem').last()).toContainText('30 works were changed. Undone.')
    await expectAccessibleOnAnyScreen(page)
    await dialog.getByRole('button', { name: /Add tags: 夜, 朝/ }).click()
    await expect(dialog.getByRole('status')).toHaveText('30 works were changed.')
    await page.keyboard.press('Escape')
    await expect(dialog.getByRole('listitem')).toHaveCount(2)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    // The list shows the change until it was seen.
    const line = page.getByRole('main').getByRole('status').filter({ hasText: '30 works were restored.' })
    await expect(line).toBeVisible()
    await page.getByRole('main').getByRole('button', { name: 'Close' }).click()
    await expect(line).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(bar).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Select', exact: true })).toBeFocused()
    await expect(page.getByRole('checkbox')).toHaveCount(0)
    await expect(page.getByRole('article').first().getByRole('link').first()).toBeVisible()
  },
)

test('EDT-35 EDT-36 EDT-83 a member selects works on two pages and adds them to a playlist', async ({
  page,
  hasTouch,
  site: { member },
}) => {
  const press = hasTouch ? 'tap' : 'click'
  await openAs(page, member, path)
  await showListOptions(page)
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  const bar = page.getByRole('region', { name: 'Selection' })
  await box(page, 30)[press]()
  await expect(bar.getByRole('button', { name: 'Edit…' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Next' }).first().click()
  await expect(box(page, 8)).toBeVisible()
  await box(page, 8)[press]()
  await expect(bar.getByRole('status')).toHaveText('2 selected')
  await bar.getByRole('button', { name: 'Add to playlist…' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading')).toHaveText('Add 2 works to a playlist')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Bookmarked' }).click()
  await expect(page.getByText('2 works were added to “Bookmarked”.').first()).toBeVisible()
  await bar.getByRole('button', { name: 'Add to playlist…' }).click()
  await dialog.getByRole('button', { name: 'New playlist…' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Rain')
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 works were added to “Rain”.').first()).toBeVisible()
  await expect(dialog).toHaveCount(0)
})

test('EDT-84 a card’s menu begins a selection, and works of a series are selected', async ({
  page,
  site: { member },
}) => {
  await openAs(page, member, path)
  await expect(page.getByRole('button', { name: 'Playlists of Work 29' })).toBeAttached()
  // As a right click or a long press.
  await page.locator('#work-1230029 img').dispatchEvent('contextmenu')
  const dialog = page.getByRole('dialog', { name: 'Add to playlist' })
  await dialog.getByRole('button', { name: 'Select this work and others' }).click()
  const bar = page.getByRole('region', { name: 'Selection' })
  await expect(bar.getByRole('status')).toHaveText('1 selected')
  await expect(box(page, 29)).toBeChecked()
  await expect(box(page, 29)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(bar).toHaveCount(0)

  await page.goto('/series')
  await hydrated(page)
  await page.getByRole('link', { name: /雨の日/ }).click()
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await box(page, 2).click()
  await expect(bar.getByRole('status')).toHaveText('1 selected')
  await expect(bar.getByRole('button', { name: /works found/ })).toHaveCount(0)
  await expectAccessible(page)
  await bar.getByRole('button', { name: 'Done' }).click()
  await expect(bar).toHaveCount(0)
})

test(
  'EDT-30 the whole list is no longer selected once another list is shown',
  { tag: '@anyscreen' },
  async ({ page, site: { admin } }) => {
    await openAs(page, admin, ofRain)
    await showListOptions(page)
    await page.getByRole('button', { name: 'Select', exact: true }).click()
    const bar = page.getByRole('region', { name: 'Selection' })
    await bar.getByRole('button', { name: 'All 30 works found' }).click()
    await page.getByRole('link', { name: 'Next' }).first().click()
    await expect(box(page, 8)).toBeVisible()
    await expect(bar.getByRole('status')).toHaveText('30 selected')
    await page.getByRole('list', { name: 'Search by' }).getByRole('link').click()
    await expect(bar.getByRole('status')).toHaveText('0 selected')
    await expect(bar.getByRole('button', { name: 'Edit…' })).toBeDisabled()
  },
)

test(
  'EDT-36 a selection outlives a page that fails to load',
  { tag: '@anyscreen' },
  async ({ page, allow, site: { member } }) => {
    allow(/500/)
    await openAs(page, member, path)
    await showListOptions(page)
    await page.getByRole('button', { name: 'Select', exact: true }).click()
    const bar = page.getByRole('region', { name: 'Selection' })
    await box(page, 30).click()
    await page.route(/\/api\/works\?.*page=2\b/, (route) =>
      route.fulfill({ status: 500, json: { error: 'server.broken' } }),
    )
    await page.getByRole('link', { name: 'Next' }).first().click()
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect(bar.getByRole('status')).toHaveText('1 selected')
  },
)
