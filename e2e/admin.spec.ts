/** The administrator's page, on a server of its own: what is seen there, what can be done, and who is kept out. */
import { randomInt } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import type { AdminUser, ScanStatus, SecurityEvent, ServerSettings, Session } from '@otodana/contract'

import { enlargeText, expectRoom, expectSelectionSeen } from './access.ts'
import { expect, expectAccessible, test as base, type Page } from './fixtures.ts'
import { hydrated } from './hydrated.ts'
import { startServer, type RunningServer } from './start-server.ts'

const SECRET = 'rain on the roof'

type Site = {
  server: RunningServer
  admin: Session
  addWork: (name: string) => Promise<void>
  removeWork: (name: string) => Promise<void>
  stop: () => Promise<void>
}

const anAddress = () => ({ 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` })

async function registerAt(url: string, name: string): Promise<Session> {
  const answer = await fetch(`${url}/api/auth/reg`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...anAddress() },
    body: JSON.stringify({ name, password: SECRET }),
  })
  expect(answer.status).toBe(200)
  return (await answer.json()) as Session
}

async function startSite(): Promise<Site> {
  const library = await mkdtemp(join(tmpdir(), 'otodana-admin-'))
  const addWork = async (name: string) => {
    await mkdir(join(library, name))
    await writeFile(join(library, name, '01.txt'), '雨')
  }
  await addWork('RJ09910001 Rain')
  await addWork('RJ09910001 Rain again')
  await writeFile(join(library, 'RJ09910001 Rain', '02.mp3'), '')
  const server = await startServer({ env: { LIBRARY_DIRS: `${library},/nowhere/at-all` } })
  return {
    server,
    // The first account is the administrator's.
    admin: await registerAt(server.url, 'the-keeper'),
    addWork,
    removeWork: (name) => rm(join(library, name), { recursive: true }),
    async stop() {
      await server.stop()
      await rm(library, { recursive: true, force: true })
    },
  }
}

const test = base.extend<{ site: Site }>({
  site: async ({ startOnce }, use) => use(await startOnce(startSite)),
  baseURL: ({ site }, use) => use(site.server.url),
})

// In one worker, since each worker starts its own server.
test.describe.configure({ mode: 'default' })

let count = 0
const aName = () => `tomo${process.pid}x${count++}`

/** Opens a page with an earlier login. */
async function openAs(page: Page, { token }: Session, path: string): Promise<void> {
  await page.addInitScript((given) => {
    // Not in frames, and once: who logs out later stays logged out.
    if (window !== top || sessionStorage.getItem('is-set')) return
    sessionStorage.setItem('is-set', 'yes')
    localStorage.setItem('jwt-token', given)
  }, token)
  await page.goto(path)
  await hydrated(page)
  await expect(page.getByRole('button', { name: /^Account/ })).toBeVisible()
}

async function asAdmin<T>({ server, admin }: Site, path: string, method = 'GET', body?: object): Promise<T> {
  const answer = await fetch(`${server.url}/api/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${admin.token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  expect(answer.status).toBe(200)
  return (await answer.json()) as T
}

/** Closes what is open; on a phone the history goes back then, and another page must not be opened meanwhile. */
async function closeCard(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect.poll(() => page.evaluate(() => Boolean(history.state?.playerIsOpen))).toBe(false)
}

const part = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name, exact: true })
const figure = (page: Page, name: string) =>
  page.locator('dl > div').filter({ has: page.getByRole('term').filter({ hasText: new RegExp(`^${name}$`) }) })
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

