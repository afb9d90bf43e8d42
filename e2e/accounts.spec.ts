/** Accounts as visitors meet them: the login, who is logged in, what that changes, and libraries for members only. */
import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'

import type { Session } from '@otodana/contract'

import { shelfWork, startMembersShelf, startShelf, type Shelf } from './a-shelf.ts'
import { expect, expectAccessible, type Page } from './fixtures.ts'
import { hydrated } from './hydrated.ts'
import { expectMoving, fileTree, isPaused, openFiles, source, test as playing } from './playing.ts'

const SECRET = 'rain on the roof'

const test = playing.extend<{ closed: Shelf }>({
  closed: async ({ startOnce }, use) => use(await startOnce(startMembersShelf)),
  baseURL: async ({ startOnce }, use) => use((await startOnce(startShelf)).url),
  // Few accounts are made from one address.
  // oxlint-disable-next-line no-empty-pattern
  extraHTTPHeaders: async ({}, use) =>
    use({ 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` }),
})

// In one worker, since each worker starts its own server.
test.describe.configure({ mode: 'default' })

const accountButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^(?:Log in|Account)/ })
const login = (page: Page) => page.getByRole('dialog', { name: 'Log in', exact: true })
const registration = (page: Page) => page.getByRole('dialog', { name: 'Create an account' })
const menu = (page: Page) => page.getByRole('dialog', { name: 'Account', exact: true })
const kept = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)
const tokenOf = (page: Page) => kept(page, 'jwt-token')
const recommenderUuid = async (page: Page) =>
  (JSON.parse((await kept(page, 'settings')) ?? '{}') as { values?: { recommenderUuid?: string } }).values
    ?.recommenderUuid

let count = 0
/** A name that is unique in this run. */
const aName = () => `akari${process.pid}x${count++}`

async function register(page: Page, name = aName()): Promise<Session & { name: string }> {
  const answer = await page.request.post('/api/auth/reg', { data: { name, password: SECRET } })
  expect(answer.status(), await answer.text()).toBe(200)
  return { name, ...((await answer.json()) as Session) }
}

/** Opens a page with an earlier login. */
async function openAs(page: Page, { token }: Session, path: string): Promise<void> {
  // The cheapest document of the site.
  await page.goto('/robots.txt')
  await page.evaluate((given) => localStorage.setItem('jwt-token', given), token)
  await page.goto(path)
  await hydrated(page)
  await expect(accountButton(page)).toHaveAccessibleName(/^Account/)
}

async function logIn(page: Page, name: string, password: string): Promise<void> {
  await login(page).getByLabel('Name').fill(name)
  await login(page).getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

async function logOut(page: Page, name: string): Promise<void> {
  await accountButton(page).click()
  await menu(page).getByRole('button', { name: 'Log out' }).click()
  await expect(menu(page)).toContainText(`Log out ${name} on this device?`)
  await menu(page).getByRole('button', { name: 'Log out' }).click()
  await expect(accountButton(page)).toHaveAccessibleName('Log in')
}

test('ATH-15 going back over documents keeps a member logged in', { tag: '@anyscreen' }, async ({ page }) => {
  await openAs(page, await register(page), '/circles')
  for (const path of ['/works', '/settings']) {
    await page.goto(path)
    await hydrated(page)
    await expect(accountButton(page)).toHaveAccessibleName(/^Account/)
  }
  // What the settings ask about a visitor comes late.
  await page.waitForLoadState('networkidle')
  for (const path of ['/works', '/circles']) {
    await page.goBack()
    await expect(page).toHaveURL(path)
    await hydrated(page)
    await page.waitForLoadState('networkidle')
    await expect(accountButton(page)).toHaveAccessibleName(/^Account/)
  }
  expect(await tokenOf(page)).not.toBeNull()
})

test('ATH-01 ATH-03 ATH-13 NAV-35 an account is made in the login’s dialog, which tells what is wrong at each field', async ({
  page,
  allow,
}) => {
  allow(/status of 409/)
  const taken = await register(page)
  const name = aName()
  await page.goto('/login?redirect=/circles')
  await hydrated(page)
  await expect(login(page).getByLabel('Name')).toBeFocused()
  await expect(page).toHaveURL(/\/circles$/)
  await expectAccessible(page)
  await login(page).getByRole('button', { name: 'Create one' }).click()

  const field = (label: string) => registration(page).getByLabel(label, { exact: true })
  await field('Name').fill('abcd')
  // What is announced first is announced only from a place that was there before.
  const strength = registration(page).locator('[aria-live="polite"]')
  await expect(strength).toBeEmpty()
  await expect(strength).not.toHaveCSS('display', 'none')
  await field('Password').fill('12345')
  await expect(strength).toHaveText('This password is easy to guess. Choose a less common one.')
  await field('Password').fill('1234')
  await expect(strength).toHaveText('Password strength: weak')
  await page.keyboard.press('Enter')
  await expect(field('Name')).toHaveAccessibleDescription('The name needs at least 5 characters.')
  await expect(field('Name')).toBeFocused()
  await expect(field('Password')).toHaveAccessibleDescription('The password needs at least 5 characters.')
  await expectAccessible(page)
  await field('Name').fill(taken.name.toUpperCase())
  await field('Password').fill(SECRET)
  await expect(strength).toHaveText(/^Password strength: (?:fair|strong)$/)
  await field('Repeat the password').fill(`${SECRET}!`)
  await page.keyboard.press('Enter')
  await expect(field('Repeat the password')).toHaveAccessibleDescription('The passwords do not match.')
  await field('Repeat the password').fill(SECRET)
  await page.keyboard.press('Enter')
  await expect(field('Name')).toHaveAccessibleDescription('This name is already taken.')

  await field('Name').fill(name)
  await page.keyboard.press('Enter')
  await expect(registration(page)).toBeHidden()
  await expect(page.getByText(`Your account has been created. Hello, ${name}.`).first()).toBeAttached()
  await expect(accountButton(page)).toHaveAccessibleName(`Account: ${name}`)
  await expect(accountButton(page)).toBeFocused()
  const me = await page.request.get('/api/auth/me', {
    headers: { authorization: `Bearer ${await tokenOf(page)}` },
  })
  const { user } = (await me.json()) as Session
  expect(user).toMatchObject({ loggedIn: true, name, recommenderUuid: await recommenderUuid(page) })

  await logOut(page, name)
  await expect(page.getByText('Logged out.').first()).toBeAttached()
  expect(await tokenOf(page)).toBeNull()
  const next = await recommenderUuid(page)
  expect(next).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  expect(next).not.toBe(user.recommenderUuid)
})

test(
  'ATH-01 ATH-02 WRK-02 WRK-03 a wrong password is reported in the form; the right one logs in, here and in the other tabs',
  { tag: '@anyscreen' },
  async ({ page, context, allow }) => {
    allow(/status of 401/)
    const { name } = await register(page)
    const other = await context.newPage()
    await other.goto('/circles')
    await hydrated(other)
    await page.goto(shelfWork)
    await hydrated(page)
    await accountButton(page).click()
    await logIn(page, name, 'wrong')
    await expect(login(page).getByRole('alert')).toHaveText('The name or the password is wrong.')
    const password = login(page).getByLabel('Password', { exact: true })
    await expect(password).toHaveAttribute('type', 'password')
    await expect(password).toHaveAttribute('autocomplete', 'current-password')
    await expect(login(page).getByLabel('Name')).toHaveAttribute('autocomplete', 'username')
    await login(page).getByLabel('Show password').check()
    await expect(password).toHaveAttribute('type', 'text')
    await expect(password).toHaveValue('wrong')

    // The public answer is followed by the member's own.
    await page.route(/\/api\/work\/\d+\?/, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...((await response.json()) as object), title: '私の雨' } })
    })
    const own = page.waitForRequest((request) => /\/api\/work\/\d+\?/.test(request.url()))
    await logIn(page, name, SECRET)
    await expect(accountButton(page)).toHaveAccessibleName(`Account: ${name}`)
    expect((await own).headers().authorization).toBe(`Bearer ${await tokenOf(page)}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('私の雨')
    await expect(accountButton(other)).toHaveAccessibleName(`Account: ${name}`)

    await page.reload()
    await expect(accountButton(page)).toHaveAccessibleName(`Account: ${name}`)
    // The menu asks at once, and what is not wanted after all changes nothing.
    await other.getByRole('button', { name: 'Open menu' }).click()
    await other.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Log out' }).click()
    await expect(menu(other)).toContainText(`Log out ${name} on this device?`)
    await menu(other).getByRole('button', { name: 'Cancel' }).click()
    await expect(menu(other)).toBeHidden()
    await logOut(other, name)
    await expect(accountButton(page)).toHaveAccessibleName('Log in')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('雨の図書館')
  },
)

test(
  'ATH-02 a login that is over is cleared and said to be, with the way to another',
  { tag: '@anyscreen' },
  async ({ page, allow }) => {
    allow(/status of 401/)
    const session = await register(page)
    await openAs(page, session, '/works')
    // The page that is left could still ask something with the login that is over, and clear it before the next one starts.
    await page.goto('/robots.txt')
    const changed = await page.request.post('/api/auth/change-password', {
      headers: { authorization: `Bearer ${session.token}` },
      data: { oldPassword: SECRET, newPassword: 'another secret' },
    })
    expect(changed.status()).toBe(200)
    await page.goto('/works')
    const notice = page.getByRole('alert')
    await expect(notice).toContainText('Your login has expired. Please log in again.')
    expect(await tokenOf(page)).toBeNull()
    await expect(page.getByRole('link', { name: '雨の図書館' }).first()).toBeVisible()
    await notice.getByRole('button', { name: 'Log in' }).click()
    await expect(notice).toBeHidden()
    await logIn(page, session.name, 'another secret')
    await expect(accountButton(page)).toHaveAccessibleName(`Account: ${session.name}`)
  },
)

test(
  'ATH-04 ATH-05 LIB-10 WRK-08 a guest learns of the limit and may not vote, and has no account settings',
  {
    tag: '@anyscreen',
  },
  async ({ page, allow }) => {
    allow(/status of 429/)
    await page.goto('/works')
    await hydrated(page)
    await accountButton(page).click()
    await login(page).getByRole('button', { name: 'Continue as guest' }).click()
    await expect(accountButton(page)).toHaveAccessibleName('Account: guest')
    expect((await recommenderUuid(page)) ?? '').toBe('')
    const tip = page.getByText('You are visiting as a guest, so pages load more slowly.')
    await expect(tip).toBeVisible()
    await expectAccessible(page)

    // Past the limit the list still comes, later; until then there is no other one in its place.
    let asked = 0
    await page.route('**/api/works?*', async (route) => {
      asked++
      if (asked > 1) return route.continue()
      return route.fulfill({ status: 429, headers: { 'retry-after': '3' }, json: { error: 'guest.slow' } })
    })
    await page.locator('main select').first().selectOption({ index: 1 })
    await expect(page.getByRole('alert')).toContainText('The guest account is slowed down.')
    await expect(page.getByRole('link', { name: '雨の図書館' })).toHaveCount(0)
    await expect(tip).toBeVisible()
    await expect.poll(() => asked).toBe(2)
    await expect(page.getByRole('link', { name: '雨の図書館' }).first()).toBeVisible()

    await page.getByRole('link', { name: '雨の図書館' }).first().click()
    await page.getByRole('button', { name: 'Edit tags' }).click()
    const tags = page.getByRole('dialog', { name: 'Tags of this work' })
    await tags.getByRole('button', { name: 'Add tags' }).click()
    await expect(tags.getByRole('alert')).toContainText('The guest account cannot do this.')
    await expectAccessible(page)
    await tags.getByRole('button', { name: 'Use your own account' }).click()
    await expect(login(page).getByLabel('Name')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(login(page)).toBeHidden()
    await expect(tags.getByRole('button', { name: 'Use your own account' })).toBeFocused()

    await page.goto('/settings#account')
    await expect(page.getByText('All guests share this account')).toBeVisible()
    await expect(page.getByText('cannot be linked to an email address')).toBeVisible()
    await expect(page.getByText('Change password')).toBeHidden()
    await logOut(page, 'guest')
    expect((await recommenderUuid(page)) ?? '').toBe('')
  },
)

test(
  'SET-02 a member changes the password, logs out other devices, takes everything along, and deletes the account',
  {
    tag: '@anyscreen',
  },
  async ({ page, allow }) => {
    allow(/status of 403/)
    const session = await register(page)
    const { name } = session
    await openAs(page, session, '/settings#account')
    await expect(page.getByText('This library does not receive email, so no address can be linked.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Link an address…' })).toBeHidden()
    await page.getByText('Change password').first().click()
    const form = page.locator('form').filter({ has: page.getByLabel('New password') })
    await form.getByLabel('Current password').fill('wrong one')
    await form.getByLabel('New password').fill('thunder far away')
    await form.getByLabel('Repeat the password').fill('thunder far away')
    await page.keyboard.press('Enter')
    await expect(form.getByLabel('Current password')).toHaveAccessibleDescription('The password is wrong.')
    await expectAccessible(page)
    await form.getByLabel('Current password').fill(SECRET)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Your password has been changed.').first()).toBeAttached()
    const changed = await tokenOf(page)
    expect(changed).not.toBe(session.token)
    await page.getByRole('button', { name: 'Log out all other devices' }).click()
    await expect(page.getByText('All other devices are logged out.').first()).toBeAttached()
    await expect.poll(() => tokenOf(page)).not.toBe(changed)

    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download my data' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe(`otodana-${name}.json`)
    expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({ account: { name } })

    await page.getByRole('button', { name: 'Delete account…' }).click()
    const deletion = page.getByRole('dialog', { name: 'Delete this account' })
    await expect(deletion).toContainText(name)
    await deletion.getByLabel('Current password').fill(SECRET)
    await page.keyboard.press('Enter')
    await expect(deletion).toContainText(`Really delete ${name}?`)
    await expectAccessible(page)
    await deletion.getByRole('button', { name: 'Delete for good' }).click()
    await expect(deletion.getByLabel('Current password')).toHaveAccessibleDescription('The password is wrong.')
    await deletion.getByLabel('Current password').fill('thunder far away')
    await deletion.getByRole('button', { name: 'Continue' }).click()
    await deletion.getByRole('button', { name: 'Delete for good' }).click()
    await expect(deletion).toBeHidden()
    await expect(page.getByText('You are not logged in on this device.')).toBeVisible()
    expect(await tokenOf(page)).toBeNull()
  },
)

test(
  'APP-01 APP-03 a member makes a password for an app, which listens with it until it is revoked',
  { tag: '@anyscreen' },
  async ({ page, baseURL, allow }) => {
    allow(/status of 403/)
    const session = await register(page)
    await openAs(page, session, '/settings#account')
    await page.getByRole('button', { name: 'App passwords…' }).click()
    const dialog = page.getByRole('dialog', { name: 'App passwords' })
    await expect(dialog).toContainText('No app has a password yet.')
    await dialog.getByLabel('Current password').fill('not it')
    await dialog.getByRole('button', { name: 'Create app password' }).click()
    await expect(dialog.getByLabel('App or device')).toHaveAccessibleDescription('Enter a name.')
    await dialog.getByLabel('App or device').fill('Phone')
    await page.keyboard.press('Enter')
    await expect(dialog.getByLabel('Current password')).toHaveAccessibleDescription('The password is wrong.')
    await dialog.getByLabel('Current password').fill(SECRET)
    await page.keyboard.press('Enter')
    const field = dialog.getByRole('textbox', { name: 'App password' })
    const secret = await field.inputValue()
    // Shown only once, so it must be read whole, also on a phone.
    for (const width of [320, 360, 412, 1_280]) {
      await page.setViewportSize({ width, height: 800 })
      expect([width, await field.evaluate((input) => input.scrollWidth - input.clientWidth)]).toEqual([width, 0])
    }
    await expect(dialog).toContainText(session.user.name)
    await expectAccessible(page)

    const ping = async () => {
      const query = new URLSearchParams({ u: session.user.name, p: secret, c: 'Night Player', f: 'json' })
      const answer = await page.request.get(`${baseURL}/rest/ping?${query.toString()}`)
      return ((await answer.json()) as { 'subsonic-response': { status: string } })['subsonic-response'].status
    }
    expect(await ping()).toBe('ok')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'App passwords…' }).click()
    const phone = dialog.getByRole('listitem').filter({ hasText: 'Phone' })
    await expect(phone).toContainText('by Night Player')
    await expect(dialog).not.toContainText(secret)
    await phone.getByRole('button', { name: 'Revoke the app password for Phone' }).click()
    await phone.getByRole('button', { name: 'Really revoke the app password for Phone' }).click()
    await expect(dialog).toContainText('No app has a password yet.')
    expect(await ping()).toBe('failed')
  },
)

