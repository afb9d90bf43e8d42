/** A work's page as a whole: what it tells, where it leads, and how a problem with it is reported. */
import { randomInt } from 'node:crypto'

import type { Session, TrackFile, TrackNode, Work } from '@otodana/contract'

import { expect, expectAccessible, test as base, type Page } from './fixtures.ts'
import { hydrated } from './hydrated.ts'
import { openFiles } from './playing.ts'

const test = base.extend({
  // From one address few problems are taken.
  // oxlint-disable-next-line no-empty-pattern
  extraHTTPHeaders: async ({}, use) =>
    use({ 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` }),
})

async function openWork(page: Page, isWanted: (work: Work) => boolean): Promise<Work> {
  const { works } = (await (await page.request.get('/api/works?pageSize=100&order=id')).json()) as { works: Work[] }
  const work = works.find((one) => one.source_id.startsWith('RJ') && isWanted(one))
  if (!work) throw new Error('the demo library has no such work')
  await page.goto(`/work/${work.source_id}`)
  await hydrated(page)
  return work
}

function filesOf(nodes: readonly TrackNode[]): TrackFile[] {
  return nodes.flatMap((node) => (node.type === 'folder' ? filesOf(node.children) : [node]))
}

/** Opens a work whose scripts have not arrived. Returns a function that lets them. */
async function openBeforeScripts(page: Page): Promise<() => void> {
  const arrived = Promise.withResolvers<void>()
  await page.route(/entry-client.*\.js/, async (route) => {
    await arrived.promise
    await route.continue()
  })
  await page.goto('/work/RJ01000001', { waitUntil: 'commit' })
  return arrived.resolve
}

for (const { button, dialog } of [
  { button: 'Edit tags', dialog: 'Tags of this work' },
  { button: 'Report a problem', dialog: 'Report a problem' },
  { button: 'Rate', dialog: 'Log in' },
  { button: 'Download all', dialog: /^Download/ },
]) {
  test(
    `WRK-18 “${button}” pressed before the page is alive opens its dialog once it is`,
    { tag: '@anyscreen' },
    async ({ page }) => {
      const letScriptsArrive = await openBeforeScripts(page)
      await page.getByRole('article').getByRole('button', { name: button, exact: true }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      letScriptsArrive()
      await expect(page.getByRole('dialog', { name: dialog })).toBeVisible()
    },
  )
}

test(
  'WRK-18 Enter in the subtitle search before the page is alive opens its results',
  { tag: '@anyscreen' },
  async ({ page }) => {
    const letScriptsArrive = await openBeforeScripts(page)
    const field = page.getByRole('article').getByRole('searchbox', { name: 'Search this work’s subtitles' })
    await field.fill('rain')
    await field.press('Enter')
    await expect(page).toHaveURL(/\/subtitles\?keyword=rain&work=RJ01000001$/)
    letScriptsArrive()
    await hydrated(page)
  },
)

const form = (page: Page) => page.getByRole('dialog', { name: 'Report a problem' })

test('WRK-01 how many gave how many stars is shown to who points, tabs or taps, and goes with Escape', async ({
  page,
  isMobile,
}) => {
  const work = await openWork(page, ({ rate_count }) => rate_count > 0)
  const rating = page.getByRole('article').getByRole('button', { name: /^Rated .+ out of 5 by/ })
  const spread = page.getByRole('tooltip')
  await expect(spread).toBeHidden()
  if (isMobile) await rating.tap()
  else await rating.hover()
  await expect(spread).toBeVisible()
  await expectAccessible(page)
  const best = work.rate_count_detail.find(({ review_point: stars }) => stars === 5)
  await expect(rating).toHaveAccessibleDescription(new RegExp(`^5 stars: ${best?.count} ratings?, ${best?.ratio}%`))
  if (!isMobile) {
    await spread.hover()
    await expect(spread).toBeVisible()
  }
  await page.keyboard.press('Escape')
  await expect(spread).toBeHidden()
  if (isMobile) return
  await page.mouse.move(0, 0)
  await rating.focus()
  await expect(spread).toBeVisible()
})

test(
  'WRK-17 an upright tablet has the actions in one row, so that tracks come soon, and lengths are near their titles',
  { tag: '@anyscreen' },
  async ({ page }) => {
    const registered = await page.request.post('/api/auth/reg', {
      data: { name: `hikari${process.pid}x${randomInt(1e6)}`, password: 'rain on the roof' },
    })
    const { token } = (await registered.json()) as Session
    await page.addInitScript((jwt) => localStorage.setItem('jwt-token', jwt), token)
    await page.setViewportSize({ width: 820, height: 1180 })
    await openWork(page, ({ title }) => title.length > 20)
    const tracks = page.getByRole('region', { name: 'Tracks' })
    await expect(tracks).toBeVisible()
    const actions = page.getByRole('button', { name: /^(?:Add to playlist|Keep on|Download all|Report|Podcast)/ })
    await expect(actions.last()).toHaveText('Podcast feed…')
    const tops = () => actions.evaluateAll((all) => new Set(all.map((one) => one.getBoundingClientRect().top)).size)
    await expect.poll(tops).toBe(1)
    expect((await tracks.getByRole('listitem').first().boundingBox())!.y).toBeLessThan(520)

    // The listener's own stars have a label.
    const marks = page.getByRole('region', { name: 'Your rating and review' })
    const label = marks.locator('fieldset > span')
    await expect(label).toHaveText('Your rating')
    const stars = (await marks.locator('label').first().boundingBox())!
    expect((await label.boundingBox())!.y).toBeLessThan(stars.y)
    await expect(marks.getByText('Listening status')).toBeVisible()

    await page.setViewportSize({ width: 1440, height: 900 })
    await expect.poll(async () => (await tracks.boundingBox())!.width).toBeLessThan(840)
  },
)

test(
  'WRK-01 on the smallest phone cover, title and Play are seen without scrolling; a cut title is shown whole to who asks',
  { tag: '@anyscreen' },
  async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 568 })
    const work = await openWork(page, ({ title }) => title.length > 50)
    const title = page.getByRole('heading', { level: 1 })
    const play = page.getByRole('article').getByRole('button', { name: 'Play', exact: true })
    await expect(title).toHaveText(work.title)
    await expect(play).toBeInViewport({ ratio: 1 })
    const hiddenHeight = () => title.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
    const all = page.getByRole('button', { name: 'Show all' })
    await expect(all).toHaveAttribute('aria-expanded', 'false')
    expect(await hiddenHeight()).toBeGreaterThan(10)
    await expectAccessible(page)
    await all.press('Enter')
    const less = page.getByRole('button', { name: 'Show less' })
    await expect(less).toHaveAttribute('aria-expanded', 'true')
    await expect(less).toBeFocused()
    await expect.poll(hiddenHeight).toBeLessThan(10)
    // A title that fits has no such way.
    await openWork(page, (one) => one.title.length < 20)
    await expect(title).toBeVisible()
    await expect(all.or(less)).toHaveCount(0)
  },
)

test(
  'WRK-01 WRK-03 NAV-02 another edition is a page of its own: title, address, files, and nothing left of the first',
  { tag: '@anyscreen' },
  async ({ page }) => {
    const work = await openWork(page, (one) => one.other_language_editions_in_db.length > 0)
    const [edition] = work.other_language_editions_in_db
    const heading = page.getByRole('heading', { level: 1 })
    const canonical = page.locator('link[rel=canonical]')
    const files = page.getByRole('region', { name: 'Tracks' })
    // The tint is there before any script is, once the cover has been read.
    await expect
      .poll(async () => (await page.request.get(`/work/${work.source_id}`)).text())
      .toMatch(/ style=background-color:#[\da-f]{6}[ >]/)
    await expect(heading).toHaveText(work.title)
    const first = await files.getByRole('listitem').allTextContents()

    const languages = page.getByRole('navigation', { name: 'Languages' })
    await languages.locator(`a[href$="${edition!.source_id}"]`).click()
    await expect(heading).toHaveText(edition!.title)
    await expect(page).toHaveTitle(`${edition!.title} [${edition!.source_id}] | Otodana`)
    await expect(canonical).toHaveAttribute('href', new RegExp(`/work/${edition!.source_id}$`))
    await expect(page.locator('meta[property="og:url"]')).toHaveAttribute(
      'content',
      new RegExp(`${edition!.source_id}$`),
    )
    await expect.poll(() => files.getByRole('listitem').allTextContents()).not.toEqual(first)

    await page.goBack()
    await expect(heading).toHaveText(work.title)
    await expect(canonical).toHaveAttribute('href', new RegExp(`/work/${work.source_id}$`))
    await expect(files.getByRole('listitem')).toHaveText(first)
  },
)

test('WRK-07 a problem is reported: what it lacks is said, what could not be sent stays, and thanks are given', async ({
  page,
  allow,
}) => {
  allow(/Failed to load resource|request failed/)
  const work = await openWork(page, ({ has_subtitle: hasSubtitles }) => hasSubtitles)
  const button = page.getByRole('article').getByRole('button', { name: 'Report a problem' })
  await button.click()
  await expect(form(page).getByRole('radio').first()).toBeFocused()
  await form(page).getByRole('button', { name: 'Send' }).click()
  await expect(form(page).getByText('Choose what is wrong.')).toBeVisible()
  await expect(form(page).getByText('Describe the problem in a few words.')).toBeVisible()
  await expectAccessible(page)

  await form(page).getByText('Subtitles do not match').click()
  const detail = form(page).getByRole('textbox', { name: 'Details' })
  await detail.fill(' Line 3 comes ten seconds late. ')
  await expect(form(page).getByText('32 of 2,000 characters')).toBeVisible()
  await expect(form(page).getByText(/^Choose what|^Describe the/)).toHaveCount(0)
  // Closed by accident, it is found again.
  await page.keyboard.press('Escape')
  await expect(form(page)).toBeHidden()
  await expect(button).toBeFocused()
  await expect.poll(() => page.evaluate(() => Boolean(history.state?.playerIsOpen))).toBe(false)
  await button.click()
  await expect(detail).toHaveValue(' Line 3 comes ten seconds late. ')
  await expect(form(page).getByRole('radio', { name: 'Subtitles do not match' })).toBeChecked()

  await page.route('**/api/feedback', (route) => route.abort('connectionrefused'))
  await form(page).getByRole('button', { name: 'Send' }).click()
  await expect(form(page).getByRole('alert')).toContainText(
    'The report could not be sent. The server cannot be reached.',
  )
  await expect(detail).toHaveValue(' Line 3 comes ten seconds late. ')
  await page.unroute('**/api/feedback')
  const sent = page.waitForRequest('**/api/feedback')
  await form(page).getByRole('button', { name: 'Send' }).click()
  await expect(form(page)).toBeHidden()
  await expect(page.getByRole('status').filter({ hasText: 'Thank you.' })).toHaveCount(1)
  expect((await sent).postDataJSON()).toEqual({
    work_id: work.id,
    category: 'subtitleNotMatch',
    detail: ' Line 3 comes ten seconds late. ',
  })
  expect((await (await sent).response())?.status()).toBe(200)
  await expect.poll(() => page.evaluate(() => Boolean(history.state?.playerIsOpen))).toBe(false)

  // From a file's menu it is about the file; what has been sent is no draft any more.
  const more = page.getByRole('button', { name: /^More for .+\.mp3$/ }).first()
  const name = ((await more.getAttribute('aria-label')) ?? '').slice('More for '.length)
  await more.click()
  await page.getByRole('button', { name: 'Report a problem…' }).click()
  await expect(form(page)).toContainText(name)
  await expect(detail).toHaveValue('')
  await form(page).getByText('Something does not play').click()
  await detail.fill('Silence.')
  const aboutFile = page.waitForRequest('**/api/feedback')
  await form(page).getByRole('button', { name: 'Send' }).click()
  await expect(form(page)).toBeHidden()
  const { hash } = (await aboutFile).postDataJSON() as { hash: string }
  const tree = (await (await page.request.get(`/api/tracks/${work.id}`)).json()) as TrackNode[]
  expect(filesOf(tree).find((file) => file.hash === hash)?.title).toBe(name)
  await expect(more).toBeFocused()
})

test('WRK-11 WRK-14 WRK-15 the tracks are on the first screen and play from there; what was left is named', async ({
  page,
}) => {
  const work = await openWork(page, ({ source_id: code }) => code === 'RJ01000001')
  const tracks = page.getByRole('region', { name: 'Tracks' })
  const play = page.getByRole('article').getByRole('button', { name: 'Play', exact: true })
  await expect(play).toBeInViewport({ ratio: 1 })
  await expect(tracks).toContainText(/4 tracks · 3 min · \d+ (?:s|min) more in Files/)
  const second = tracks.getByRole('listitem').nth(1)
  await expect(second.getByRole('link')).toHaveText(/^2毛布を半分こ/)
  // The second click of a double click does not pause.
  await second.getByRole('link').dblclick()
  await expect(second.getByRole('link')).toHaveAttribute('aria-current', 'true')
  // Above the player's bar.
  const bar = page.getByRole('region', { name: 'Player' })
  await expect(bar.getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
  await page.getByRole('article').getByRole('button', { name: 'Pause', exact: true }).click()
  await expect(bar.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  await page
    .getByRole('article')
    .getByRole('button', { name: /^Continue/ })
    .dblclick()
  await expect(bar.getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
  const third = (await tracks.getByRole('listitem').nth(2).boundingBox())!
  expect(third.y + third.height).toBeLessThan((await bar.boundingBox())!.y)
  await expectAccessible(page)

  await page.addInitScript(
    (places) => localStorage.setItem('player-places', JSON.stringify(places)),
    [await hashOf(page, work, 'トラック01'), await hashOf(page, work, 'トラック02')].map((hash, index) => [
      hash,
      index * 12,
      'x',
      index + 1,
    ]),
  )
  await page.evaluate(() => sessionStorage.clear())
  await page.reload()
  await hydrated(page)
  await expect(tracks.getByRole('listitem').first()).toContainText('Heard')
  const facts = page.getByRole('article').locator('dl', { hasText: 'Sold' })
  await expect(facts.getByRole('link', { name: 'Store page' })).toBeVisible()
  await expect(page.getByRole('article').getByRole('button', { name: /^Continue/ })).toHaveAccessibleName(
    /毛布を半分こ 00:\d\d left/,
  )
})

test(
  'WRK-12 WRK-13 WRK-16 versions are a switch above the tracks; the files are a fold, open where the address leads',
  { tag: '@anyscreen' },
  async ({ page }) => {
    const work = await openWork(page, ({ source_id: code }) => code === 'RJ01000001')
    const tracks = page.getByRole('region', { name: 'Tracks' })
    const addresses = () =>
      tracks
        .getByRole('listitem')
        .evaluateAll((rows) => rows.map((row) => row.querySelector('a')?.getAttribute('href')))
    const withEffects = await addresses()
    await expect(page.getByRole('heading', { level: 1 })).toHaveAttribute('lang', 'ja')
    await tracks.getByRole('radio', { name: 'Without effects' }).check({ force: true })
    await expect.poll(addresses).not.toEqual(withEffects)
    const files = page.getByRole('region', { name: 'Files' })
    await expect(files.getByRole('link').first()).toBeHidden()
    await openFiles(page)
    await files.getByRole('link', { name: 'All files' }).click()
    await expect(page).toHaveURL(/path=%5B%5D#work-tree$/)
    await expect(files.getByRole('link').first()).toBeVisible()
    await page.goto(`/work/${work.source_id}?path=[]`)
    await expect(files.getByRole('link').first()).toBeVisible()
  },
)

async function hashOf(page: Page, { id }: Work, name: string): Promise<string> {
  const tree = (await (await page.request.get(`/api/tracks/${id}`)).json()) as TrackNode[]
  return filesOf(tree).find(({ title, type }) => type === 'audio' && title.startsWith(name))!.hash
}
