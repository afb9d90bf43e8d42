/** Linked mail addresses, and passwords reset by mail: with mails that are really sent. */
import type { EmailVerification, Session, User } from '@otodana/contract'

import { aMailWorld, type MailWorld } from '#server-test/a-mail-world.ts'

import { freePort } from '../scripts/lib/free-port.ts'
import { shelfWork, startShelfWith } from './a-shelf.ts'
import { expect, expectAccessible, test as base, type Page } from './fixtures.ts'
import { follow } from './follow.ts'
import { hydrated } from './hydrated.ts'

const SECRET = 'rain on the roof'

type Post = MailWorld & {
  url: string
  deliver: (from: string, subject: string) => Promise<void>
  stop: () => Promise<void>
}

async function startPost(): Promise<Post> {
  const world = await aMailWorld()
  world.addDomain('rain.example')
  world.addDomain('forged.example', { spf: 'nowhere', dkim: false })
  const port = await freePort()
  const shelf = await startShelfWith({ ...world.env, MAIL_PORT: String(port) })
  return {
    ...world,
    url: shelf.url,
    deliver: async (from, subject) => void (await world.send(port, { from, subject })),
    async stop() {
      await shelf.stop()
      await world.close()
    },
  }
}

const test = base.extend<{ post: Post }>({
  post: async ({ startOnce }, use) => use(await startOnce(startPost)),
  baseURL: ({ post }, use) => use(post.url),
})

// In one worker, since each worker starts its own server.
test.describe.configure({ mode: 'default' })

/** The uppermost one. */
const dialog = (page: Page) => page.getByRole('dialog').last()
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()

let count = 0
async function register(page: Page): Promise<Session> {
  const data = { name: `akari${process.pid}x${count++}`, password: SECRET }
  const answer = await page.request.post('/api/auth/reg', { data })
  expect(answer.status()).toBe(200)
  return (await answer.json()) as Session
}

/** The subject of the mail that the dialog asks for. */
async function subjectIn(page: Page, post: Post): Promise<string> {
  const write = dialog(page).getByRole('link', { name: 'Write the email' })
  const href = (await write.getAttribute('href')) ?? ''
  expect(href.startsWith(`mailto:${post.mailbox}?subject=`)).toBe(true)
  const subject = decodeURIComponent(href.slice(href.indexOf('=') + 1))
  await expect(dialog(page)).toContainText(subject)
  return subject
}

test(
  'ATH-05 SET-02 WRK-08 an address is linked by a mail from it, a forged one is refused, and after unlinking votes are refused',
  { tag: '@anyscreen' },
  async ({ page, context, post, allow }) => {
    allow(/status of 403/)
    const { token, user } = await register(page)
    const address = `${user.name}@rain.example`
    await page.goto('/robots.txt')
    await page.evaluate((given) => localStorage.setItem('jwt-token', given), token)
    await page.goto('/settings#account')
    await hydrated(page)
    const other = await context.newPage()
    await other.goto('/settings#account')
    await hydrated(other)

    const opener = page.getByRole('button', { name: 'Link an address…' })
    await opener.click()
    const password = dialog(page).getByLabel('Current password')
    await expect(password).toBeFocused()
    await password.fill('wrong one')
    await page.keyboard.press('Enter')
    await expect(password).toHaveAccessibleDescription('The password is wrong.')
    await password.fill(SECRET)
    await page.keyboard.press('Enter')

    await expect(dialog(page).getByText('Send this email from the address you want to link.')).toBeFocused()
    const subject = await subjectIn(page, post)
    await expect(dialog(page).getByRole('status')).toHaveText('Waiting for your email…')
    await expect(dialog(page).getByRole('timer')).toHaveText(/^\d\d:\d\d left$/)
    await expectAccessible(page)
    await press(page, 'I have sent it: check now')
    await expect(dialog(page).getByRole('status')).toHaveText(/^Nothing has arrived yet\./)
    await expect(dialog(page)).toContainText('Attempt 1 of 180')

    await post.deliver('someone@forged.example', subject)
    await press(page, 'I have sent it: check now')
    await expect(dialog(page).getByRole('status')).toHaveText(/nothing proves that it is really from the address/)
    await expectAccessible(page)

    // A phone drops the page while its visitor writes the mail. It goes on where it was, and looks at once.
    await page.reload()
    await expect(dialog(page)).toContainText(subject)
    await expect(dialog(page)).toContainText('Attempt 3 of 180')
    await post.deliver(address, subject)
    // By itself, as when the connection is back.
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(dialog(page)).toContainText('This address is now linked to your account.')
    await expect(dialog(page)).toContainText(address)
    await expect(dialog(page).getByRole('button', { name: 'Done' })).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toBeHidden()
    await expect(page.getByText(`${address} is linked to your account.`)).toBeVisible()
    await other.bringToFront()
    await expect(other.getByText(`${address} is linked to your account.`)).toBeVisible()

    await page.bringToFront()
    await page.getByRole('button', { name: 'Unlink…' }).click()
    await expect(dialog(page)).toContainText(`Without ${address} you cannot reset a forgotten password by email`)
    await expectAccessible(page)
    await dialog(page).getByLabel('Current password').fill(SECRET)
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toBeHidden()
    await expect(page.getByText('The email address is no longer linked to your account.').first()).toBeAttached()
    await expect(opener).toBeVisible()

    await follow(page, shelfWork)
    await page.getByRole('button', { name: 'Edit tags' }).click()
    await press(page, 'Add tags')
    await expect(dialog(page).getByRole('alert')).toContainText('Link an email address to your account first.')
    await press(page, 'Link an address')
    await expect(dialog(page).getByLabel('Current password')).toBeFocused()
  },
)

