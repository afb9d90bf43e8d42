/**
 * What members keep about works: rating, review and progress, on a work's page, on cards and on the favourites. On a
 * server of its own, for ratings change the works' numbers.
 */
import { randomInt } from 'node:crypto'
import { rmSync } from 'node:fs'

import type { ReviewedWork, Session, Work } from '@otodana/contract'

import { createDemoData } from './demo-data.ts'
import { expect, expectAccessible, test as base, type Page, expectAccessibleOnAnyScreen } from './fixtures.ts'
import { follow } from './follow.ts'
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

const test = base.extend<{ works: Work[]; server: RunningServer }>({
  server: async ({ startOnce }, use) => use(await startOnce(startDemo)),
  baseURL: ({ server }, use) => use(server.url),
  // Few accounts are made from one address.
  // oxlint-disable-next-line no-empty-pattern
  extraHTTPHeaders: async ({}, use) =>
    use({ 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` }),
  works: async ({ page }, use) => {
    const { works } = (await (await page.request.get('/api/works?pageSize=100&order=id')).json()) as { works: Work[] }
    await use(works.filter(({ source_id }) => source_id.startsWith('RJ')))
  },
})

// In one worker, since each worker starts its own server.
test.describe.configure({ mode: 'default' })

let count = 0

async function register(page: Page): Promise<Session> {
  const name = `critic${process.pid}x${count++}`
  const answer = await page.request.post('/api/auth/reg', { data: { name, password: 'rain on the roof' } })
  expect(answer.status()).toBe(200)
  return (await answer.json()) as Session
}

/** Puts the token where a login would have, and opens a page. */
async function openAs(page: Page, { token }: { token: string }, path: string): Promise<void> {
  // The cheapest document of the site.
  await page.goto('/robots.txt')
  await page.evaluate((given) => localStorage.setItem('jwt-token', given), token)
  await page.goto(path)
  await hydrated(page)
  await expect(page.getByRole('banner').getByRole('button', { name: /^Account: / })).toBeVisible()
}

const pathOf = ({ source_id }: Work) => `/work/${source_id}`
const panel = (page: Page) => page.getByRole('region', { name: 'Your rating and review' })
const stars = (page: Page) => panel(page).getByRole('group', { name: 'Your rating' })
const progress = (page: Page) => panel(page).getByLabel('Listening status')
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Your review' })
const login = (page: Page) => page.getByRole('dialog', { name: 'Log in', exact: true })
const told = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text })
const opinion = (page: Page) =>
  page
    .getByRole('article')
    .first()
    .getByRole('button', { name: /^Rated / })

/** Presses a star: radio buttons lie beneath their labels. */
const press = (page: Page, count: number) =>
  stars(page)
    .locator('label')
    .nth(count - 1)
    .click()

async function own(page: Page, session: Session, { id }: Work): Promise<Partial<ReviewedWork>> {
  const headers = { authorization: `Bearer ${session.token}` }
  return (await (await page.request.get(`/api/work/${id}`, { headers })).json()) as ReviewedWork
}

async function put(page: Page, { token }: Session, body: object): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  expect((await page.request.put('/api/review', { headers, data: body })).status()).toBe(200)
}

test(
  'REV-01 REV-02 REV-04 REV-05 WRK-02 a member rates, marks and reviews a work on its page, and its numbers follow',
  { tag: '@anyscreen' },
  async ({ page, works }) => {
    const work = works.find(({ rate_count }) => rate_count > 0)!
    const session = await register(page)
    const publicCalls: string[] = []
    page.on('request', (request) => request.url().includes('/api/workInfo/') && publicCalls.push(request.url()))
    await openAs(page, session, pathOf(work))

    await expect(stars(page).getByRole('radio', { checked: true })).toHaveCount(0)
    await press(page, 4)
    await expect(told(page, 'Rating saved')).toHaveCount(1)
    await expect(stars(page).getByRole('radio', { name: '4 stars' })).toBeChecked()
    await expect(opinion(page)).toContainText(`by ${work.rate_count + 1}`)
    expect((await own(page, session, work)).userRating).toBe(4)
    // The member's own answer includes the public data: nothing is requested twice.
    expect(publicCalls).toEqual([])

    // With the keyboard: the arrows move along the stars, 0 takes the rating back.
    await stars(page).getByRole('radio', { name: '4 stars' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(stars(page).getByRole('radio', { name: '5 stars' })).toBeChecked()
    await expect.poll(async () => (await own(page, session, work)).userRating).toBe(5)
    await page.keyboard.press('0')
    await expect(stars(page).getByRole('radio', { checked: true })).toHaveCount(0)
    await expect.poll(async () => (await own(page, session, work)).userRating).toBeNull()
    await expect(opinion(page)).toContainText(`by ${work.rate_count}`)

    await progress(page).selectOption('Listening')
    await expect(told(page, 'Progress saved')).toHaveCount(1)
    await expect.poll(async () => (await own(page, session, work)).progress).toBe('listening')
    await progress(page).selectOption('No status')
    await expect.poll(async () => (await own(page, session, work)).progress).toBeNull()

    await panel(page).getByRole('button', { name: 'Write a review' }).click()
    await expect(dialog(page)).toContainText(work.title)
    await expectAccessibleOnAnyScreen(page)
    await dialog(page).locator('label').filter({ hasText: '3 stars' }).click()
    await dialog(page).getByLabel('Listening status').selectOption('Listened')
    await dialog(page).getByLabel('What you think of it').fill('Rain, and a slow voice.')
    await expect(dialog(page)).toContainText('23 of 5,000 characters')
    await expect(dialog(page)).toContainText('Only you can read it. Ratings and reviews are counted without names.')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(dialog(page)).toBeHidden()
    await expect(told(page, 'Saved')).toHaveCount(1)
    await expect(panel(page).getByText('Rain, and a slow voice.')).toBeVisible()
    await expect(page.getByLabel('About this work')).toContainText(`Reviews${work.review_count + 1}`)
    await expectAccessibleOnAnyScreen(page)

    await page.reload()
    await hydrated(page)
    await expect(stars(page).getByRole('radio', { name: '3 stars' })).toBeChecked()
    await expect(progress(page)).toHaveValue('listened')

    // Deleting asks once more.
    await panel(page).getByRole('button', { name: 'Edit your review' }).click()
    await dialog(page).getByRole('button', { name: 'Delete…' }).click()
    await dialog(page).getByRole('button', { name: 'Keep them' }).click()
    await dialog(page).getByRole('button', { name: 'Delete…' }).click()
    await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(dialog(page)).toBeHidden()
    await expect(told(page, 'Deleted')).toHaveCount(1)
    await expect(stars(page).getByRole('radio', { checked: true })).toHaveCount(0)
    await expect(panel(page).getByRole('button', { name: 'Write a review' })).toBeVisible()
    await expect(opinion(page)).toContainText(`by ${work.rate_count}`)
    expect(await own(page, session, work)).toMatchObject({ userRating: null, review_text: null, progress: null })
  },
)

test(
  'REV-01 what could not be saved stays in the dialog, and a rating is rolled back',
  { tag: '@anyscreen' },
  async ({ page, works, allow }) => {
    allow(/request failed: (?:PUT|DELETE) .*\/api\/review|net::ERR_FAILED|403/)
    const work = works[1]!
    const session = await register(page)
    await put(page, session, { work_id: work.id, rating: 2, progress: 'marked' })
    await openAs(page, session, pathOf(work))
    await expect(stars(page).getByRole('radio', { name: '2 stars' })).toBeChecked()
    await page.route('**/api/review?*', (route) => route.fulfill({ status: 403, json: { error: 'Not today' } }))

    await press(page, 5)
    await expect(told(page, 'This was not saved.')).toHaveCount(1)
    await expect(stars(page).getByRole('radio', { name: '2 stars' })).toBeChecked()
    await progress(page).selectOption('Listened')
    await expect(progress(page)).toHaveValue('marked')

    await panel(page).getByRole('button', { name: 'Write a review' }).click()
    const text = dialog(page).getByLabel('What you think of it')
    await text.fill('A long thought.')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(dialog(page).getByRole('alert')).toContainText('This was not saved.')
    await expect(text).toHaveValue('A long thought.')
    await dialog(page).getByRole('button', { name: 'Delete…' }).click()
    await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(dialog(page).getByRole('alert')).toContainText('This was not saved.')
    await expect(text).toHaveValue('A long thought.')
    // Closed by accident, it is still there.
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await expect(panel(page).getByText('A long thought.')).toHaveCount(0)
    await panel(page).getByRole('button', { name: 'Write a review' }).click()
    await expect(text).toHaveValue('A long thought.')

    // Another tab changes it meanwhile: what is written here stays, and the other can be had.
    const tab = await page.context().newPage()
    await tab.goto(pathOf(work))
    await press(tab, 4)
    await expect(dialog(page).getByText('This review has been changed in another tab.')).toBeVisible()
    await expect(text).toHaveValue('A long thought.')
    await dialog(page).getByRole('button', { name: 'Load the other version' }).click()
    await expect(text).toHaveValue('')
    await expect(dialog(page).getByRole('radio', { name: '4 stars' })).toBeChecked()
    await dialog(page).getByRole('button', { name: 'Back to my version' }).click()
    await expect(text).toHaveValue('A long thought.')
    await tab.close()

    await page.unroute('**/api/review?*')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(dialog(page)).toBeHidden()
    await expect(panel(page).getByText('A long thought.')).toBeVisible()
    expect(await own(page, session, work)).toMatchObject({ userRating: 2, progress: 'marked' })
  },
)

test(
  'WRK-03 REV-01 visitors and guests are asked to log in, and other members’ marks stay hidden',
  { tag: '@anyscreen' },
  async ({ page, works }) => {
    const work = works[2]!
    const [writer, reader] = [await register(page), await register(page)]
    await put(page, writer, { work_id: work.id, rating: 1, review_text: 'Mine alone.', progress: 'replay' })

    await page.goto(pathOf(work))
    await hydrated(page)
    await expect(panel(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Rate', exact: true }).click()
    await expect(login(page)).toBeVisible()
    await login(page).getByRole('button', { name: 'Continue as guest' }).click()
    await expect(login(page)).toBeHidden()
    await page.getByRole('button', { name: 'Rate', exact: true }).click()
    await expect(login(page)).toBeVisible()
    // From the guest's to a member's account, without a reload.
    await login(page).getByLabel('Name').fill(writer.user.name)
    await login(page).getByLabel('Password', { exact: true }).fill('rain on the roof')
    await page.keyboard.press('Enter')
    await expect(panel(page).getByText('Mine alone.')).toBeVisible()
    await expect(stars(page).getByRole('radio', { name: '1 star', exact: true })).toBeChecked()

    await openAs(page, reader, pathOf(work))
    await expect(panel(page).getByRole('button', { name: 'Write a review' })).toBeVisible()
    await expect(stars(page).getByRole('radio', { checked: true })).toHaveCount(0)
    await expect(progress(page)).toHaveValue('')
    await expect(page.getByText('Mine alone.')).toHaveCount(0)
  },
)

test(
  'CRD-04 a card shows the member’s rating, takes another, and rolls it back when it fails',
  { tag: '@anyscreen' },
  async ({ page, works, allow }) => {
    allow(/request failed: PUT .*\/api\/review|net::ERR_FAILED|403/)
    const work = works[3]!
    const session = await register(page)
    await page.goto(`/works?keyword=${work.source_id}`)
    await hydrated(page)
    const card = page.getByRole('article')
    await expect(card.getByRole('button')).toHaveAccessibleName(`Play ${work.title}`)

    await openAs(page, session, `/works?keyword=${work.source_id}`)
    const rate = card.getByRole('button', { name: `Rate ${work.title}` })
    await rate.click()
    const rating = page.getByRole('dialog', { name: 'Your rating' })
    await expect(rating).toContainText(work.title)
    // The card's one tab stop does not reach into its dialog.
    await rating.getByRole('radio').first().focus()
    for (const button of await rating.getByRole('button').all()) await expect(button).not.toHaveAttribute('tabindex')
    await expectAccessible(page)
    await rating.locator('label').filter({ hasText: '5 stars' }).click()
    await expect(rating).toBeHidden()
    const rated = card.getByRole('button', { name: `${work.title}: you gave 5 stars` })
    await expect(rated).toHaveText('★ 5')
    await expect(told(page, 'Rating saved')).toHaveCount(1)
    await expect(card.getByText(`by ${work.rate_count + 1}`)).toHaveCount(1)

    await page.route('**/api/review?*', (route) => route.fulfill({ status: 403, json: { error: 'Not today' } }))
    await rated.click()
    await rating.locator('label').filter({ hasText: '2 stars' }).click()
    await expect(told(page, 'This was not saved.')).toHaveCount(1)
    await expect(rated).toHaveText('★ 5')
    await page.unroute('**/api/review?*')

    // The list by one's own rating is offered to members, and its cards say the same in every mode.
    await page.getByRole('combobox', { name: 'Sort' }).selectOption('My rating')
    await expect(page).toHaveURL(/sortOption=rating/)
    await expect(rated).toHaveText('★ 5')
    for (const mode of ['compact', 'list']) {
      await page.goto(`/works?sortOption=rating&displayMode=${mode}`)
      await expect(rated).toBeVisible()
      await expectAccessible(page)
    }
    await rated.click()
    await rating.getByRole('button', { name: 'Remove the rating' }).click()
    await expect(page.getByText('You have not rated any of these works.')).toBeVisible()
    expect((await own(page, session, work)).userRating).toBeNull()
  },
)

test('REV-03 the favourites list what has been rated, reviewed and marked, by page, order and progress', async ({
  page,
  works,
  isMobile,
}) => {
  const session = await register(page)
  const kept = works.slice(0, 22)
  for (const [index, work] of kept.entries()) {
    await put(page, session, {
      work_id: work.id,
      rating: 1 + (index % 5),
      progress: index < 3 ? 'replay' : 'listening',
    })
  }
  const [first] = kept as [Work]
  await put(page, session, { work_id: first.id, review_text: 'The best rain of all.', rating: 5, progress: 'replay' })

  // The server renders for anonymous visitors: it explains what a login is for.
  await page.goto('/review')
  await expect(page).toHaveURL(/\/favourites$/)
  await hydrated(page)
  await expect(page.getByText('Log in to see your favourites')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(login(page)).toBeVisible()

  await openAs(page, session, '/works')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Favourites' }).click()
  await expect(page).toHaveTitle('Favourites | Otodana')
  await expect(page.getByText('22 works')).toBeVisible()
  const kinds = page.getByRole('navigation', { name: 'What to show' })
  await expect(kinds.getByRole('link', { name: 'All' })).toHaveAttribute('aria-current', 'page')
  const cards = page.getByRole('main').getByRole('article')
  await expect(cards).toHaveCount(20)
  // Changed last stands first.
  await expect(cards.first()).toContainText('The best rain of all.')
  await expect(cards.first().getByRole('link', { name: first.title })).toHaveAttribute('href', pathOf(first))
  await expectAccessible(page)
  // From here on it is the same on any screen.
  if (isMobile) return
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/\?page=2$/)
  await expect(cards).toHaveCount(2)
  await page.getByRole('combobox', { name: 'Sort' }).selectOption('My rating')
  await expect(page).toHaveURL(/\?sort=userRating$/)
  await expect(cards.first().getByRole('radio', { name: '5 stars' })).toBeChecked()
  await page.goto('/favourites?page=9')
  await expect(page.getByText('The list ends before this page.')).toBeVisible()

  // One tab a progress; what is marked otherwise leaves it.
  await page.goto('/favourites/replay')
  const tabs = page.getByRole('navigation', { name: 'Listening status' })
  await expect(tabs.getByRole('link', { name: 'Listening again 3' })).toHaveAttribute('aria-current', 'page')
  await expect(cards).toHaveCount(3)
  await cards.filter({ hasText: first.title }).getByLabel('Listening status of').selectOption('Listened')
  await expect(cards).toHaveCount(2)
  await tabs.getByRole('link', { name: 'Listened 1' }).click()
  await expect(cards).toHaveCount(1)
  await expect(cards).toContainText('The best rain of all.')
  await cards.getByRole('button', { name: /^Edit your review of/ }).click()
  await expect(dialog(page).getByLabel('What you think of it')).toHaveValue('The best rain of all.')
  await dialog(page).getByRole('button', { name: 'Delete…' }).click()
  await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('No works have this status.')).toBeVisible()
  await page.goto('/favourites/progress')
  await expect(tabs.getByRole('link', { name: 'Listening 19' })).toHaveAttribute('aria-current', 'page')
  await expectAccessible(page)

  // Playlists are folders.
  await page.getByRole('main').getByRole('link', { name: 'Playlists' }).click()
  await expect(page).toHaveURL(/\/favourites\/folder$/)
  const folder = page.getByRole('link', { name: /^Favourite works/ })
  await expect(folder).toHaveAttribute('href', /^\/playlist\?id=[\da-f-]{36}$/)
  await expectAccessible(page)

  expect((await page.request.get('/favourites/nowhere')).status()).toBe(404)
})

test(
  'REV-03 favourites that do not come say so and come after all',
  { tag: '@anyscreen' },
  async ({ page, works, allow }) => {
    allow(/request failed: GET .*\/api\/review|net::ERR_(?:FAILED|INTERNET_DISCONNECTED)/)
    const session = await register(page)
    await put(page, session, { work_id: works[0]!.id, rating: 3 })
    await openAs(page, session, '/works')
    await page.route('**/api/review?*', (route) => route.abort())
    await follow(page, '/favourites')
    await expect(page.getByRole('alert').filter({ hasText: 'This could not be loaded' })).toBeVisible()
    await page.unroute('**/api/review?*')
    await expect(page.getByText('1 work', { exact: true })).toBeVisible()
    // The next account sees nothing of it.
    const other = await register(page)
    await page.evaluate((token) => localStorage.setItem('jwt-token', token), other.token)
    await page.reload()
    await hydrated(page)
    await expect(page.getByText('Nothing here yet')).toBeVisible()
  },
)

test('WRK-08 WRK-01 I18N-04 NAV-16 members vote on tags and add others; others learn why they may not', async ({
  page,
  works,
  allow,
}) => {
  const work = works.find(({ tags }) => tags.length >= 3)!
  const [tag] = work.tags
  const english = ({ i18n, name }: Work['tags'][number]) => i18n['en-us']?.name ?? name
  const added = works.flatMap(({ tags }) => tags).find(({ id }) => !work.tags.some((one) => one.id === id))!
  const vote = async ({ token }: Session, tagID: number, status: number) => {
    const headers = { authorization: `Bearer ${token}` }
    const data = { workID: work.id, tagID, status }
    expect((await page.request.post('/api/vote/vote-work-tag', { headers, data })).status()).toBe(200)
  }
  const tags = page.getByRole('dialog', { name: 'Tags of this work' })
  const up = tags.getByRole('button', { name: `${english(tag!)} fits` })
  const down = tags.getByRole('button', { name: `${english(tag!)} does not fit` })
  const edit = page.getByRole('button', { name: 'Edit tags' })

  await page.goto(pathOf(work))
  await hydrated(page)
  await edit.click()
  await up.click()
  const notice = page.getByRole('alert').filter({ hasText: 'Please log in.' })
  await expect(up).toHaveAttribute('aria-pressed', 'false')
  await expectAccessible(page)
  await notice.getByRole('button', { name: 'Log in' }).click()
  await expect(login(page).getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(login(page)).toBeHidden()
  await expect.poll(() => tags.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Escape')
  await expect(tags).toBeHidden()

  const session = await register(page)
  await openAs(page, session, pathOf(work))
  await edit.click()
  await up.click()
  const rules = page.getByRole('dialog', { name: 'How tags are voted on' })
  await expectAccessible(page)
  await rules.getByRole('button', { name: 'Understood' }).click()
  await expect(rules).toBeHidden()
  await expect(up).toHaveAttribute('aria-pressed', 'true')
  await expect(up).toHaveText('1')
  await expect.poll(async () => (await own(page, session, work)).tags?.[0]).toMatchObject({ upvote: 1, myVote: 1 })
  await down.click()
  await expect(down).toHaveText('1')
  await expect(up).toHaveText('0')
  await down.click()
  await expect(down).toHaveText('0')
  await expect.poll(async () => (await own(page, session, work)).tags?.[0]).toMatchObject({ downvote: 0, myVote: 0 })

  // Refused: as it was before.
  allow(/status of 400/)
  await page.route('**/api/vote/vote-work-tag', (route) =>
    route.fulfill({ status: 400, json: { error: 'vote.mustBindEmailFirst' } }),
  )
  await up.click()
  await expect(tags.getByRole('alert')).toContainText('Link an email address to your account first.')
  await expect(tags.getByRole('button', { name: 'Link an address' })).toBeVisible()
  await expect(up).toHaveAttribute('aria-pressed', 'false')
  await page.unroute('**/api/vote/vote-work-tag')
  await expectAccessible(page)

  // Found by its name in another language, and added with a vote for it.
  await tags.getByRole('button', { name: 'Add tags' }).click()
  const adding = page.getByRole('dialog', { name: 'Add tags' })
  const find = adding.getByRole('searchbox', { name: 'Find a tag' })
  await expect(find).toBeFocused()
  await find.fill(tag!.name)
  await expect(adding.getByRole('checkbox', { name: `${english(tag!)} already added` })).toBeDisabled()
  await find.fill(added.name)
  const option = adding.locator('label').filter({ has: page.getByText(english(added), { exact: true }) })
  await option.getByRole('checkbox').check()
  await expectAccessible(page)
  await adding.getByRole('button', { name: 'Add 1 tag' }).click()
  await expect(told(page, '1 tag added')).toHaveCount(1)
  const supports = tags.getByRole('button', { name: `${english(added)} fits` })
  await expect(supports).toHaveAttribute('aria-pressed', 'true')
  // The last vote for it takes it away; the same button brings it back.
  await supports.click()
  await expect(tags.getByText('Removed: no votes in favour')).toBeVisible()
  await supports.click()
  await expect(tags.getByText('Removed: no votes in favour')).toBeHidden()
  await expect.poll(async () => (await own(page, session, work)).tags?.at(-1)?.id).toBe(added.id)

  // Two against it: weak.
  await vote(session, tag!.id, 2)
  await vote(await register(page), tag!.id, 2)
  await page.reload()
  await hydrated(page)
  const list = page.getByRole('article').first().getByRole('list', { name: 'Tags' })
  await expect(list.getByRole('link', { name: `${english(tag!)} (voted down)` })).toBeVisible()
  await expect(list.getByRole('link', { name: english(added), exact: true })).toBeVisible()
  await expectAccessible(page)
})
