/** An editor changes a work on its page, on a server of its own. */
import sharp from 'sharp'

import { expect, expectAccessible, test as base, type Page, expectAccessibleOnAnyScreen } from './fixtures.ts'
import { openAs, startOwnSite } from './own-site.ts'

const aPicture = (background: string) =>
  sharp({ create: { width: 400, height: 300, channels: 3, background } })
    .png()
    .toBuffer()

async function startSite() {
  const site = await startOwnSite({
    RJ01230001: {
      '01.txt': '雨',
      'cover.png': await aPicture('#258'),
      'back.png': await aPicture('#a62'),
      'otodana.yaml': 'title: 雨やどりの図書室\ncircle: 月影工房\ntags: [雨音]\n',
    },
    'RJ01230002 [風車] 夕暮れの鐘': { '01.txt': '鐘', 'otodana.yaml': 'tags: [鐘, 囁き]\n' },
  })
  const admin = await site.register('the-keeper')
  const editor = await site.register('the-editor')
  await site.ask('PUT', `admin/users/${editor.user.id}`, admin.token, { group: 'editor' })
  return { ...site, admin, editor, member: await site.register('the-member') }
}

const test = base.extend<{ site: Awaited<ReturnType<typeof startSite>> }>({
  site: async ({ startOnce }, use) => use(await startOnce(startSite)),
  baseURL: async ({ site }, use) => use(site.server.url),
})
test.describe.configure({ mode: 'default' })

async function openDialog(page: Page) {
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit work' })
  await expect(dialog.getByRole('region', { name: 'Title', exact: true })).toBeVisible()
  return dialog
}

test(
  'EDT-15 EDT-80 EDT-81 an editor changes fields, gives them back, and undoes an edit',
  { tag: '@anyscreen' },
  async ({ page, site }) => {
    await openAs(page, site.editor, '/work/RJ01230001')
    let dialog = await openDialog(page)
    const part = (name: string) => dialog.getByRole('region', { name, exact: true })
    await expect(part('Title')).toContainText('From the sidecar')
    await expect(part('Release date')).toContainText('Unknown')
    await expectAccessibleOnAnyScreen(page)

    await part('Title').getByRole('textbox').fill('雨の図書館')
    await expect(part('Title')).toContainText('Edited')
    await expect(part('Title').getByRole('list')).toContainText('雨やどりの図書室')
    // Names are suggested from the library, and typed ones are new.
    const tags = part('Tags').getByRole('combobox')
    await tags.fill('鐘')
    await expect(part('Tags').getByRole('option', { name: '鐘' })).toBeVisible()
    await tags.press('ArrowDown')
    await tags.press('Enter')
    await tags.fill('新しいタグ')
    await tags.press('Enter')
    await part('Tags').getByRole('button', { name: 'Remove 雨音' }).click()
    await dialog.getByRole('radio', { name: 'R-15' }).check({ force: true })
    await part('Release date').locator('input').fill('2024-05-06')
    await part('Description').getByRole('textbox').fill('Rain in a library.')
    await expect(dialog.getByRole('status')).toHaveText('5 unsaved changes')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()

    await expect(page.getByRole('heading', { name: '雨の図書館' })).toBeVisible()
    await expect(page).toHaveTitle(/^雨の図書館/)
    await expect(page.getByRole('link', { name: '新しいタグ' }).first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeFocused()

    dialog = await openDialog(page)
    await expect(part('Title')).toContainText('Edited')
    // What is too long is kept whole, and said at once.
    const title = part('Title').getByRole('textbox')
    await title.fill('x'.repeat(501))
    await expect(title).toHaveAccessibleDescription('At most 500 characters.')
    await expect(title).toHaveValue('x'.repeat(501))
    await part('Title').getByRole('button', { name: 'Title: undo the change' }).press('Enter')
    await expect(title).toHaveValue('雨の図書館')
    await expect(title).toBeFocused()
    await part('Title').getByRole('button', { name: 'Title: use the other sources' }).click()
    await expect(part('Title').getByRole('textbox')).toHaveValue('雨やどりの図書室')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { name: '雨やどりの図書室' })).toBeVisible()

    dialog = await openDialog(page)
    await dialog.getByRole('tab', { name: 'History' }).click()
    const edits = dialog.getByRole('tabpanel').getByRole('listitem')
    await expect(edits).toHaveCount(2)
    await expect(edits.first()).toContainText('the-editor')
    await expect(edits.last()).toContainText('Edited again since')
    await expectAccessibleOnAnyScreen(page)
    await edits
      .first()
      .getByRole('button', { name: /^Undo the edit of/ })
      .click()
    await expect(edits).toHaveCount(3)
    await expect(edits.nth(1)).toContainText('Undone')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('heading', { name: '雨の図書館' })).toBeVisible()
  },
)