test(
  'ATH-05 WRK-08 a page that was open while its visitor linked an address elsewhere lets them vote, and says which it is',
  { tag: '@anyscreen' },
  async ({ page, post, allow }) => {
    allow(/status of 409/)
    const { token, user } = await register(page)
    const address = `${user.name}@rain.example`
    const headers = { authorization: `Bearer ${token}` }
    await page.goto('/robots.txt')
    await page.evaluate((given) => localStorage.setItem('jwt-token', given), token)
    await page.goto('/works')
    await hydrated(page)
    await follow(page, shelfWork)
    const edit = page.getByRole('button', { name: 'Edit tags' })
    await edit.click()
    await press(page, 'Add tags')
    await press(page, 'Link an address')

    // On a phone, as it were: nothing tells this page.
    const begun = await page.request.post('/api/auth/link-email', { headers, data: { password: SECRET } })
    const { subject, verifyId } = (await begun.json()) as EmailVerification
    await post.deliver(address, subject)
    await expect
      .poll(async () => {
        const looked = await page.request.post('/api/auth/link-email/check', { headers, data: { verifyId } })
        return ((await looked.json()) as { user: User | null }).user?.email
      })
      .toBe(address)

    await dialog(page).getByLabel('Current password').fill(SECRET)
    // The page still shows an address to unlink, though the server has none.
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toContainText('This address is now linked to your account.')
    await expect(dialog(page)).toContainText(address)
    await press(page, 'Done')

    // The same without the dialog: what the page knows is what it knew at first.
    await page.route('**/api/auth/me', async (route) => {
      const answer = await route.fetch()
      const said = (await answer.json()) as { user: User }
      await route.fulfill({ response: answer, json: { ...said, user: { ...said.user, email: null } } })
    })
    await page.reload()
    await hydrated(page)
    await edit.click()
    await press(page, 'Add tags')
    await expect(dialog(page).getByRole('alert')).toContainText('Link an email address to your account first.')
    await page.unroute('**/api/auth/me')
    await press(page, 'Add tags')
    await expect(dialog(page).getByRole('searchbox', { name: 'Find a tag' })).toBeFocused()
    await expect(dialog(page).getByRole('alert')).toHaveCount(0)
  },
)

test(
  'ATH-06 a forgotten password is reset by a mail from the linked address, which ends the other sessions',
  { tag: '@anyscreen' },
  async ({ page, post }) => {
    const { token, user } = await register(page)
    const address = `${user.name}@rain.example`
    const headers = { authorization: `Bearer ${token}` }
    const begun = await page.request.post('/api/auth/link-email', { headers, data: { password: SECRET } })
    await post.deliver(address, ((await begun.json()) as EmailVerification).subject)

    await page.goto('/works')
    await hydrated(page)
    await page.getByRole('banner').getByRole('button', { name: 'Log in' }).click()
    await dialog(page).getByLabel('Name').fill(user.name)
    await press(page, 'Forgot your password?')
    const name = dialog(page).getByLabel('Name')
    await expect(name).toBeFocused()
    await expect(name).toHaveValue(user.name)
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    const subject = await subjectIn(page, post)
    await post.deliver(`other@rain.example`, subject)
    await press(page, 'I have sent it: check now')
    await expect(dialog(page).getByRole('status')).toHaveText(/^Nothing has arrived yet\.|not from the address/)
    await post.deliver(address, subject)
    await press(page, 'I have sent it: check now')

    const [password, repeat] = ['New password', 'Repeat the password'].map((label) => dialog(page).getByLabel(label))
    await expect(password!).toBeFocused()
    await expectAccessible(page)
    await password!.fill('1234')
    await page.keyboard.press('Enter')
    await expect(password!).toHaveAccessibleDescription('The password needs at least 5 characters.')
    await password!.fill('thunder far away')
    await repeat!.fill('thunder far away')
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toBeHidden()
    await expect(page.getByText(/^Your new password is set\./).first()).toBeAttached()
    await expect(page.getByRole('banner').getByRole('button', { name: `Account: ${user.name}` })).toBeVisible()

    expect((await page.request.get('/api/auth/export', { headers })).status()).toBe(401)
    const login = (data: object) => page.request.post('/api/auth/me', { data })
    expect((await login({ name: user.name, password: SECRET })).status()).toBe(401)
    expect((await login({ name: user.name, password: 'thunder far away' })).status()).toBe(200)
  },
)