test(
  'ADM-04 others than administrators get an error, and no data is requested; the menu leads administrators there',
  { tag: '@anyscreen' },
  async ({ page, site, request }) => {
    const html = await (await request.get('/admin')).text()
    expect(html).toContain('Administration')
    expect(html).not.toContain('Disk space')
    const asked: string[] = []
    page.on('request', (one) => {
      if (/\/api\/(?:admin|library\/(?:problems|scan\/events))/.test(one.url())) asked.push(one.url())
    })
    await page.goto('/admin')
    await hydrated(page)
    await expect(page.getByRole('heading', { name: 'For administrators' })).toBeVisible()
    await expect(page).toHaveTitle('Administration | Otodana')
    await expectAccessible(page)
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
    await expect(page.getByRole('dialog', { name: 'Log in' })).toBeVisible()

    const member = await registerAt(site.server.url, aName())
    await openAs(page, member, '/admin?part=users')
    await expect(page.getByRole('heading', { name: 'Administrators only' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Account/ }).click()
    await expect(page.getByRole('link', { name: 'Account settings' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Administration' })).toHaveCount(0)
    expect(asked).toEqual([])

    const admins = await page.context().browser()!.newPage({ baseURL: site.server.url, locale: 'en-US' })
    await openAs(admins, site.admin, '/settings')
    await admins.getByRole('button', { name: /^Account/ }).click()
    await admins.getByRole('link', { name: 'Administration' }).click()
    await expect(admins).toHaveURL('/admin')
    await expect(admins.getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'page')
    await admins.close()
  },
)

test(
  'ADM-04 the overview tells of library, disks and jobs; a mount that is away is no empty disk',
  { tag: '@anyscreen' },
  async ({ page, site, allow }) => {
    await openAs(page, site.admin, '/admin')
    await expect(figure(page, 'Works')).toContainText('1')
    await expect(figure(page, 'Version')).toContainText(/\d+\.\d+\.\d+/)
    await expect(figure(page, 'Database')).toContainText('SQLite')
    await expect(row(page, '/nowhere/at-all')).toContainText('Not available')
    await expect(row(page, '/nowhere/at-all').getByRole('meter')).toHaveCount(0)
    await expect(row(page, site.server.dataDir).getByRole('meter')).toHaveAttribute('aria-valuenow', /^\d+$/)
    await expect(row(page, site.server.dataDir)).toContainText(/\d .?B free of \d/)
    await expectAccessible(page)

    // What there is stays, said to be old, until the server is back.
    allow(/Failed to load resource|request failed/)
    await page.route('**/api/admin/status', (route) => route.abort('connectionrefused'))
    await expect(page.getByRole('status').filter({ hasText: 'out of date' })).toBeVisible()
    await expect(figure(page, 'Works')).toContainText('1')
    await page.unroute('**/api/admin/status')
    await expect(page.getByRole('status').filter({ hasText: 'out of date' })).toHaveCount(0)
  },
)

test(
  'ADM-04 failed jobs are shown with their errors, and tried again',
  { tag: '@anyscreen' },
  async ({ page, site }) => {
    const database = new DatabaseSync(join(site.server.dataDir, 'otodana.db'), { timeout: 10_000 })
    database.exec(`insert into job (kind, key, data, priority, state, run_at_ms, attempts, max_attempts, progress, error)
    values ('sound', '4711', '{}', 0, 'failed', 0, 3, 3, 0, 'ffmpeg ended with code 1: Invalid data')`)
    database.close()
    await openAs(page, site.admin, '/admin')
    const sound = page.getByRole('row', { name: /Waveforms and loudness/ })
    await expect(sound.getByRole('cell')).toHaveText(['0', '0', '1'])
    await expect(row(page, '4711')).toContainText('Invalid data')
    await expectAccessible(page)
    // The jobs stay queued: the server does not measure sound in tests.
    await page.getByRole('button', { name: 'Retry all' }).click()
    await expect(page.getByText('Retrying 1 job.')).toBeVisible()
    await expect(sound.getByRole('cell')).toHaveText(['1', '0', '0'])
    await expect(page.getByText('Invalid data')).toHaveCount(0)
  },
)

test(
  'ADM-01 ADM-04 ADM-06 a scan is started and watched as it goes, allowed to mark what is missing after a question only',
  { tag: '@anyscreen' },
  async ({ page, site }) => {
    const name = `RJ0992${String(randomInt(10_000)).padStart(4, '0')} New`
    const events = page.waitForRequest((one) => one.url().endsWith('/api/library/scan/events'))
    await openAs(page, site.admin, '/admin?part=library')
    // The token stands in no address.
    expect((await (await events).allHeaders()).authorization).toBe(`Bearer ${site.admin.token}`)
    await expect(page.getByText('No scan is running.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Same code in several folders' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Library folder unavailable' })).toBeVisible()
    const unread = page.getByRole('link', { name: '1 library folder could not be read' })
    await expect(page.getByRole('region', { name: 'Scan' }).filter({ has: unread })).toContainText('Finished')
    await unread.click()
    await expect(page).toHaveURL(/\?part=library#problems$/)
    await expect(page.getByRole('heading', { name: 'Library folder unavailable' })).toBeInViewport()
    await page.getByText('Same code in several folders').click()
    await expect(page.getByRole('link', { name: 'RJ09910001' }).first()).toHaveAttribute('href', '/work/RJ09910001')
    await expectAccessible(page)

    await site.addWork(name)
    const started = page.waitForRequest((one) => one.method() === 'POST')
    await page.getByRole('button', { name: 'Scan now' }).click()
    expect((await started).postDataJSON()).toEqual({ full: 0, allowMissing: 0 })
    // The page shows the figures of the scan before until this one begins, which added one as well.
    const work = () => page.request.get(`/api/workInfo/${name.slice(0, 10)}`)
    await expect.poll(async () => (await work()).status()).toBe(200)
    await expect.poll(async () => (await asAdmin<ScanStatus>(site, 'library/scan')).state).toBe('idle')
    // While it runs it has figures of its own.
    await expect(figure(page, 'Added')).toHaveCount(1)
    await expect(figure(page, 'Added')).toContainText('1')
    await expect(page.getByText('Finished')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Scan now' })).toBeVisible()

    await site.removeWork(name)
    await page.getByRole('button', { name: 'Scan and hide missing works…' }).click()
    const question = page.getByRole('dialog', { name: 'Hide works that are not found?' })
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    await page.getByRole('button', { name: 'Scan and hide missing works…' }).click()
    const allowed = page.waitForRequest((one) => one.method() === 'POST')
    await question.getByRole('button', { name: 'Scan and hide missing works' }).click()
    expect((await allowed).postDataJSON()).toEqual({ full: 0, allowMissing: 1 })
    await expect(page.getByRole('button', { name: 'Scan now' })).toBeVisible()
    const missing = page.getByRole('region', { name: 'Missing works' })
    await expect(missing.getByRole('listitem').filter({ hasText: name.slice(0, 10) })).toContainText(`/${name}`)
    await expectAccessible(page)
  },
)

test(
  'ADM-04 without its events a scan is asked for every two seconds, and cancelled',
  { tag: '@anyscreen' },
  async ({ page, site, allow }) => {
    allow(/Failed to load resource|request failed/)
    // A scan of a folder this small ends too soon to be seen: the server's answers are held at one moment.
    const counts = { found: 40, done: 10, added: 3, changed: 0, unchanged: 7, missing: 0, filesRead: 12, problems: 0 }
    let answer: object = { state: 'running', counts, last: null }
    await page.route('**/api/library/scan/events', (route) => route.abort('connectionreset'))
    await page.route('**/api/library/scan', (route) => {
      if (route.request().method() === 'DELETE') {
        const last = { state: 'cancelled', startedAt: '2026-01-01T00:00:00Z', finishedAt: '2026-01-01T00:01:05Z' }
        answer = { state: 'idle', counts: null, last: { ...last, counts, error: null } }
      }
      return route.fulfill({ json: answer })
    })
    await openAs(page, site.admin, '/admin?part=library')
    const bar = page.getByRole('progressbar', { name: 'The library is being scanned' })
    await expect(bar).toHaveAttribute('value', '10')
    await expect(page.getByText('10 of 40 works')).toBeVisible()
    answer = { state: 'running', counts: { ...counts, done: 30 }, last: null }
    await expect(page.getByText('30 of 40 works')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Stop the scan' }).click()
    await expect(page.getByText('Stopped', { exact: true })).toBeVisible()
    await expect(page.getByText(/took 1 min 5 s/)).toBeVisible()
  },
)

test('ADM-04 accounts are found, made administrators and members again, disabled and enabled; the last one stays', async ({
  page,
  site,
  allow,
}) => {
  allow(/status of 409/)
  const name = aName()
  await registerAt(site.server.url, name)
  await openAs(page, site.admin, '/admin?part=users')
  await expect(row(page, 'the-keeper')).toContainText('You')
  await expect(row(page, 'guest')).toContainText('cannot be changed')
  await expectAccessible(page)
  await page.getByRole('searchbox', { name: 'Search accounts' }).fill(name.toUpperCase())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL((url) => url.searchParams.get('q') === name.toUpperCase())
  await expect(page.getByText('1 account', { exact: true })).toBeVisible()

  const card = page.getByRole('dialog', { name })
  const answer = async (action: string, confirm: string) => {
    await card.getByRole('button', { name: action }).click()
    await expect(card.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await card.getByRole('button', { name: confirm }).click()
  }
  await row(page, name).getByRole('button').click()
  await expectAccessible(page)
  await answer('Make administrator…', 'Make administrator')
  await expect(card).toContainText(`${name} is an administrator now.`)
  await answer('Make member…', 'Make member')
  await expect(card).toContainText(`${name} is a member now.`)
  await answer('Disable account…', 'Disable')
  await expect(card).toContainText(`${name} is disabled now.`)
  await closeCard(page)
  await expect(row(page, name)).toContainText('Disabled')
  const { users } = await asAdmin<{ users: AdminUser[] }>(site, `admin/users?q=${name}`)
  expect(users).toMatchObject([{ group: 'user', isDisabled: true }])
  await row(page, name).getByRole('button').click()
  await card.getByRole('button', { name: 'Enable account' }).click()
  await expect(card).toContainText(`${name} can log in again.`)
  await closeCard(page)

  await page.goto('/admin?part=users&q=the-keeper')
  await page.getByRole('button', { name: 'Change the-keeper…' }).click()
  const own = page.getByRole('dialog', { name: 'the-keeper' })
  await expect(own.getByRole('button', { name: /Disable|Reset/ })).toHaveCount(0)
  await own.getByRole('button', { name: 'Make member…' }).click()
  await own.getByRole('button', { name: 'Make member' }).click()
  await expect(own.getByRole('alert')).toContainText('You are the only administrator.')
  await closeCard(page)
  await page.goto('/admin?part=users&q=nobody-at-all')
  await expect(page.getByText('No account matches.')).toBeVisible()
})

test(
  'WRK-07 ADM-04 reported problems are counted, read, marked as done, opened again and deleted',
  { tag: '@anyscreen' },
  async ({ page, site }) => {
    const detail = `<b>No</b> sound.\nAt all. ${aName()}`
    const send = async (text: string) => {
      const sent = await fetch(`${site.server.url}/api/feedback`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...anAddress() },
        body: JSON.stringify({ work_id: 'RJ09910001', category: 'cantPlay', detail: text }),
      })
      expect(sent.status).toBe(200)
    }
    await send(detail)
    await openAs(page, site.admin, '/admin')
    await expect(figure(page, 'Reports')).toContainText('1')
    await figure(page, 'Reports').getByRole('link').click()
    const report = row(page, detail)
    await expect(report).toContainText('Something does not play')
    await expect(report).toContainText('Not logged in')
    await expect(report.getByRole('link', { name: 'Rain' })).toHaveAttribute('href', '/work/RJ09910001')
    await expectAccessible(page)
    await report.getByRole('button', { name: 'Mark as done' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'The report is marked as done.' })).toBeFocused()
    await expect(page.getByText('No reports are open.')).toBeVisible()

    await page.getByRole('navigation', { name: 'Reports to show' }).getByRole('link', { name: 'Done' }).click()
    await report.getByRole('button', { name: 'Reopen' }).click()
    await expect(page.getByText('No reports are done.')).toBeVisible()
    await part(page, 'Reports').click()
    await report.getByRole('button', { name: 'Delete…' }).click()
    await expect(report.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expectAccessible(page)
    await report.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByText('The report has been deleted.')).toBeVisible()
    await expect(report).toHaveCount(0)

    for (const text of ['One', 'Two']) await send(text)
    await page.reload()
    await page.getByRole('button', { name: 'Mark all on this page as done' }).click()
    await expect(page.getByRole('status').filter({ hasText: '2 reports are marked as done.' })).toBeFocused()
    await page.getByRole('navigation', { name: 'Reports to show' }).getByRole('link', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Delete all done reports…' }).click()
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.getByRole('button', { name: 'Delete all', exact: true }).click()
    await expect(page.getByRole('status').filter({ hasText: '2 reports have been deleted.' })).toBeFocused()
    await expect(page.getByText('No reports are done.')).toBeVisible()
  },
)

test(
  'ATH-07 ADM-04 a reset password is shown once, copied, and good for a login',
  { tag: '@anyscreen' },
  async ({ page, site, context }) => {
    const name = aName()
    await registerAt(site.server.url, name)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await openAs(page, site.admin, `/admin?part=users&q=${name}`)
    await page.getByRole('button', { name: `Change ${name}…` }).click()
    await page.getByRole('button', { name: 'Reset password…' }).click()
    await page.getByRole('button', { name: 'Reset password', exact: true }).click()
    const card = page.getByRole('dialog', { name: 'New password' })
    const field = card.getByLabel('New password')
    await expect(field).toHaveValue(/^[a-z2-9]{16}$/)
    await expect(card.getByRole('button', { name: 'Copy' })).toBeFocused()
    await expectAccessible(page)
    const password = await field.inputValue()
    await page.keyboard.press('Enter')
    await expect(card).toContainText('Copied.')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(password)
    await closeCard(page)
    await expect(card).toBeHidden()
    await expect.poll(() => page.content()).not.toContain(password)
    const login = await fetch(`${site.server.url}/api/auth/me`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...anAddress() },
      body: JSON.stringify({ name, password }),
    })
    expect(login.status).toBe(200)
  },
)

test(
  'ADM-04 ATH-01 HLT-02 registration is switched; an announcement is previewed without running, published and removed',
  { tag: '@anyscreen' },
  async ({ page, site, allow }) => {
    allow(/Executing inline event handler violates/)
    await openAs(page, site.admin, '/admin?part=settings')
    const registration = page.getByRole('checkbox', { name: /Anyone can register/ })
    await expect(registration).toBeChecked()
    await registration.click()
    await expect(page.getByText('Visitors cannot create accounts.')).toBeVisible()
    expect((await asAdmin<ServerSettings>(site, 'admin/settings')).isRegistrationOpen).toBe(false)
    await registration.click()
    await expect(registration).toBeChecked()

    const text = page.getByLabel('Text (HTML)')
    await text.fill(
      '<b>Back at ten</b><script>parent.document.title = "run"</script>' +
        '<img src="x:" onerror="parent.document.title = \'run\'"><svg onload="parent.document.title = \'run\'">',
    )
    await page.getByRole('button', { name: 'Preview' }).click()
    const preview = page.getByRole('region', { name: 'Preview of the announcement' })
    await expect(preview).toHaveText('Back at ten')
    await expect(preview.locator('script, img, svg')).toHaveCount(0)
    await expectAccessible(page)
    await expect(page).toHaveTitle('Administration | Otodana')
    await text.fill(' <b>Back at ten</b> ')
    await page.getByRole('button', { name: 'Preview' }).click()
    await expect(preview).toHaveText('Back at ten')
    await page.getByRole('button', { name: 'Announce' }).click()
    await expect(page.getByText('An announcement is up.')).toBeVisible()
    const health = async () => (await page.request.get('/api/health')).text()
    expect(await health()).toBe('<b>Back at ten</b>')
    await page.getByRole('button', { name: 'Take down' }).click()
    await expect(page.getByText('There is no announcement.')).toBeVisible()
    await expect(text).toHaveValue('')
    expect(await health()).toBe('OK')
  },
)

test(
  'ATH-07 ADM-04 security events are described in words, and older ones load on demand',
  { tag: '@anyscreen' },
  async ({ page, site, request }) => {
    const name = aName()
    const fail = (who: string) =>
      request
        .post('/api/auth/me', { data: { name: who, password: 'not it' }, headers: anAddress() })
        .catch(() => undefined)
    // One name may fail fifty times, and more than that are wanted.
    for (const other of [aName(), aName()]) await fail(other)
    for (let tries = 0; tries < 49; tries++) await fail(name)
    const all = await asAdmin<{ events: SecurityEvent[] }>(site, 'admin/security-events?limit=200')
    expect(all.events.length).toBeGreaterThan(50)
    await openAs(page, site.admin, '/admin?part=security')
    const events = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.locator('time') })
    await expect(events).toHaveCount(50)
    await expect(events.first()).toContainText('Login failed')
    await expect(events.first()).toContainText(name)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Show older' }).click()
    await expect(events.filter({ hasText: 'Registered' }).filter({ hasText: 'the-keeper' })).toBeVisible()
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(events).toHaveCount(50)
  },
)

test(
  'A11Y-01 A11Y-03 every part has room for text of twice the size on a phone, and shows what is selected in forced colours',
  { tag: '@anyscreen' },
  async ({ page, site }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ forcedColors: 'active' })
    await enlargeText(page)
    await openAs(page, site.admin, '/admin')
    for (const name of ['Overview', 'Library', 'Reports', 'Accounts', 'Settings', 'Backups', 'Security']) {
      await part(page, name).click()
      await expect(part(page, name)).toHaveAttribute('aria-current', 'page')
      await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible()
      await expectRoom(page)
    }
    await expectSelectionSeen(page)
  },
)

test(
  'ADM-04 a part that cannot be had says so, and comes by itself once the server is back',
  { tag: '@anyscreen' },
  async ({ page, site, allow }) => {
    allow(/Failed to load resource|request failed/)
    await page.route('**/api/admin/users*', (route) => route.abort('connectionrefused'))
    await openAs(page, site.admin, '/admin?part=users')
    await expect(page.getByRole('alert')).toContainText('The server cannot be reached.')
    await expectAccessible(page)
    await page.unroute('**/api/admin/users*')
    await expect(row(page, 'the-keeper')).toBeVisible()
    await part(page, 'Library').click()
    await expect(page.getByRole('heading', { name: 'Library scan' })).toBeVisible()
  },
)

test(
  'BAK-06 BAK-07 BAK-08 a backup is made from its part and downloaded; a failed one is shown, also in the overview',
  { tag: '@anyscreen' },
  async ({ page, site }) => {
    await openAs(page, site.admin, '/admin')
    await part(page, 'Backups').click()
    await expect(page.getByText('There is no backup yet.')).toBeVisible()
    await page.getByRole('button', { name: 'Back up now' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'The backup is complete' })).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: /^Download the backup of/ }).click()
    expect((await download).suggestedFilename()).toMatch(/^otodana-[0-9a-f]{8}-\d{8}-\d{9}\.backup$/)
    await expectAccessible(page)

    // The folder's place is taken by a file.
    const { folder } = await asAdmin<{ folder: string }>(site, 'admin/backups')
    await rm(folder, { recursive: true })
    await writeFile(folder, '')
    await page.getByRole('button', { name: 'Back up now' }).click()
    await expect(page.getByRole('alert')).toContainText('The latest backup failed')
    await expect(page.getByText('There is no backup yet.')).toBeVisible()
    await part(page, 'Overview').click()
    await page.getByRole('alert').getByRole('link', { name: 'Show backups' }).click()
    await expect(page.getByRole('heading', { name: 'Backups', exact: true })).toBeVisible()
    await rm(folder)
  },
)
