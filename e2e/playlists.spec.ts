/** Playlists and quick marks as members, guests and others meet them. */
import { randomInt } from 'node:crypto'

import type { Playlist, Session, Work } from '@otodana/contract'
import type { APIRequestContext, Locator } from '@playwright/test'

import { expect, expectAccessible, type Page } from './fixtures.ts'
import { hydrated } from './hydrated.ts'
import { showListOptions } from './list-options.ts'
import { expectMoving, test as playing } from './playing.ts'

const SECRET = 'rain on the roof'
const NOWHERE = '00000000-0000-4000-8000-000000000000'

const test = playing.extend({
  // Few accounts are made from one address.
  // oxlint-disable-next-line no-empty-pattern
  extraHTTPHeaders: async ({}, use) =>
    use({ 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` }),
})

let count = 0
async function aMember(request: APIRequestContext): Promise<Session> {
  const name = `suzu${process.pid}x${count++}`
  const answer = await request.post('/api/auth/reg', { data: { name, password: SECRET } })
  expect(answer.status()).toBe(200)
  return (await answer.json()) as Session
}

const bearer = ({ token }: Session) => ({ authorization: `Bearer ${token}` })

async function post<T>(request: APIRequestContext, member: Session, path: string, data: object): Promise<T> {
  const answer = await request.post(`/api/playlist/${path}`, { data, headers: bearer(member) })
  expect(answer.status(), path).toBe(200)
  return (await answer.json()) as T
}

async function get<T>(request: APIRequestContext, member: Session, path: string): Promise<T> {
  const answer = await request.get(`/api/playlist/${path}`, { headers: bearer(member) })
  expect(answer.status(), path).toBe(200)
  return (await answer.json()) as T
}

const make = (request: APIRequestContext, member: Session, name: string, more: object = {}) =>
  post<Playlist>(request, member, 'create-playlist', { name, ...more })
const worksIn = async (request: APIRequestContext, member: Session, id: string) =>
  (await get<{ works: Work[] }>(request, member, `get-playlist-works?id=${id}&pageSize=100`)).works.map((one) => one.id)
const ownLists = async (request: APIRequestContext, member: Session) =>
  (await get<{ playlists: Playlist[] }>(request, member, 'get-playlists?pageSize=100')).playlists
const marked = async (request: APIRequestContext, member: Session) =>
  get<Playlist>(request, member, 'get-default-mark-target-playlist')

async function allWorks(request: APIRequestContext): Promise<Work[]> {
  return ((await (await request.get('/api/works?pageSize=100')).json()) as { works: Work[] }).works
}

/** Opens a page with an earlier login and saved settings. */
async function openAs(page: Page, { token }: Session, path: string, settings: object = {}): Promise<void> {
  await page.addInitScript(
    ([jwt, values]) => {
      if (localStorage.getItem('jwt-token') !== null) return
      localStorage.setItem('jwt-token', jwt)
      localStorage.setItem('settings', JSON.stringify({ version: 1, values }))
    },
    [token, settings] as const,
  )
  await page.goto(path)
  await hydrated(page)
  await expect(page.getByRole('banner').getByRole('button', { name: /^Account/ })).toBeVisible()
}

const kept = (page: Page) =>
  page.evaluate(
    () =>
      (JSON.parse(localStorage.getItem('settings') ?? '{}') as { values?: { quickMarkTargetPlaylist?: string } }).values
        ?.quickMarkTargetPlaylist,
  )
const card = (page: Page, work: Pick<Work, 'title'>) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: work.title, exact: true }) })
const said = (page: Page, text: string | RegExp) => page.locator('output').filter({ hasText: text })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

/** From here on the page's timers wait for `clock.runFor`. */
async function stopTime(page: Page): Promise<void> {
  await page.clock.install()
  // By the page's own time, which may have run ahead.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000)
}

/** Lets the page's time pass in small steps until something is there. */
async function runUntil(page: Page, wanted: Locator): Promise<void> {
  const isThere = async () => {
    if ((await wanted.count()) > 0) return true
    await page.clock.runFor(20)
    return false
  }
  await expect.poll(isThere, { intervals: [20] }).toBe(true)
}

const listCard = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) })

test('PLS-01 PLS-02 PLS-03 a playlist is made from pasted codes, edited and deleted; what is not in the library is named', async ({
  page,
  request,
}) => {
  const member = await aMember(request)
  const [first, second] = await allWorks(request)
  await openAs(page, member, '/playlists')
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Favourite works', 'Bookmarked'])
  await expect(listCard(page, 'Bookmarked').getByRole('button', { name: 'Delete Bookmarked' })).toHaveCount(0)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'New playlist' }).click()
  const made = dialog(page, 'New playlist')
  await expect(made.getByLabel('Name')).toBeFocused()
  await made.getByRole('button', { name: 'Create' }).click()
  await expect(made.getByLabel('Name')).toHaveAccessibleDescription(/^Give the playlist a name\./)
  await made.getByLabel('Name').fill('x'.repeat(120))
  await expect(made.getByLabel('Name')).toHaveValue('x'.repeat(100))
  await expect(made).toContainText('100 / 100')
  await made.getByLabel('Name').fill('Rainy nights')
  await made.getByLabel('Description').fill('Soft voices only.')
  await expect(made).toContainText('17 / 500')
  await made.getByText('Public', { exact: true }).click()
  await made.getByText('Advanced').click()
  const codes = made.getByLabel('Add works by their codes')
  await codes.focus()
  await page.keyboard.insertText(Array.from({ length: 60 }, () => first!.source_id).join('\n'))
  await expect(made.locator('mark')).toHaveCount(60)
  // The marks lie below their codes, wherever what was pasted has scrolled them.
  const places = await codes.evaluate((field) => [field.scrollTop, field.previousElementSibling!.scrollTop])
  expect(places[0]).toBeGreaterThan(0)
  expect(places[1]).toBe(places[0])
  await codes.fill(
    `${first!.source_id}, ${second!.source_id.toLowerCase()}\n(${first!.source_id} again) RJ09999999 RJ12345`,
  )
  await expect(made).toContainText('3 codes found')
  await expect(made).toContainText('These are not codes and will not be added: RJ12345')
  await expect(made.locator('mark')).toHaveText([
    first!.source_id,
    second!.source_id.toLowerCase(),
    first!.source_id,
    'RJ09999999',
  ])
  await expectAccessible(page)
  await made.getByRole('button', { name: 'Create' }).click()

  const report = dialog(page, 'Not in this library')
  await expect(report).toContainText('1 code is not in this library')
  await expect(report.getByText('RJ09999999', { exact: true })).toBeVisible()
  await expect(report).toContainText('looks like a code but is not one')
  await expect(report.getByText('RJ12345', { exact: true })).toBeVisible()
  await report.getByRole('button', { name: 'Done' }).click()
  await expect(report).toHaveCount(0)
  const made1 = listCard(page, 'Rainy nights')
  await expect(made1).toContainText('2 works')
  await expect(made1).toContainText('Public')

  await made1.getByRole('button', { name: 'Edit Rainy nights' }).click()
  const edited = dialog(page, 'Edit playlist')
  await edited.getByLabel('Name').fill('Rainy evenings')
  await edited.getByRole('button', { name: 'Save' }).click()
  await expect(said(page, '“Rainy evenings” has been saved.')).toBeAttached()
  await expect(listCard(page, 'Rainy evenings')).toBeVisible()
  expect((await ownLists(request, member)).map(({ name, description }) => [name, description])).toContainEqual([
    'Rainy evenings',
    'Soft voices only.',
  ])

  await listCard(page, 'Bookmarked').getByRole('button', { name: 'Edit Bookmarked' }).click()
  await expect(edited.getByLabel('Name')).toBeDisabled()
  await expect(edited.getByLabel('Name')).toHaveValue('Bookmarked')
  await edited.getByText('Unlisted', { exact: true }).click()
  await edited.getByRole('button', { name: 'Save' }).click()
  await expect(listCard(page, 'Bookmarked')).toContainText('Unlisted')

  await listCard(page, 'Rainy evenings').getByRole('button', { name: 'Delete Rainy evenings' }).click()
  const deletion = dialog(page, 'Delete playlist')
  await deletion.getByRole('button', { name: 'Delete…' }).click()
  await expect(deletion).toContainText('Really delete “Rainy evenings”?')
  await deletion.getByRole('button', { name: 'Delete for good' }).click()
  await expect(listCard(page, 'Rainy evenings')).toHaveCount(0)
  expect((await ownLists(request, member)).length).toBe(2)
})

test(
  'PLS-02 more than a thousand codes go in several calls; a failure is reported, and a retry continues from there',
  {
    tag: '@anyscreen',
  },
  async ({ page, request, allow }) => {
    allow(/request failed: POST .*add-works|ERR_FAILED|403/)
    const member = await aMember(request)
    const works = await allWorks(request)
    await openAs(page, member, '/playlists')
    await page.getByRole('button', { name: 'New playlist' }).click()
    const made = dialog(page, 'New playlist')
    await made.getByLabel('Name').fill('All of them')
    await made.getByText('Advanced').click()
    const unknown = Array.from({ length: 1_100 }, (_, index) => `RJ0900${String(index).padStart(4, '0')}`)
    const codes = [...unknown, ...works.map(({ source_id }) => source_id)]
    const sent: number[] = []
    await page.route('**/api/playlist/{create-playlist,add-works-to-playlist}', (route) => {
      sent.push((route.request().postDataJSON() as { works: string[] }).works.length)
      return sent.length === 2 ? route.fulfill({ status: 403, json: { error: 'Not today' } }) : route.fallback()
    })
    await made.getByLabel('Add works by their codes').fill(codes.join(' '))
    await expect(made).toContainText(`${codes.length.toLocaleString('en-US')} codes found`)
    await made.getByRole('button', { name: 'Create' }).click()
    await expect(made.getByRole('alert')).toContainText(
      `1,000 of ${codes.length.toLocaleString('en-US')} codes were saved`,
    )
    await made.getByRole('button', { name: 'Create' }).click()
    await expect(dialog(page, 'Not in this library')).toContainText('1,100 codes are not in this library')
    expect(sent).toEqual([1_000, codes.length - 1_000, codes.length - 1_000])
    const all = (await ownLists(request, member)).filter(({ name }) => name === 'All of them')
    expect(all.map(({ works_count }) => works_count)).toEqual([works.length])
  },
)

test(
  'PLS-01 lists of others can be liked, own ones cannot; a like that fails is taken back; filters and pages are in the address',
  { tag: '@anyscreen' },
  async ({ page, request, allow }) => {
    allow(/request failed: POST .*like-playlist|ERR_FAILED|403/)
    const [member, other] = [await aMember(request), await aMember(request)]
    const theirs = await make(request, other, 'From a friend', { privacy: 1 })
    for (let index = 0; index < 20; index++) await make(request, member, `Mine ${index}`)
    await openAs(page, member, `/playlist?id=${theirs.id}`)
    await expect(page.getByRole('heading', { name: 'From a friend' })).toBeVisible()
    await expect(page.getByText(`by ${other.user.name}`)).toBeVisible()
    const like = page.getByRole('button', { name: 'Like From a friend' })
    await page.route('**/api/playlist/like-playlist', (route) =>
      route.fulfill({ status: 403, json: { error: 'Not today' } }),
    )
    await like.click()
    await expect(said(page, 'Not today')).toBeAttached()
    await expect(like).toHaveAttribute('aria-pressed', 'false')
    await page.unroute('**/api/playlist/like-playlist')
    await like.click()
    await expect(said(page, 'Liked “From a friend”.')).toBeAttached()
    await expect(page.getByText('1 like', { exact: true })).toBeVisible()

    await page.goto('/playlists?filterBy=liked')
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['From a friend'])
    await expect(page.getByRole('link', { name: 'I liked' })).toHaveAttribute('aria-current', 'page')
    await page.getByRole('link', { name: 'I created' }).click()
    await expect(page).toHaveURL(/filterBy=owned/)
    await expect(page.getByRole('article')).toHaveCount(20)
    await expect(page.getByRole('button', { name: /^Like / })).toHaveCount(0)
    await page.getByRole('link', { name: 'Next' }).click()
    await expect(page).toHaveURL(/filterBy=owned&page=2/)
    await expect(page.getByRole('article')).toHaveCount(2)
    await page.getByRole('link', { name: 'I liked' }).click()
    await page.getByRole('button', { name: 'Like From a friend' }).click()
    await expect(said(page, '“From a friend” is no longer liked.')).toBeAttached()
    await page.reload()
    await expect(page.getByText('No liked playlists yet')).toBeVisible()
  },
)

test(
  'PLS-04 NAV-10 a playlist shows its works by pages; works are removed at once, put back by Undo, and back where it fails',
  { tag: '@anyscreen' },
  async ({ page, request, allow }) => {
    // The server knows no member: it says of a private playlist that there is none.
    allow(/request failed: POST .*remove-works|ERR_FAILED|403|status of 404/)
    const member = await aMember(request)
    const works = (await allWorks(request)).slice(0, 22)
    const ids = works.map(({ id }) => id)
    const { id } = await make(request, member, 'Long nights', {
      privacy: 0,
      description: 'Line one\nLine two',
      works: ids,
    })
    await openAs(page, member, `/playlist?id=${id}`)
    await expect(page).toHaveTitle('Long nights | Otodana')
    await expect(page.getByRole('article')).toHaveCount(20)
    const head = page.getByRole('main').locator('header')
    await expect(head).toContainText(`by ${member.user.name}`)
    await expect(head).toContainText('22 works')
    await expect(head).toContainText('Private')
    await expect(head).toContainText('Line two')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Next' }).click()
    await expect(page.getByRole('article')).toHaveCount(2)
    await expect(page).toHaveURL(/page=2/)

    // Not the last one: it comes back to its place.
    const gone = works[20]!
    const remove = page.getByRole('button', { name: `Remove ${gone.title} from the playlist` })
    await page.route('**/api/playlist/remove-works-from-playlist', (route) =>
      route.fulfill({ status: 403, json: { error: 'Not today' } }),
    )
    await remove.click()
    await expect(said(page, 'Not today')).toBeAttached()
    await expect(card(page, gone)).toBeVisible()
    await expect(head).toContainText('22 works')
    await page.unroute('**/api/playlist/remove-works-from-playlist')
    await remove.click()
    await expect(card(page, gone)).toHaveCount(0)
    await expect(head).toContainText('21 works')
    await expect.poll(() => worksIn(request, member, id)).toEqual(ids.toSpliced(20, 1))
    const undo = page.getByRole('button', { name: 'Undo' })
    await expect(undo).toBeInViewport({ ratio: 1 })
    await undo.click()
    await expect(card(page, gone)).toBeVisible()
    await expect.poll(() => worksIn(request, member, id)).toEqual(ids)
    await expect(page.getByRole('article').first()).toContainText(gone.title)
    await expect(remove).toBeFocused()

    await page.goto(`/playlist/${id}`)
    await expect(page).toHaveURL(new RegExp(`/playlist\\?id=${id}$`))
    await expect(page.getByRole('heading', { name: 'Long nights' })).toBeVisible()

    // Deleted in another tab while it is shown: neither the screen nor the title names it any more.
    await hydrated(page)
    await post(request, member, 'delete-playlist', { id })
    await page.getByRole('link', { name: 'Next' }).click()
    await expect(page.getByRole('heading', { name: 'Nothing on this shelf' })).toBeVisible()
    await expect(page).toHaveTitle('Nothing on this shelf | Otodana')
  },
)

test(
  'PLS-04 private is its owner’s, unlisted has a page for who knows the link, and only public is for search engines',
  {
    tag: '@anyscreen',
  },
  async ({ page, request, allow, browser, extraHTTPHeaders, baseURL }) => {
    allow(/status of 404/)
    const [member, other] = [await aMember(request), await aMember(request)]
    const works = (await allWorks(request)).slice(0, 3)
    const more = { description: '<b>bold</b> & "more"', works: works.map(({ id }) => id) }
    const hidden = await make(request, member, 'Only mine', { ...more, privacy: 0 })
    const unlisted = await make(request, member, 'By its link', { ...more, privacy: 1 })
    const open = await make(request, member, 'For all', { ...more, privacy: 2 })

    for (const [{ id }, isListed] of [
      [unlisted, false],
      [open, true],
    ] as const) {
      const answer = await request.get(`/playlist?id=${id}`)
      expect(answer.status()).toBe(200)
      const html = await answer.text()
      for (const { title } of works) expect(html).toContain(title)
      expect(html).not.toContain('<b>bold</b>')
      expect(/<meta name="robots" content="noindex\b/.test(html)).toBe(!isListed)
    }
    for (const id of [hidden.id, NOWHERE, 'nonsense', '']) {
      const answer = await request.get(`/playlist?id=${id}`)
      expect(answer.status(), id).toBe(404)
      expect(await answer.text()).not.toContain('Only mine')
    }
    // What is kept of a page is never older than what its owner has said.
    await post(request, member, 'edit-playlist-metadata', { id: open.id, data: { name: 'For all of you' } })
    expect(await (await request.get(`/playlist?id=${open.id}`)).text()).toContain('For all of you')
    await post(request, member, 'edit-playlist-metadata', { id: open.id, data: { privacy: 0 } })
    expect((await request.get(`/playlist?id=${open.id}`)).status()).toBe(404)

    // Its owner, at the same address: the rendered page says that there is none, which a session hides.
    await page.addInitScript(() => {
      const seen: string[] = []
      Object.assign(window, { seen })
      const look = () => {
        const text = document.querySelector('main')?.innerText ?? ''
        if (text !== seen.at(-1)) seen.push(text)
        requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
    await openAs(page, member, `/playlist?id=${hidden.id}`)
    await expect(page.getByRole('heading', { name: 'Only mine' })).toBeVisible()
    const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen.join('\n'))
    expect(seen).toContain('Only mine')
    expect(seen).not.toContain('Nothing on this shelf')
    await expect(page.getByRole('button', { name: 'Copy the link' })).toHaveCount(0)

    const theirs = await browser.newContext({
      ...(extraHTTPHeaders ? { extraHTTPHeaders } : {}),
      ...(baseURL ? { baseURL } : {}),
    })
    const visitor = await theirs.newPage()
    await openAs(visitor, other, `/playlist?id=${hidden.id}`)
    await expect(visitor.getByRole('heading', { name: 'Nothing on this shelf' })).toBeVisible()
    await visitor.goto(`/playlist?id=${unlisted.id}`)
    await expect(visitor.getByRole('article')).toHaveCount(3)
    await expect(visitor.getByRole('button', { name: /^(?:Edit|Delete|Remove) / })).toHaveCount(0)
    await theirs.close()
  },
)

test(
  'PLS-04 Play all plays the works one after the other, and asks for those to come as they come near',
  {
    tag: '@anyscreen',
  },
  async ({ page, request }) => {
    const member = await aMember(request)
    const works = (await allWorks(request))
      .filter(({ duration }) => duration > 0)
      .toSorted((a, b) => a.duration - b.duration)
    const { id } = await make(request, member, 'A long night', { privacy: 1, works: works.map((one) => one.id) })
    const asked: string[] = []
    page.on('request', (one) => {
      const found = /\/api\/tracks\/(\d+)/.exec(one.url())
      if (found) asked.push(found[1]!)
    })
    await page.goto(`/playlist?id=${id}`)
    await hydrated(page)
    await page.getByRole('button', { name: 'Play all' }).click()
    await expectMoving(page)
    await expect(page.getByRole('region', { name: /player/i })).toContainText(works[0]!.title)
    await expect.poll(() => asked.length).toBeGreaterThan(1)
    expect(asked.slice(0, 2)).toEqual(works.slice(0, 2).map((one) => String(one.id)))
    expect(asked.length).toBeLessThan(works.length / 2)
  },
)

test(
  'PLS-04 PLS-01 a playlist has a search of its own; a visitor who likes it is asked to log in first',
  { tag: '@anyscreen' },
  async ({ page, request, browser, baseURL }) => {
    const [member, other] = [await aMember(request), await aMember(request)]
    const works = await allWorks(request)
    const first = works.find(({ tags }) => tags.length > 0)!
    const tag = first.tags[0]!
    const expected = works.filter(({ tags }) => tags.some((one) => one.id === tag.id)).slice(0, 20)
    const { id } = await make(request, member, 'Much', { privacy: 2, works: works.map((one) => one.id) })
    await page.goto(`/playlist?id=${id}`)
    await hydrated(page)
    const search = page.getByRole('main').getByRole('search')
    await search.getByLabel('Search this playlist').fill(`$tag:${tag.name}$`)
    await search.getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL(/keyword=/)
    await expect(page.getByRole('status').filter({ hasText: 'found' })).toContainText(/^\d+ works? found$/)
    await expect(page.getByRole('article')).toHaveCount(expected.length)
    await expect(page.getByRole('button', { name: 'Play these' })).toBeVisible()
    await expectAccessible(page)
    // The server's page is of the same works, for who has no script.
    const html = await (await request.get(new URL(page.url()).pathname + new URL(page.url()).search)).text()
    for (const { title } of expected) expect(html).toContain(title.replaceAll("'", '&#x27;'))
    await page.getByRole('link', { name: 'Show the whole playlist' }).click()
    await expect(page.getByRole('button', { name: 'Play all' })).toBeVisible()

    await page.goto(`/playlist?id=${id}&keyword=${encodeURIComponent('$price:cheap$')}`)
    await hydrated(page)
    // The chip in the search box says it as well.
    await expect(page.getByText('This needs a number').last()).toBeVisible()
    await expect(page.getByText('Nothing found in this playlist')).toBeVisible()

    const like = page.getByRole('button', { name: 'Like Much' })
    await like.click()
    await dialog(page, 'Log in').getByLabel('Name').fill(other.user.name)
    await dialog(page, 'Log in').getByLabel('Password', { exact: true }).fill(SECRET)
    await dialog(page, 'Log in').getByRole('button', { name: 'Log in' }).click()
    await expect(like).toHaveAttribute('aria-pressed', 'true')
    await expect
      .poll(async () => (await get<Playlist>(request, other, `get-playlist-metadata?id=${id}`)).like_count)
      .toBe(1)
    // Without JavaScript a session gets the anonymous page.
    const plain = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) })
    const still = await plain.newPage()
    await still.goto(`/playlist?id=${NOWHERE}`)
    await expect(still.getByRole('heading', { name: 'Nothing on this shelf' })).toBeVisible()
    await plain.close()
  },
)

test(
  'PLS-04 two pages that edit one list lose nothing of each other’s',
  { tag: '@anyscreen' },
  async ({ page, context, request, allow }) => {
    allow(/status of 404/)
    const member = await aMember(request)
    const works = (await allWorks(request)).slice(0, 4)
    const { id } = await make(request, member, 'Shared', { works: works.slice(0, 3).map((one) => one.id) })
    await openAs(page, member, `/playlist?id=${id}`)
    await expect(page.getByRole('article')).toHaveCount(3)
    const second = await context.newPage()
    await openAs(second, member, `/playlist?id=${id}`)
    await expect(second.getByRole('article')).toHaveCount(3)

    await page.getByRole('button', { name: `Remove ${works[0]!.title} from the playlist` }).click()
    await second.getByRole('button', { name: `Remove ${works[2]!.title} from the playlist` }).click()
    await expect.poll(() => worksIn(request, member, id)).toEqual([works[1]!.id])
    // Each has the other's change as soon as it asks.
    await expect(second.getByRole('article')).toHaveCount(1)

    await showListOptions(page)
    await showListOptions(second)
    await page.getByRole('button', { name: 'Edit Shared' }).click()
    await second.getByRole('button', { name: 'Edit Shared' }).click()
    await dialog(page, 'Edit playlist').getByLabel('Name').fill('Renamed')
    await dialog(second, 'Edit playlist').getByLabel('Description').fill('Described')
    await dialog(page, 'Edit playlist').getByRole('button', { name: 'Save' }).click()
    await expect(dialog(page, 'Edit playlist')).toHaveCount(0)
    await dialog(second, 'Edit playlist').getByRole('button', { name: 'Save' }).click()
    await expect(second.getByRole('heading', { name: 'Renamed' })).toBeVisible()
    await expect(second.getByRole('main').locator('header')).toContainText('Described')
  },
)

test(
  'PLS-05 guests learn that they cannot create playlists, and others that they need an account',
  { tag: '@anyscreen' },
  async ({ page, request }) => {
    await page.goto('/playlists')
    await hydrated(page)
    await expect(page.getByText('Playlists are for members')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
    await expect(dialog(page, 'Log in')).toBeVisible()

    const guest = (await (
      await request.post('/api/auth/me', { data: { name: 'guest', password: 'guest' } })
    ).json()) as Session
    await openAs(page, guest, '/playlists')
    await expect(page.getByText('Guests cannot create playlists')).toBeVisible()
    await expect(page.getByRole('button', { name: 'New playlist' })).toHaveCount(0)
    await page.goto('/works')
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(page.getByRole('button', { name: /^Add to / })).toHaveCount(0)
  },
)

test(
  'CRD-02 the quick mark is there at once, told for half a second, and taken back where it fails',
  { tag: '@anyscreen' },
  async ({ page, request, allow }) => {
    allow(/request failed: POST .*works-(?:to|from)-playlist|ERR_FAILED|403/)
    const member = await aMember(request)
    const [work] = await allWorks(request)
    const target = await marked(request, member)
    await openAs(page, member, '/works', { quickMarkTargetPlaylist: target.id })
    const mark = card(page, work!).getByRole('button', { name: `Add to Bookmarked: ${work!.title}` })
    await expect(mark).toHaveAttribute('aria-disabled', 'false')
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/api/playlist/add-works-to-playlist', async (route) => {
      await held
      await route.fallback()
    })
    await mark.click()
    await expect(mark).toHaveAttribute('aria-pressed', 'true')
    expect(await worksIn(request, member, target.id)).toEqual([])
    release()
    await expect.poll(() => worksIn(request, member, target.id)).toEqual([work!.id])
    await page.reload()
    await expect(mark).toHaveAttribute('aria-pressed', 'true')

    await page.route('**/api/playlist/remove-works-from-playlist', (route) =>
      route.fulfill({ status: 403, json: { error: 'Not today' } }),
    )
    await mark.click()
    await expect(said(page, 'Not today')).toBeAttached()
    await expect(mark).toHaveAttribute('aria-pressed', 'true')
    await page.unroute('**/api/playlist/remove-works-from-playlist')
    await stopTime(page)
    await mark.click()
    const told = said(page, 'Removed from “Bookmarked”')
    await runUntil(page, told)
    await page.clock.runFor(400)
    await expect(told).toBeAttached()
    await page.clock.runFor(150)
    await expect(told).toHaveCount(0)
    await expect(mark).toHaveAttribute('aria-pressed', 'false')
    await expect.poll(() => worksIn(request, member, target.id)).toEqual([])
  },
)

test('PLS-06 PLS-07 a new playlist is opened and shared from its dialog, and reordered by buttons, keys and drag', async ({
  page,
  request,
}) => {
  const member = await aMember(request)
  const works = (await allWorks(request)).slice(0, 4)
  const [first, second, third, fourth] = works.map(({ id }) => id)
  await openAs(page, member, '/playlists')
  await page.getByRole('button', { name: 'New playlist' }).click()
  const made = dialog(page, 'New playlist')
  await made.getByLabel('Name').fill('Calm')
  await made.getByText('Advanced').click()
  await made.getByLabel('Add works by their codes').fill(works.map((work) => work.source_id).join(' '))
  await made.getByRole('button', { name: 'Create' }).click()
  const created = dialog(page, '“Calm” has been created.')
  await expect(created).toContainText('Only you can see it.')
  await created.getByRole('button', { name: 'Let anyone with the link see it' }).click()
  await expect(created).toContainText('Anyone with the link can see it.')
  await expect(created.getByRole('button', { name: /^(?:Copy|Share) the link$/ })).toBeVisible()
  await expectAccessible(page)
  await created.getByRole('link', { name: 'Open playlist' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Calm' })).toBeVisible()
  await expect(created).toHaveCount(0)
  const id = new URL(page.url()).searchParams.get('id')!
  const stored = () => worksIn(request, member, id)

  await showListOptions(page)
  await page.getByRole('button', { name: 'Reorder' }).click()
  const order = dialog(page, 'Reorder works')
  const rows = order.getByRole('listitem')
  await expect(rows).toHaveCount(4)
  await expectAccessible(page)
  const down = order.getByRole('button', { name: `Move ${works[0]!.title} down` })
  await down.click()
  await expect(down).toBeFocused()
  await expect(order.locator('output')).toHaveText(`${works[0]!.title} is now number 2 of 4`)
  await expect.poll(stored).toEqual([second, first, third, fourth])
  const grip = order.getByRole('button', { name: `Move ${works[3]!.title}`, exact: true })
  await grip.press('ArrowUp')
  await expect.poll(stored).toEqual([second, first, fourth, third])
  await expect(rows.nth(2)).toContainText(works[3]!.title)
  await expect(grip).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect.poll(stored).toEqual([second, fourth, first, third])
  // The last one to the top, by its handle.
  const handle = (await order.getByRole('button', { name: `Move ${works[2]!.title}`, exact: true }).boundingBox())!
  const top = (await rows.first().boundingBox())!
  await page.mouse.move(handle.x + 20, handle.y + 20)
  await page.mouse.down()
  await page.mouse.move(handle.x + 20, top.y + 20, { steps: 4 })
  await page.mouse.up()
  await expect.poll(stored).toEqual([third, second, fourth, first])
  await page.keyboard.press('Escape')
  await expect(order).toHaveCount(0)
  await expect(page.getByRole('article').first().getByRole('heading')).toHaveText(works[2]!.title)
})

test('CRD-03 the card’s menu has the member’s playlists, twelve at a time; a tick that fails is taken back with its count', async ({
  page,
  request,
  allow,
  isMobile,
}) => {
  allow(/request failed: POST .*works-(?:to|from)-playlist|ERR_FAILED|403/)
  const member = await aMember(request)
  const [work, other] = await allWorks(request)
  for (let index = 1; index <= 11; index++) await make(request, member, `List ${index}`, { works: [other!.id] })
  await openAs(page, member, '/works')
  await expect(card(page, work!).getByRole('button', { name: `Playlists of ${work!.title}` })).toBeAttached()
  const menu = dialog(page, 'Add to playlist')
  // By a right click, or a finger that stays, on the cover.
  const cover = card(page, work!).locator('img')
  if (isMobile) {
    const box = (await cover.boundingBox())!
    const session = await page.context().newCDPSession(page)
    const touchPoints = [{ x: box.x + 20, y: box.y + box.height - 30 }]
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
    await expect(menu).toBeVisible()
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  } else await cover.click({ button: 'right', position: { x: 20, y: 20 } })
  await expect(menu.getByRole('checkbox')).toHaveCount(12)
  await expect(page).toHaveURL(/\/works$/)
  await expectAccessible(page)

  const tick = menu.getByRole('checkbox', { name: /^List 5/ })
  const row = menu.getByRole('listitem').filter({ has: page.getByRole('checkbox', { name: /^List 5/ }) })
  await expect(row).toContainText('1 work')
  await page.route('**/api/playlist/add-works-to-playlist', (route) =>
    route.fulfill({ status: 403, json: { error: 'Not today' } }),
  )
  await tick.click()
  await expect(said(page, 'Not today')).toBeAttached()
  await expect(tick).not.toBeChecked()
  await expect(row).toContainText('1 work')
  await page.unroute('**/api/playlist/add-works-to-playlist')
  await tick.click()
  await expect(tick).toBeChecked()
  await expect(row).toContainText('2 works')
  const five = (await ownLists(request, member)).find(({ name }) => name === 'List 5')!
  await expect.poll(() => worksIn(request, member, five.id)).toEqual([other!.id, work!.id])
  await menu.getByRole('button', { name: 'Next' }).click()
  await expect(menu.getByRole('checkbox')).toHaveCount(1)
  await menu.getByRole('button', { name: 'New playlist…' }).click()
  const made = dialog(page, 'New playlist')
  await made.getByLabel('Name').fill('From the card')
  await made.getByRole('button', { name: 'Create' }).click()
  await expect(made).toHaveCount(0)
  const fresh = (await ownLists(request, member)).find(({ name }) => name === 'From the card')!
  expect(await worksIn(request, member, fresh.id)).toEqual([work!.id])

  // The same on the work's own page.
  await page.goto(`/work/${work!.id}`)
  await page.getByRole('button', { name: 'Add to playlist' }).click()
  await expect(menu.getByRole('checkbox', { name: /^From the card/ })).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add to playlist' })).toBeFocused()
})

test(
  'QMK-01 the target is chosen in the settings; one that is gone gives way to the default, which is named',
  {
    tag: '@anyscreen',
  },
  async ({ page, request, allow }) => {
    allow(/status of 404/)
    const member = await aMember(request)
    const mine = await make(request, member, 'Tonight')
    const [work] = await allWorks(request)
    const target = await marked(request, member)
    const told = said(page, 'Bookmarks are saved to the default playlist again: “Bookmarked”.')

    // Without a choice the default is used, without a toast.
    await openAs(page, member, '/works', { quickMarkTargetPlaylist: '' })
    await expect.poll(() => kept(page)).toBe(target.id)
    await expect(page.locator('output')).toBeAttached()
    await expect(told).toHaveCount(0)
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/api/playlist/get-default-mark-target-playlist', async (route) => {
      await held
      await route.fallback()
    })
    await page.evaluate((quickMarkTargetPlaylist) => {
      localStorage.setItem('settings', JSON.stringify({ version: 1, values: { quickMarkTargetPlaylist } }))
    }, NOWHERE)
    await openAs(page, member, '/works')
    answer()
    await expect(told).toBeAttached()
    expect(await kept(page)).toBe(target.id)
    await page.unroute('**/api/playlist/get-default-mark-target-playlist')

    await openAs(page, member, '/settings')
    const choice = page.getByLabel('Bookmark button saves to')
    await expect(choice).toHaveValue(target.id)
    await choice.selectOption('Tonight')
    expect(await kept(page)).toBe(mine.id)
    const fallback = page.getByLabel('Default for bookmarks')
    await fallback.selectOption('Tonight')
    await expect(said(page, 'The default for bookmarks is now “Tonight”.')).toBeAttached()
    await expect.poll(async () => (await marked(request, member)).id).toBe(mine.id)
    await expectAccessible(page)

    await page.goto('/works')
    await card(page, work!)
      .getByRole('button', { name: `Add to Tonight: ${work!.title}` })
      .click({ force: true })
    await expect.poll(() => worksIn(request, member, mine.id)).toEqual([work!.id])
  },
)

test(
  'PLS-08 on a phone a playlist has Play and Share, the rest behind a button, and rows with a button to remove',
  { tag: '@anyscreen' },
  async ({ page, request }) => {
    const member = await aMember(request)
    const works = (await allWorks(request)).slice(0, 5)
    const { id } = await make(request, member, 'Rainy nights', {
      privacy: 2,
      works: works.map((work) => work.source_id),
    })
    await page.setViewportSize({ width: 390, height: 844 })
    await openAs(page, member, '/playlists')
    await page.getByRole('link', { name: 'Rainy nights' }).first().click()
    await expect(page).toHaveURL(new RegExp(id))
    const rows = page.getByRole('article')
    await expect(rows).toHaveCount(5)
    const first = (await rows.first().boundingBox())!
    expect(first.height).toBe(64)
    expect(first.y).toBeLessThan(400)
    const remove = (await page
      .getByRole('button', { name: /^Remove .+ from the playlist$/ })
      .first()
      .boundingBox())!
    expect(remove.x).toBeGreaterThanOrEqual(first.x + first.width)
    expect(remove.y).toBeGreaterThanOrEqual(first.y)
    expect(remove.y + remove.height).toBeLessThanOrEqual(first.y + first.height)

    const reorder = page.getByRole('button', { name: 'Reorder' })
    await expect(page.getByRole('button', { name: 'Play all' })).toBeVisible()
    await expect(page.getByRole('button', { name: /the link$/ })).toBeVisible()
    await expect(reorder).toBeHidden()
    await page.getByRole('button', { name: 'More actions' }).press('Enter')
    await expect(reorder).toBeVisible()
    await expect(page.getByRole('button', { name: 'Delete Rainy nights' })).toBeVisible()
    await expectAccessible(page)

    // Another layout that was chosen for lists is kept.
    await page.evaluate(() => {
      const { values, ...rest } = JSON.parse(localStorage.getItem('settings') ?? '{"version":1,"values":{}}')
      localStorage.setItem('settings', JSON.stringify({ ...rest, values: { ...values, displayMode: 'compact' } }))
    })
    await openAs(page, member, '/playlists')
    await page.getByRole('link', { name: 'Rainy nights' }).first().click()
    await expect(page.locator('ul[data-mode=compact]').getByRole('article')).toHaveCount(5)
  },
)
