/** What members do without a connection: kept on the device, and sent once when the server can be reached. */
import { randomInt } from 'node:crypto'
import { rmSync } from 'node:fs'

import type { Playlist, ReviewedWork, Session, Work } from '@otodana/contract'

import { createDemoData } from './demo-data.ts'
import { expect, expectAccessible, test as base, type Page, expectAccessibleOnAnyScreen } from './fixtures.ts'
import { hydrated } from './hydrated.ts'
import { startServer, type RunningServer } from './start-server.ts'

async function startDemo(): Promise<RunningServer> {
  const dataDir = await createDemoData()
  const server = await startServer({ dataDir })
  return {
    ...server,
    async stop() {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

const test = base.extend<{ server: RunningServer; work: Work }>({
  server: async ({ startOnce }, use) => use(await startOnce(startDemo)),
  baseURL: ({ server }, use) => use(server.url),
  // Few accounts are made from one address.
  // oxlint-disable-next-line no-empty-pattern
  extraHTTPHeaders: async ({}, use) =>
    use({ 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` }),
  work: async ({ request }, use) => {
    const { works } = (await (await request.get('/api/works?pageSize=100&order=id')).json()) as { works: Work[] }
    await use(works.find(({ source_id }) => source_id.startsWith('RJ'))!)
  },
})

test.use({ savesData: false })

test.describe.configure({ mode: 'default' })

let count = 0

async function register(page: Page): Promise<Session> {
  const name = `traveller${process.pid}x${count++}`
  const answer = await page.request.post('/api/auth/reg', { data: { name, password: 'rain on the roof' } })
  expect(answer.status()).toBe(200)
  return (await answer.json()) as Session
}

/** Opens a page as a member, and waits until it has what it needs without a connection. */
async function openAs(page: Page, { token }: { token: string }, path: string): Promise<void> {
  await page.goto('/robots.txt')
  await page.evaluate((given) => localStorage.setItem('jwt-token', given), token)
  await page.goto(path)
  await ready(page)
}

async function ready(page: Page): Promise<void> {
  await hydrated(page)
  await expect(account(page)).toBeVisible()
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/loaded-outbox-')),
  )
}

const pathOf = ({ source_id }: Work) => `/work/${source_id}`
const account = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Account: / })
const waiting = (page: Page, of: number) => page.getByRole('button', { name: new RegExp(`${of} not yet sent$`) })
const panel = (page: Page) => page.getByRole('region', { name: 'Your rating and review' })
const star = (page: Page, of: number) =>
  panel(page)
    .getByRole('group', { name: 'Your rating' })
    .locator('label')
    .nth(of - 1)
const list = (page: Page) => page.getByRole('dialog', { name: 'Not yet sent' })
const told = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text })

const as = ({ token }: Session) => ({ headers: { authorization: `Bearer ${token}` } })
async function own(page: Page, session: Session, { id }: Work): Promise<Partial<ReviewedWork>> {
  return (await (await page.request.get(`/api/work/${id}`, as(session))).json()) as ReviewedWork
}
async function rate(page: Page, session: Session, { id }: Work, rating: number): Promise<void> {
  const answer = await page.request.put('/api/review', { ...as(session), data: { work_id: id, rating } })
  expect(answer.status()).toBe(200)
}

/** The writes that reached the server, `PUT /api/review 200` each. */
function writesOf(page: Page): string[] {
  const writes: string[] = []
  page.context().on('response', (response) => {
    const request = response.request()
    if (!['PUT', 'POST', 'DELETE'].includes(request.method())) return
    const path = new URL(response.url()).pathname
    if (/\/api\/(?:review|playlist)/.test(path)) writes.push(`${request.method()} ${path} ${response.status()}`)
  })
  return writes
}

async function openList(page: Page): Promise<void> {
  await account(page).click()
  await page.getByRole('button', { name: /^\d+ changes? not yet sent$/ }).click()
  await expect(list(page)).toBeVisible()
}

test(
  'OFF-40 OFF-41 OFF-42 OFF-43 OFF-63 what is rated, marked and added without a connection, also on a page that never had one, is sent once from the next page',
  { tag: '@anyscreen' },
  async ({ page, context, allow, work }) => {
    allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|load preload assets/)
    const session = await register(page)
    const { id: playlistId } = (await (
      await page.request.post('/api/playlist/create-playlist', { ...as(session), data: { name: 'Trip' } })
    ).json()) as Playlist
    await openAs(page, session, '/works')
    await expect(page.getByRole('button', { name: /^Add to Bookmarked/ }).first()).toBeAttached()
    await page.goto(pathOf(work))
    await ready(page)
    await account(page).click()
    await expect(page.getByRole('dialog', { name: 'Account' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Add to playlist' }).first().click()
    const menu = page.getByRole('dialog', { name: 'Add to playlist' })
    await expect(menu.getByRole('checkbox', { name: /Trip/ })).toBeVisible()
    const writes = writesOf(page)

    await context.setOffline(true)
    await menu.getByRole('checkbox', { name: /Trip/ }).click()
    await expect(told(page, 'Not yet sent. It is sent once the server can be reached.')).toBeVisible()
    await expect(menu.getByRole('checkbox', { name: /Trip/ })).toBeChecked()
    await menu.getByRole('checkbox', { name: /Bookmarked/ }).click()
    await page.keyboard.press('Escape')
    await star(page, 3).click()
    await expect(panel(page).getByText('Not yet sent')).toBeVisible()
    await star(page, 4).click()
    await panel(page).getByLabel('Listening status').selectOption('postponed')
    await expect(waiting(page, 3)).toBeVisible()

    await openList(page)
    await expect(list(page).getByRole('listitem')).toHaveText([
      /Added to “Trip”/,
      /Added to “Bookmarked”/,
      /Rating: 4 starsListening status: On hold/,
    ])
    await expectAccessibleOnAnyScreen(page)
    expect(writes).toEqual([])

    // On a page that had no answer but its list from the start the playlists are those that this device knows.
    await page.close()
    await context.setOffline(false)
    await context.route(/\/api\/(?!works\?)/, (route) => route.abort())
    const between = await context.newPage()
    await between.goto('/works')
    await hydrated(between)
    await between.getByRole('dialog').getByRole('button', { name: 'Enter anyway' }).click()
    const card = between.getByRole('article').filter({ hasNotText: work.title }).first()
    await card.getByRole('button', { name: /^Playlists of/ }).click()
    const known = between.getByRole('dialog', { name: 'Add to playlist' })
    await expect(known).toContainText('as this device last saw them')
    await expect(known.getByRole('checkbox', { name: /Bookmarked/ })).toBeVisible()
    await expectAccessibleOnAnyScreen(between)
    await known.getByRole('checkbox', { name: /Trip/ }).click()
    await expect(known.getByRole('checkbox', { name: /Trip Not yet sent/ })).toBeChecked()
    await between.keyboard.press('Escape')
    await card.getByRole('button', { name: /^Add to Bookmarked/ }).click()
    await expect(waiting(between, 5)).toBeVisible()
    await between.close()
    await context.unrouteAll()

    // Another one is opened later.
    const later = await context.newPage()
    const own4 = writesOf(later)
    await later.goto(pathOf(work))
    await expect.poll(async () => (await own(later, session, work)).userRating).toBe(4)
    expect(await own(later, session, work)).toMatchObject({ userRating: 4, progress: 'postponed' })
    await expect(later.getByRole('button', { name: /not yet sent/ })).toHaveCount(0)
    await expect(star(later, 4).getByRole('radio')).toBeChecked()
    await expect(panel(later).getByText('Not yet sent')).toHaveCount(0)
    expect(own4.toSorted()).toEqual([
      'POST /api/playlist/add-works-to-playlist 200',
      'POST /api/playlist/add-works-to-playlist 200',
      'POST /api/playlist/add-works-to-playlist 200',
      'POST /api/playlist/add-works-to-playlist 200',
      'PUT /api/review 200',
    ])
    const { works } = (await (
      await later.request.get(`/api/playlist/get-playlist-works?id=${playlistId}`, as(session))
    ).json()) as { works: Work[] }
    expect(works.map(({ id }) => id)).toContain(work.id)
    expect(works).toHaveLength(2)
  },
)

test(
  'OFF-46 OFF-48 OFF-55 an answer lost after the commit repeats nothing, and what another device changed is asked about',
  { tag: '@anyscreen' },
  async ({ page, context, allow, work }) => {
    allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION_FAILED|409/)
    const session = await register(page)
    await openAs(page, session, pathOf(work))

    // Carried out, but the answer does not arrive; then another device rates, and this one sends it again.
    let tries = 0
    await page.route('**/api/review*', async (route) => {
      if (route.request().method() === 'PUT' && tries++ === 0) await route.fetch()
      await route.abort('connectionfailed')
    })
    await star(page, 2).click()
    await expect(panel(page).getByText('Not yet sent')).toBeVisible()
    expect((await own(page, session, work)).userRating).toBe(2)
    await rate(page, session, work, 5)
    await openList(page)
    await page.unroute('**/api/review*')
    // Not by the button, which goes if it is tried again just then.
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(list(page)).toContainText('Everything has been sent.')
    expect((await own(page, session, work)).userRating).toBe(5)
    await page.keyboard.press('Escape')
    await expect(star(page, 5).getByRole('radio')).toBeChecked()

    for (const [keep, rating] of [
      ['Keep the other device’s', 3],
      ['Keep this device’s', 1],
    ] as const) {
      await context.setOffline(true)
      await star(page, 1).click()
      await expect(panel(page).getByText('Not yet sent')).toBeVisible()
      await rate(page, session, work, 3)
      await context.setOffline(false)
      await page.getByRole('status').getByRole('button', { name: 'Show' }).click()
      const item = list(page).getByRole('listitem')
      await expect(item).toContainText('Changed on another device in the meantime.')
      await expect(item.getByRole('definition')).toHaveText(['Rating: 1 star', 'Rating: 3 stars'])
      await expectAccessible(page)
      await item.getByRole('button', { name: keep }).click()
      await expect(list(page)).toContainText('Everything has been sent.')
      await page.keyboard.press('Escape')
      await expect.poll(async () => (await own(page, session, work)).userRating).toBe(rating)
      await rate(page, session, work, 5)
      await page.reload()
      await ready(page)
      await expect(star(page, 5).getByRole('radio')).toBeChecked()
    }

    // A vote on a tag, and a playlist that another device adds to before it is deleted.
    const { id } = (await (
      await page.request.post('/api/playlist/create-playlist', { ...as(session), data: { name: 'Trip' } })
    ).json()) as Playlist
    const { works } = (await (await page.request.get('/api/works?pageSize=100')).json()) as { works: Work[] }
    const tagged = works.find(({ tags }) => tags.length > 0)!
    await openAs(page, session, pathOf(tagged))
    await page.getByRole('button', { name: 'Edit tags' }).click()
    const up = page
      .getByRole('dialog', { name: 'Tags of this work' })
      .getByRole('button', { name: / fits: / })
      .first()
    await expect(up).toHaveAttribute('aria-pressed', 'false')
    await context.setOffline(true)
    await up.click()
    const rules = page.getByRole('dialog', { name: 'How tags are voted on' })
    await rules.getByRole('button', { name: 'Understood' }).click()
    await expect(up).toHaveAttribute('aria-pressed', 'true')
    await expect(told(page, 'Not yet sent.')).toBeVisible()
    await context.setOffline(false)
    const votes = async () => (await own(page, session, tagged)).tags?.filter(({ myVote }) => myVote === 1).length
    await expect.poll(votes).toBe(1)

    await page.goto('/playlists')
    await ready(page)
    const trip = page.getByRole('main').getByRole('article').filter({ hasText: 'Trip' })
    const question = page.getByRole('dialog', { name: 'Delete playlist' })
    await trip.getByRole('button', { name: /^Delete/ }).click()
    await question.getByRole('button', { name: 'Delete…' }).click()
    await context.setOffline(true)
    await question.getByRole('button', { name: 'Delete for good' }).click()
    await expect(trip).toContainText('Not yet sent')
    await page.request.post('/api/playlist/add-works-to-playlist', { ...as(session), data: { id, works: [work.id] } })
    await context.setOffline(false)
    await page.getByRole('status').getByRole('button', { name: 'Show' }).click()
    const item = list(page).getByRole('listitem')
    await expect(item.getByRole('definition')).toHaveText(['Playlist deleted', /Name: Trip\s+1 work/])
    await item.getByRole('button', { name: 'Keep this device’s' }).click()
    await expect(list(page)).toContainText('Everything has been sent.')
    await page.keyboard.press('Escape')
    await expect(trip).toHaveCount(0)
  },
)

test(
  'OFF-44 OFF-45 a refusal says why; logging out asks, and what is discarded is seen and sent by no other account',
  { tag: '@anyscreen' },
  async ({ page, context, allow, work }) => {
    allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|404/)
    const session = await register(page)
    await openAs(page, session, pathOf(work))
    await context.setOffline(true)
    await star(page, 2).click()
    await expect(waiting(page, 1)).toBeVisible()
    await page.route('**/api/review*', (route) =>
      route.fulfill({ status: 404, json: { error: 'work.notFound' }, headers: { 'content-type': 'application/json' } }),
    )
    await context.setOffline(false)
    await page.getByRole('status').getByRole('button', { name: 'Show' }).click()
    await expect(list(page).getByRole('alert')).toContainText('The server did not accept it.')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    // It is not shown as done.
    await expect(panel(page).getByRole('radio', { checked: true })).toHaveCount(0)
    await page.unroute('**/api/review*')

    await account(page).click()
    await page.getByRole('button', { name: 'Log out' }).click()
    const question = page.getByRole('group', { name: /1 change has not been sent yet/ })
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Discard and log out' }).click()
    await expect(page.getByRole('banner').getByRole('button', { name: 'Log in' })).toBeVisible()

    const writes = writesOf(page)
    const other = await register(page)
    await openAs(page, other, pathOf(work))
    await expect(account(page)).toHaveAccessibleName(/^Account: traveller\w+$/)
    await openAs(page, session, pathOf(work))
    await expect(account(page)).toHaveAccessibleName(/^Account: traveller\w+$/)
    expect((await own(page, session, work)).userRating).toBeNull()
    expect(writes).toEqual([])
  },
)