test(
  'MOV-09 a member imports an export, after its file is checked and what would come is shown',
  { tag: '@anyscreen' },
  async ({ page, context, allow }) => {
    allow(/status of 400|ERR_INTERNET_DISCONNECTED/)
    const session = await register(page)
    await openAs(page, session, '/settings#account')
    await page.getByRole('button', { name: 'Import my data…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import your data' })
    const choose = (value: object) =>
      dialog.locator('input[type=file]').setInputFiles({
        name: 'otodana-akari.json',
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify(value)),
      })
    const review = {
      code: 'RJ09900001',
      userRating: 4,
      review_text: null,
      progress: 'listened',
      updated_at: '2026-01-01T00:00:00Z',
    }
    await choose({ reviews: [review] })
    await expect(dialog.getByRole('alert')).toContainText('otodana-akari.json is not an exported data file.')
    const account = { name: 'akari' }
    await choose({ account, reviews: 7 })
    await expect(dialog.getByRole('alert')).toContainText('reviews has an invalid value')
    await expectAccessible(page)

    const unusable = { ...review, userRating: 9 }
    const data = { account, reviews: [review, { ...review, code: 'RJ01999999' }, unusable] }
    await choose(data)
    await expect(dialog.getByRole('status')).toContainText('nothing has been imported yet')
    await expect(dialog.getByRole('definition')).toHaveText('1 new1 waiting for a work that is not here yet1 skipped')
    await expectAccessible(page)
    await context.setOffline(true)
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('alert')).toContainText('cannot be reached')
    await context.setOffline(false)
    await expect(dialog.getByRole('button', { name: 'Import', exact: true })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('status')).toContainText('Your data has been imported.')
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()

    await page.getByRole('button', { name: 'Import my data…' }).click()
    await choose({ ...data, reviews: [review] })
    await expect(dialog.getByRole('status')).toContainText('has nothing new to import')
    await expect(dialog.getByRole('button', { name: 'Choose another file' })).toBeFocused()
    await page.goto(shelfWork)
    await expect(page.getByRole('radio', { name: '4 stars' }).first()).toBeChecked()
  },
)

