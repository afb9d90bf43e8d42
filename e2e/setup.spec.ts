/** The first run: from an instance without accounts to the first works. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createDemoData } from './demo-data.ts'
import { expect, expectAccessible, test as base, type Page } from './fixtures.ts'
import { hydrated } from './hydrated.ts'
import { startServer, type RunningServer } from './start-server.ts'

type New = { server: RunningServer; disk: string; stop: () => Promise<void> }

const startNew = () => start(() => ({}))
const startWithFolders = () => start((works) => ({ LIBRARY_DIRS: works }))

/** @param env  more settings, of the folder with the works */
async function start(env: (works: string) => Record<string, string>): Promise<New> {
  const disk = mkdtempSync(join(tmpdir(), 'otodana-setup-'))
  for (const name of ['RJ09920001 Rain', 'RJ09920002 Roof']) {
    mkdirSync(join(disk, 'works', name), { recursive: true })
    writeFileSync(join(disk, 'works', name, '01.txt'), '雨')
  }
  mkdirSync(join(disk, 'works', 'Radio talk'))
  writeFileSync(join(disk, 'works', 'Radio talk', '01.mp3'), 'no code in its name')
  mkdirSync(join(disk, 'photos'))
  const dataDir = await createDemoData()
  const server = await startServer({ dataDir, env: { SETUP: 'on', LIBRARY_BROWSE: disk, ...env(join(disk, 'works')) } })
  return {
    server,
    disk,
    async stop() {
      await server.stop()
      for (const folder of [disk, dataDir]) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

const test = base.extend<{ fresh: New; hasFolders: boolean }>({
  hasFolders: [false, { option: true }],
  fresh: async ({ startOnce, hasFolders }, use) => use(await startOnce(hasFolders ? startWithFolders : startNew)),
  baseURL: ({ fresh }, use) => use(fresh.server.url),
})

test.describe.configure({ mode: 'serial' })

/** Goes back from the administration to a setup that was left at its last choice. */
async function continueAtAccounts(page: Page): Promise<void> {
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Continue the setup' }).click()
  await hydrated(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Who can create an account?' })).toBeVisible()
}

test('RUN-09 RUN-12 RUN-13 visitors see on every page that the library is being set up, and need the code', async ({
  page,
  fresh,
  allow,
}) => {
  allow(/400 \(Bad Request\)/)
  allow(/403 \(Forbidden\)/)
  const code = /setup code is (\S+)/.exec(fresh.server.log())?.[1]
  expect(code).toMatch(/^\w{4}-\w{4}-\w{4}$/)
  await page.goto('/works?page=2')
  await hydrated(page)
  await expect(page).toHaveURL(/\/setup$/)
  await page.getByRole('banner').getByRole('link', { name: 'Otodana, to the library' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'This library is being set up' })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Setup code').fill('aaaa-aaaa-aaaa')
  await page.getByLabel('Name').fill('stranger')
  await page.getByLabel('Password', { exact: true }).fill('x9-unguessable')
  await page.getByLabel('Repeat the password').fill('x9-unguessable')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('This is not the setup code.')).toBeVisible()
  await expect(page).toHaveURL(/\/setup$/)
  await page.getByLabel('Name').fill('stran\u200Bger')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByLabel('Name')).toHaveAccessibleDescription(/invisible characters/)
})

test('RUN-08 RUN-09 RUN-04 RUN-16 RUN-17 RUN-18 the owner goes from an account to the first works, back and forth, once', async ({
  page,
  fresh,
  allow,
}) => {
  // A folder that is not there.
  allow(/404 \(Not Found\)/)
  const [link = '', code = ''] = /http\S+\/setup#code=(\S+)/.exec(fresh.server.log()) ?? []
  expect(new URL(link).origin).toBe(fresh.server.url)
  await page.goto(link)
  await hydrated(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome to Otodana' })).toBeVisible()
  await expect(page.getByLabel('Setup code')).toHaveValue(code)
  await expect(page).toHaveURL(`${fresh.server.url}/setup`)
  await page.getByLabel('Name').fill('the-owner')
  await page.getByLabel('Password', { exact: true }).fill('x9-unguessable')
  await page.getByLabel('Repeat the password').fill('x9-unguessable')
  await page.getByRole('button', { name: 'Create account' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Where are your works?' })).toBeFocused()
  await page.getByRole('button', { name: 'Add a folder…' }).click()
  const picker = page.getByRole('dialog', { name: 'Add a library folder' })
  const typed = picker.getByLabel('Folder on the server')
  await typed.fill(join(fresh.disk, 'nowhere'))
  await typed.press('Enter')
  await expect(typed).toHaveAccessibleDescription(/There is no such folder/)
  await picker.getByText('Your works are elsewhere?').click()
  await expect(picker.getByText(`LIBRARY_BROWSE=${fresh.disk}:/path/to/works`)).toBeVisible()
  await typed.fill(`${fresh.disk}/`)
  await typed.press('Enter')
  await expect(picker.getByRole('button', { name: /^works/ })).toBeVisible()
  await expectAccessible(page)
  await picker.getByRole('button', { name: /^works/ }).click()
  await expect(picker.getByText('2 folders in here have work codes')).toBeVisible()
  await picker.getByRole('button', { name: 'Add this folder' }).click()
  await expect(picker).toBeHidden()
  await expect(page.getByText(join(fresh.disk, 'works'), { exact: true })).toBeVisible()

  await expect(page.getByText('2 works', { exact: true })).toHaveCount(2)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Titles, covers and tags' })).toBeVisible()
  await expect(page.getByText(/is sent to|are sent to/)).toBeVisible()
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Who can create an account?' })).toBeFocused()

  // Left and continued, back and onwards.
  await continueAtAccounts(page)
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Titles, covers and tags' })).toBeFocused()
  await page.getByRole('button', { name: 'Folders' }).click()
  await expect(page.getByText(join(fresh.disk, 'works'), { exact: true })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Titles, covers and tags' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Who can create an account?' })).toBeVisible()
  await page.goForward()
  await page.goForward()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Not now' }).click()
  await page.getByRole('checkbox', { name: 'Anyone can register' }).click()
  await expect(page.getByText('Visitors cannot create accounts.')).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your library' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: /Rain/ }).first()).toBeVisible()
  await expect(page.getByText('1 folder has audio, but no work code in its name')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Radio talk' })).toBeVisible()
  await page.getByRole('button', { name: 'Open the library' }).click()
  await expect(page).toHaveURL(/\/works/)
  await page.goto('/setup')
  await expect(page).toHaveURL(/\/works/)
})

test.describe('with LIBRARY_DIRS', () => {
  test.use({ hasFolders: true })

  test(
    'RUN-09 RUN-16 a setup that was left is continued at its step, and is over when it is finished',
    { tag: '@anyscreen' },
    async ({ page, fresh }) => {
      const [link = ''] = /http\S+\/setup#code=\S+/.exec(fresh.server.log()) ?? []
      await page.goto(link)
      await hydrated(page)
      await page.getByLabel('Name').fill('the-owner')
      await page.getByLabel('Password', { exact: true }).fill('x9-unguessable')
      await page.getByLabel('Repeat the password').fill('x9-unguessable')
      await page.getByRole('button', { name: 'Create account' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Where are your works?' })).toBeFocused()
      await expect(page.getByText(join(fresh.disk, 'works'), { exact: true })).toBeVisible()

      // The library is not kept from its owner meanwhile.
      await page.goto('/works')
      await expect(page.getByRole('main').getByRole('link', { name: /Rain/ }).first()).toBeVisible()
      await page.goto('/setup')
      await hydrated(page)
      await expect(page.getByRole('heading', { level: 1, name: 'Where are your works?' })).toBeVisible()
      await page.getByRole('button', { name: 'Continue' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Titles, covers and tags' })).toBeVisible()
      await page.getByRole('button', { name: 'Not now' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Who can create an account?' })).toBeFocused()

      await continueAtAccounts(page)
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByRole('button', { name: 'Open the library' }).click()
      await expect(page).toHaveURL(/\/works/)
      await page.goto('/setup')
      await expect(page).toHaveURL(/\/works/)
      await page.goto('/admin')
      await expect(page.getByRole('term').filter({ hasText: /^Works$/ })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Continue the setup' })).toHaveCount(0)
    },
  )
})
