/** Metadata in files, and folders without a code: the administrator's library page. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Work } from '@otodana/contract'
import sharp from 'sharp'

import { aKikoeru, aKikoeruWork, kikoeruHash, SECRET } from '../apps/server/test/a-kikoeru.ts'
import { aWav } from '../apps/server/test/work-folders.ts'
import { expect, expectAccessible, test as base } from './fixtures.ts'
import { openAs, startOwnSite } from './own-site.ts'

async function startSite() {
  const site = await startOwnSite({
    'RJ01230001 Rain': { '01.wav': aWav({ seconds: 1 }) },
    'RJ01230002 Bells': { '01.wav': aWav({ seconds: 2 }) },
    'Snow at night': { '01.wav': aWav({ seconds: 3 }) },
  })
  return {
    ...site,
    admin: await site.register('the-keeper'),
    async work(id: number): Promise<Work> {
      return (await (await fetch(`${site.server.url}/api/workInfo/${id}`)).json()) as Work
    },
  }
}

const test = base.extend<{ site: Awaited<ReturnType<typeof startSite>> }>({
  site: async ({ startOnce }, use) => use(await startOnce(startSite)),
  baseURL: async ({ site }, use) => use(site.server.url),
})

test.describe.configure({ mode: 'default' })

const metaOf = (name: string) => new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`)

test.beforeEach(({ page, site: { admin } }) => openAs(page, admin, '/admin?part=library'))

test(
  'META-41 META-43 META-44 EDT-87 works to fill in are exported, filled in and imported; a wrong file changes nothing',
  { tag: '@anyscreen' },
  async ({ page, site }) => {
    const part = page.getByRole('region', { name: 'Import and export' })
    await part.scrollIntoViewIfNeeded()
    await expectAccessible(page)

    const saving = page.waitForEvent('download')
    await part.getByRole('button', { name: 'Export works to fill in' }).click()
    const saved = await saving
    expect(saved.suggestedFilename()).toBe('otodana-to-fill-in.jsonl')
    const skeleton = readFileSync(await saved.path(), 'utf8')
    expect(skeleton.split('\n')[0]).toBe('{"code":"RJ01230001","about":"Rain","circle":null,"tags":null}')

    const choose = async (name: string, text: string | Buffer) => {
      const buffer = Buffer.from(text)
      await part.getByLabel('Choose a file').setInputFiles({ name, mimeType: 'text/plain', buffer })
    }
    await choose('wrong.jsonl', `${skeleton}{"code":"RJ01230003","titel":"x"}\n<html>`)
    await expect(part).toContainText('2 problems in wrong.jsonl. Nothing was imported.')
    await expect(part.getByRole('listitem')).toHaveText([
      'Line 3: unknown field "titel" (did you mean title?)',
      'Line 4: is not JSON',
    ])
    await expectAccessible(page)
    await expect(part.getByRole('button', { name: 'Choose another file' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(part.getByLabel('Choose a file')).toBeFocused()

    const filled = skeleton.replace('"circle":null', '"circle":"月影工房"')
    await choose('filled.jsonl', `${filled}{"code":"RJ01230009","title":"Later"}`)
    await expect(part).toContainText('3 works, no problems')
    await expect(part).toContainText('1 of them waits for a folder with its code.')
    expect((await site.work(1_230_001)).name).toBe('')
    await expect(part.getByRole('button', { name: 'Import 3 works' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(part).toContainText('2 works have new data. 1 work already had this data.')
    await expect(part.getByLabel('Choose a file')).toBeFocused()
    await expect.poll(async () => (await site.work(1_230_001)).name).toBe('月影工房')
  },
)

test(
  'META-51 META-52 META-55 META-75 EDT-85 a folder without a code becomes a work with a page, and a wrong code is corrected',
  { tag: '@anyscreen' },
  async ({ page, allow }) => {
    allow(/status of 409/)
    const part = page.getByRole('region', { name: 'Folders without a code' })
    await expect(part).toContainText('Snow at night')
    await expect(part).toContainText('1 track')
    await part.getByRole('button', { name: 'Make it a work: Snow at night' }).click()
    const link = part.getByRole('link', { name: 'Snow at night' })
    await expect(link).toBeVisible({ timeout: 20_000 })
    await expect(part.getByRole('status').first()).toHaveText('“Snow at night” is a work now.')
    await expect(part.getByRole('status').first()).toBeFocused()
    await expectAccessible(page)

    await part.getByText('A folder has a wrong code').click()
    await part.getByLabel('Current code').fill('RJ01230002')
    await part.getByLabel('New code').fill('RJ12')
    await part.getByRole('button', { name: 'Correct the code' }).click()
    await expect(part.getByLabel('New code')).toHaveAccessibleDescription('Enter a code such as RJ01234567.')
    await part.getByLabel('New code').fill('RJ01230001')
    await part.getByRole('button', { name: 'Correct the code' }).click()
    await expect(part.getByRole('alert')).toHaveText('Another folder of the library has this code already.')
    await part.getByLabel('New code').fill('RJ01230007')
    await part.getByRole('button', { name: 'Correct the code' }).click()
    await expect(part).toContainText('RJ01230007 instead of RJ01230002')
    await expect(part.getByRole('link', { name: 'Open the work' })).toHaveAttribute('href', '/work/RJ01230007')
    await part.getByRole('button', { name: 'Undo: Bells' }).click()
    await expect(part).not.toContainText('RJ01230007 instead of RJ01230002')

    await link.click()
    await expect(page).toHaveURL(/\/work\/3\d{8}$/)
    await expect(page.getByRole('heading', { name: 'Snow at night', level: 1 })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Tracks' }).getByText('Track 1')).toBeVisible()
    // The number that the library made for it is no code.
    await expect(page.getByRole('main').getByText(/^3\d{8}$/)).toHaveCount(0)
    await expect(page).toHaveTitle('Snow at night | Otodana')
    // The description is only made for the page as the server sends it, whose addresses have the number.
    const html = await (await page.request.get(page.url())).text()
    const shared = [/<title>([^<]*)/, ...['description', 'og:title', 'og:description'].map(metaOf)].map(
      (part) => part.exec(html)?.[1] ?? 'missing',
    )
    for (const text of shared) {
      expect(text).toContain('Snow at night')
      expect(text).not.toMatch(/3\d{8}/)
    }
    await expect(page.getByRole('main').getByText('Age unknown')).toBeVisible()

    const address = page.url()
    await page.goto(`/subtitles?keyword=rain&work=${address.split('/').at(-1)}`)
    await expect(page.getByText('In one work', { exact: true })).toBeVisible()
    await expect(page.getByRole('main').getByText(/3\d{8}/)).toHaveCount(0)
    await page.goto(address)

    // On the work's page, without its code.
    await page.getByRole('button', { name: 'Correct code…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Correct the code' })
    await expect(dialog.getByLabel('New code')).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.type('RJ01230008')
    await page.keyboard.press('Enter')
    const open = dialog.getByRole('link', { name: 'Open the work' })
    await expect(open).toHaveAttribute('href', '/work/RJ01230008')
    await expect.poll(async () => (await page.request.get('/api/work/1230008')).status()).toBe(200)
    await open.click()
    await expect(page.getByRole('heading', { name: 'Snow at night', level: 1 })).toBeVisible()
  },
)

test(
  'MOV-05 MOV-08 MOV-12 MOV-13 kikoeru’s database is sent, mapped, checked and taken over with its covers',
  { tag: '@anyscreen' },
  async ({ page, site }) => {
    using kikoeru = aKikoeru()
    kikoeru.insert('t_work', aKikoeruWork(1_230_001), aKikoeruWork(1_230_099))
    kikoeru.insert('t_user', { name: 'listener', password: kikoeruHash('old password'), group: 'user' })
    kikoeru.insert('t_user', { name: 'guest', password: kikoeruHash('guest'), group: 'guest' })
    kikoeru.insert('t_review', { user_name: 'listener', work_id: '1230001', rating: 5 })
    const covers = join(kikoeru.dir, 'covers')
    writeFileSync(join(covers, 'RJ01230001_img_main.jpg'), await aJpeg())
    writeFileSync(join(covers, 'RJ01230001_img_sam.jpg'), await aJpeg())
    const part = page.getByRole('region', { name: 'Import from kikoeru' })
    await expect(part).toContainText('favourites (as playlists)')
    await part.getByRole('button', { name: 'Import from kikoeru…' }).click()
    const database = part.getByLabel('Choose kikoeru’s database')
    await database.setInputFiles(join(kikoeru.dir, 'config', 'config.json'))
    await expect(part.getByRole('alert')).toContainText('config.json is not an SQLite database.')
    await database.setInputFiles(kikoeru.database)
    await expect(part.getByText('1 of 2 works in the library')).toBeVisible()

    await part.getByLabel('Choose folder…').setInputFiles(covers)
    await expect(part.getByText('1 cover received')).toBeVisible()
    await part.getByText('1 other user').click()
    const account = part.getByLabel('Account for listener')
    await account.fill('an-account-elsewhere')
    await part.getByLabel('md5secret').fill(SECRET)
    await part.getByRole('button', { name: 'Preview the import' }).click()
    await expect(part.getByRole('alert')).toContainText('There is no account with this name.')
    await expect(account).toHaveValue('an-account-elsewhere')
    await account.fill('')
    await part.getByLabel('md5secret').fill('a wrong secret')
    await part.getByRole('button', { name: 'Preview the import' }).click()
    await expect(part.getByText('This would be imported.')).toBeVisible()
    await expect(part.getByRole('alert')).toContainText('md5secret may be wrong')
    await expectAccessible(page)
    await part.getByLabel('md5secret').fill(SECRET)
    await part.getByRole('button', { name: 'Check again' }).click()
    await expect(part.getByRole('alert')).toBeHidden()
    await expect(part.getByText('This would be imported.')).toBeVisible()
    const saving = page.waitForEvent('download')
    await part.getByRole('button', { name: 'Save the report' }).click()
    expect(readFileSync(await (await saving).path(), 'utf8')).toContain('account guest: skipped')

    await expect(part.getByLabel('md5secret')).toHaveValue(SECRET)
    await part.getByLabel('md5secret').fill('')
    await part.getByRole('button', { name: 'Import' }).click()
    await expect(part.getByText('Import without md5secret?')).toBeVisible()
    await part.getByRole('button', { name: 'Cancel' }).click()
    await part.getByRole('button', { name: 'Close' }).click()
    await expect(part.getByRole('button', { name: 'Close and delete' })).toBeVisible()
    await part.getByRole('button', { name: 'Cancel' }).click()
    await part.getByLabel('md5secret').fill(SECRET)
    await part.getByRole('button', { name: 'Import' }).click()
    await expect(part.getByText('kikoeru’s data has been imported.')).toBeVisible()
    await part.getByRole('button', { name: 'Close' }).click()
    await expect(part.getByRole('button', { name: 'Import from kikoeru…' })).toBeVisible()
    expect(await site.work(1_230_001)).toMatchObject({ title: 'Title of RJ1230001' })
    expect((await page.request.get('/api/cover/1230001')).headers()['content-type']).toBe('image/jpeg')
  },
)

function aJpeg(): Promise<Buffer> {
  return sharp({ create: { width: 8, height: 6, channels: 3, background: '#3a5f7d' } })
    .jpeg()
    .toBuffer()
}