test('EDT-16 unsaved changes are not lost by closing, and problems stand beside their field', async ({
  page,
  site,
}) => {
  await openAs(page, site.editor, '/work/RJ01230002')
  let dialog = await openDialog(page)
  const part = (name: string) => dialog.getByRole('region', { name, exact: true })
  await part('Title').getByRole('textbox').fill('')
  await part('Translation of').getByRole('textbox').fill('nonsense')
  // From the history, Save leads to the problem.
  await dialog.getByRole('tab', { name: 'History' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(part('Title')).toContainText('A work needs a title.')
  await expect(part('Title').getByRole('textbox')).toBeFocused()
  await expect(part('Translation of')).toContainText('Enter a work code such as RJ01234567.')
  await expectAccessible(page)

  await part('Title').getByRole('textbox').fill('夕焼けの鐘')
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('group', { name: 'Discard the unsaved changes?' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  // A phone's Back closes the dialog without a question: the changes are kept.
  await page.evaluate(() => document.querySelector<HTMLDialogElement>('dialog[open]')?.close())
  await expect(dialog).toBeHidden()
  dialog = await openDialog(page)
  await expect(dialog).toContainText('These are your unsaved changes from before.')
  await expect(part('Title').getByRole('textbox')).toHaveValue('夕焼けの鐘')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { name: '夕暮れの鐘' })).toBeVisible()
})

test(
  'EDT-06 an edit over another editor’s is refused, and is made again over theirs',
  { tag: '@anyscreen' },
  async ({ page, site, allow }) => {
    allow(/409/)
    await openAs(page, site.editor, '/work/RJ01230002')
    const dialog = await openDialog(page)
    const part = (name: string) => dialog.getByRole('region', { name, exact: true })
    const form = (await (await site.ask('GET', 'edit/works/RJ01230002', site.admin.token)).json()) as {
      version: number
    }
    const theirs = { version: form.version, set: { description: 'Theirs' } }
    await site.ask('PUT', 'edit/works/RJ01230002', site.admin.token, theirs)
    await part('Price (JPY)').getByRole('textbox').fill('550')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Someone else has edited this work.')
    await dialog.getByRole('button', { name: 'Load their edit' }).click()
    await expect(part('Description').getByRole('textbox')).toHaveValue('Theirs')
    await expect(part('Price (JPY)').getByRole('textbox')).toHaveValue('550')
    await expect(dialog.getByRole('alert')).toContainText('in other fields')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()

    // Changes that were kept from before are compared as well.
    await openDialog(page)
    await part('Description').getByRole('textbox').fill('Mine')
    await page.evaluate(() => document.querySelector<HTMLDialogElement>('dialog[open]')?.close())
    const { version } = (await (await site.ask('GET', 'edit/works/RJ01230002', site.admin.token)).json()) as typeof form
    const again = { version, set: { description: 'Theirs again' } }
    await site.ask('PUT', 'edit/works/RJ01230002', site.admin.token, again)
    await openDialog(page)
    await expect(dialog.getByRole('alert')).toContainText('You both changed: Description.')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
  },
)

test(
  'EDT-09 EDT-82 a cover is uploaded, shows at once, and is one of the work’s pictures again',
  { tag: '@anyscreen' },
  async ({ page, site }) => {
    await openAs(page, site.editor, '/work/RJ01230001')
    let dialog = await openDialog(page)
    const cover = () => dialog.getByRole('region', { name: 'Cover', exact: true })
    const input = () => cover().getByLabel('Upload a picture').and(page.locator('input'))
    await input().setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
    await expect(cover()).toContainText('This is not a picture in a usable format.')
    await cover().getByRole('radio', { name: 'back.png' }).check({ force: true })
    await expect(cover()).not.toContainText('This is not a picture')
    await input().setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
    await expect(cover()).toContainText('This is not a picture in a usable format.')
    await input().setInputFiles({ name: 'new.png', mimeType: 'image/png', buffer: await aPicture('#a0f') })
    await expect(cover().getByRole('img', { name: 'The chosen cover' })).toHaveAttribute('src', /^blob:/)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toHaveCount(0)
    // What the page shows is not the one that the browser has kept.
    await expect(page.locator('article img[fetchpriority=high]').last()).toHaveAttribute('src', /&shown=\d+$/)
    const shown = async () =>
      page.evaluate(async () => (await fetch('/api/cover/1230001.jpg?type=main')).headers.get('etag'))
    expect(await shown()).toContain('-dupload-1230001-')

    dialog = await openDialog(page)
    await cover().getByRole('radio', { name: 'back.png' }).check({ force: true })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    await expect.poll(shown).not.toContain('-dupload-')
  },
)

test(
  'EDT-12 members and visitors are not offered to edit; an administrator makes an editor',
  { tag: '@anyscreen' },
  async ({ page, site }) => {
    await openAs(page, site.member, '/work/RJ01230001')
    await expect(page.getByRole('button', { name: 'Add to playlist' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Edit', exact: true })).toHaveCount(0)
    await openAs(page, site.admin, '/admin?part=users')
    await page.getByRole('button', { name: 'Change the-member…' }).click()
    const card = page.getByRole('dialog', { name: 'the-member' })
    await card.getByRole('button', { name: 'Make editor…' }).click()
    await card.getByRole('button', { name: 'Make editor', exact: true }).click()
    await expect(card.getByRole('status')).toHaveText('the-member is an editor now.')
    await openAs(page, site.member, '/work/RJ01230001')
    await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible()
  },
)