test.describe('a library for members', () => {
  test.use({ baseURL: ({ closed }, use) => use(closed.url) })

  test(
    'ATH-02 shows nothing but the way in, and everything to who has logged in',
    { tag: '@anyscreen' },
    async ({ page, browser, closed, allow }) => {
      allow(/status of 401/)
      const addresses: string[] = []
      page.on('request', (request) => addresses.push(request.url()))
      const bare = await browser.newPage({ javaScriptEnabled: false, baseURL: closed.url, locale: 'en-US' })
      const response = await bare.goto(shelfWork)
      expect(response?.status()).toBe(200)
      await expect(bare.getByRole('heading', { name: 'This library is for members' })).toBeVisible()
      expect(await bare.content()).not.toContain('雨の図書館')
      // The about page is public; here the operator has set nothing.
      expect((await bare.goto('/about'))?.status()).toBe(200)
      await expect(bare.getByRole('heading', { level: 1, name: 'About Otodana' })).toBeVisible()
      await expect(bare.getByRole('heading', { level: 2 })).toHaveCount(0)
      await bare.close()

      await page.goto(shelfWork)
      await hydrated(page)
      await expectAccessible(page)
      // But for whether the server is well, which is no secret.
      expect(addresses.filter((url) => /\/api\/(?!health$)/.test(url))).toEqual([])
      await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
      const { name } = await register(page)
      await logIn(page, name, SECRET)
      await expect(page.getByRole('heading', { name: '雨の図書館', level: 1 })).toBeVisible()
      const cover = page.locator('main article img').last()
      await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)

      await openFiles(page)
      await fileTree(page).getByRole('link', { name: '01 雨音.mp3' }).first().click()
      await expectMoving(page)
      expect(await source(page)).toContain('token=')

      // After a reload as well, and what is fetched as a file.
      await page.goto(`${shelfWork}?path=${encodeURIComponent('["画像"]')}`)
      await hydrated(page)
      await fileTree(page).getByRole('link', { name: '1 表紙.png' }).first().click()
      const picture = page.getByRole('dialog', { name: '1 表紙.png' }).getByRole('img')
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(900)
      await page.keyboard.press('Escape')
      await page.goto(`${shelfWork}?path=${encodeURIComponent('["メモ"]')}`)
      await hydrated(page)
      await fileTree(page).getByRole('link', { name: 'sjis.txt' }).first().click()
      await expect(page.getByRole('dialog', { name: 'sjis.txt' })).toContainText('雨の夜です。')
      const download = page.waitForEvent('download')
      await page
        .getByRole('dialog')
        .getByRole('link', { name: /Download/ })
        .click()
      expect((await download).suggestedFilename()).toBe('sjis.txt')
      await page.keyboard.press('Escape')

      const token = (await tokenOf(page)) ?? ''
      expect(addresses.filter((url) => url.includes('token=')).length).toBeGreaterThan(3)
      expect(addresses.filter((url) => url.includes(token))).toEqual([])

      await logOut(page, name)
      await expect(page.getByRole('heading', { name: 'This library is for members' })).toBeVisible()
      await expect(page).toHaveTitle('Otodana')
      await expect(page.getByRole('region', { name: 'Player' })).toBeHidden()
      expect(await kept(page, 'media-token')).toBeNull()

      // A login that expires during playback ends it, too.
      await accountButton(page).click()
      await logIn(page, name, SECRET)
      await expect(accountButton(page)).toHaveAccessibleName(/^Account/)
      await page.goto(shelfWork)
      await hydrated(page)
      await openFiles(page)
      await fileTree(page).getByRole('link', { name: '01 雨音.mp3' }).first().click()
      await expectMoving(page)
      await page.evaluate(() => localStorage.setItem('jwt-token', 'of another time'))
      await page.evaluate(() => dispatchEvent(new StorageEvent('storage', { key: 'jwt-token' })))
      await expect(page.getByRole('heading', { name: 'This library is for members' })).toBeVisible()
      await expect(page.getByRole('alert')).toContainText('Your login')
      await expect.poll(() => isPaused(page)).toBe(true)
    },
  )
})
