/** The listening history: a member's on the server, that of other visitors on the device. */
import { randomInt, randomUUID } from 'node:crypto'

import type { Session, TrackFile, Work } from '@otodana/contract'

import { expect, expectAccessible, type Page } from './fixtures.ts'
import { hydrated } from './hydrated.ts'
import { expectMoving, findAlbum, position, stem, test as base } from './playing.ts'

const test = base.extend({
  // Few accounts are made from one address.
  // oxlint-disable-next-line no-empty-pattern
  extraHTTPHeaders: async ({}, use) =>
    use({ 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` }),
})

declare global {
  interface Window {
    /** The sum of layout shifts. */
    moves: number
  }
}

const startMs = Date.now()
const dayAgo = (days: number) => {
  const date = new Date(startMs - days * 86_400_000)
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo' }).format(date)
}

async function aMember(page: Page): Promise<string> {
  const data = { name: `hears${randomUUID().slice(0, 12)}`, password: 'rain on the roof' }
  const { token } = (await (await page.request.post('/api/auth/reg', { data })).json()) as Session
  await page.goto('/robots.txt')
  await page.evaluate((given) => localStorage.setItem('jwt-token', given), token)
  return token
}

const heard = ({ hash, duration }: TrackFile, seconds: number, daysAgo: number) => ({
  hash,
  day: dayAgo(daysAgo),
  firstSecondsAgo: daysAgo * 86_400 + 20,
  lastSecondsAgo: daysAgo * 86_400 + 5,
  heardSeconds: 90,
  seconds,
  durationSeconds: duration ?? null,
})

test('HIS-01 HIS-03 HIS-04 HIS-05 HIS-06 a member finds what was heard, continues it, and removes it', async ({
  page,
}) => {
  const { work, tracks } = await findAlbum(page)
  const [first, second] = [tracks[0]!, tracks[1]!]
  const token = await aMember(page)
  const headers = { authorization: `Bearer ${token}` }
  const saved = await page.request.post('/api/history', {
    headers,
    data: { deviceId: randomUUID(), tracks: [heard(first, 6, 0), heard(second, 3, 0), heard(first, 4, 3)] },
  })
  expect(await saved.json()).toEqual({ saved: 3, isOn: true })

  await page.goto('/history')
  await hydrated(page)
  const days = page.getByRole('heading', { level: 2 })
  await expect(days).toHaveCount(2)
  // Midnight may have passed since the days were computed.
  await expect(days.first()).toHaveText(/^(Today|Yesterday)$/)
  const entries = page.getByRole('main').getByRole('article', { name: work.title })
  await expect(entries).toHaveCount(2)
  await expect(entries.first()).toContainText('and 1 more track')
  await expectAccessible(page)

  await page.getByRole('searchbox', { name: 'Search the history' }).fill('no such thing')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Nothing found for “no such thing”')).toBeVisible()
  await page.getByRole('link', { name: 'Show the whole history' }).click()
  await expect(entries).toHaveCount(2)

  const remove = entries.getByRole('button', { name: 'Remove' })
  // The second press of a double click is not for the entry that comes under the pointer.
  await remove.first().click({ clickCount: 2, delay: 60 })
  await expect(entries).toHaveCount(1)
  await expect(remove).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(entries).toHaveCount(2)
  await expect(remove.first()).toBeFocused()

  // The entry of three days ago, at its position.
  await entries
    .last()
    .getByRole('button', { name: `Continue ${work.title}: ${stem(first)}` })
    .click()
  await expectMoving(page)
  expect(await position(page)).toBeGreaterThanOrEqual(4)
  await entries
    .last()
    .getByRole('button', { name: `Pause ${work.title}` })
    .click()

  await page.getByRole('checkbox', { name: 'Keep a history' }).uncheck()
  await page.getByRole('button', { name: 'Remove all…' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Remove all' }).click()
  await expect(page.getByText('The history is off')).toBeVisible()
  const left = await page.request.get('/api/history', { headers })
  expect(await left.json()).toMatchObject({ entries: [], isOn: false })
})

test('HIS-23 the history leads to a day, with the keyboard and by touch, and back to its beginning', async ({
  page,
  isMobile,
}) => {
  const { work, tracks } = await findAlbum(page)
  const token = await aMember(page)
  const data = {
    deviceId: randomUUID(),
    tracks: [heard(tracks[0]!, 6, 0), heard(tracks[1]!, 3, 9), heard(tracks[0]!, 4, 40)],
  }
  const saved = await page.request.post('/api/history', { headers: { authorization: `Bearer ${token}` }, data })
  expect(await saved.json()).toEqual({ saved: 3, isOn: true })
  await page.goto('/history')
  await hydrated(page)
  const entries = page.getByRole('main').getByRole('article', { name: work.title })
  await expect(entries).toHaveCount(3)
  const day = page.getByLabel('Go to a day')
  await day.fill(dayAgo(9))
  if (isMobile) await page.getByRole('button', { name: 'Go', exact: true }).tap()
  else await day.press('Enter')
  await expect(page).toHaveURL(`/history?until=${dayAgo(9)}`)
  await expect(entries).toHaveCount(2)
  await expect(page.getByRole('status').filter({ hasText: / and earlier\.$/ })).toBeVisible()
  await expect(day).toHaveValue(dayAgo(9))
  if (!isMobile) await expect(day).toBeFocused()
  await expectAccessible(page)

  await day.fill(dayAgo(20))
  await page.getByRole('button', { name: 'Go', exact: true }).click()
  await expect(entries).toHaveCount(1)
  await expect(page.getByRole('status').filter({ hasText: /^Nothing was heard on / })).toBeVisible()
  // The search stays within these days.
  await page.getByRole('searchbox', { name: 'Search the history' }).fill('no such thing')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/q=no/)
  await expect(page).toHaveURL(/until=/)
  await expect(page.getByRole('searchbox', { name: 'Search the history' })).toBeFocused()
  await page.getByRole('link', { name: 'Show the whole history' }).click()
  await expect(entries).toHaveCount(3)
  await expect(page.getByRole('searchbox', { name: 'Search the history' })).toHaveValue('')
  await expect(day).toHaveValue('')
  await page.goto('/history?until=2001-01-01')
  await expect(page.getByText('Nothing was heard on Monday, 1 January 2001 or before')).toBeVisible()
  await page.getByRole('link', { name: 'Show the latest' }).click()
  await expect(entries).toHaveCount(3)
})

test(
  'HIS-14 HIS-15 what is heard without an account is in the history of the device',
  { tag: '@anyscreen' },
  async ({ page }) => {
    const { work } = await findAlbum(page)
    await page.goto('/history')
    await hydrated(page)
    await expect(page.getByText('Nothing here yet')).toBeVisible()
    await page.goto(`/work/${work.id}`)
    await hydrated(page)
    await page.getByRole('button', { name: 'Play', exact: true }).first().click()
    await expect.poll(() => position(page)).toBeGreaterThan(6)
    await page.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Pause', exact: true }).click()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('history'))).toContain(`"workId":${work.id}`)
    await page.goto('/history')
    await hydrated(page)
    await expect(page.getByRole('article', { name: work.title })).toBeVisible()
    await page.getByRole('checkbox', { name: 'Keep a history' }).uncheck()
    expect(await page.evaluate(() => localStorage.getItem('settings'))).toContain('"keepHistory":false')
  },
)

test('HIS-21 the end of a work offers to mark it as listened', { tag: '@anyscreen' }, async ({ page }) => {
  const { work, tracks } = await findAlbum(page)
  const last = tracks.at(-1)!
  const token = await aMember(page)
  const headers = { authorization: `Bearer ${token}` }
  await page.request.post('/api/history', {
    headers,
    data: { deviceId: randomUUID(), tracks: [heard(last, (last.duration ?? 0) * 0.89, 0)] },
  })
  await page.goto('/history')
  await hydrated(page)
  await page.getByRole('button', { name: `Continue ${work.title}: ${stem(last)}` }).click()
  await expect(page.getByText(`You have finished “${work.title}”.`)).toBeVisible({ timeout: 60_000 })
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Mark as listened' }).click()
  await expect(page.getByText('You have finished')).toHaveCount(0)
  const now = async () =>
    (await page.request.get(`/api/review/listening?work_id=${work.id}`, { headers })).json() as Promise<unknown>
  await expect.poll(now).toEqual({ progress: 'listened', isChosen: true })
})

test.describe('with the shelves', () => {
  test.use({ hasShelves: true })

  test(
    'HIS-11 HIS-13 HIS-16 HIS-17 works begun on another device are continued from the home screen, which nothing moves',
    { tag: '@anyscreen' },
    async ({ page }) => {
      const { work, tracks } = await findAlbum(page)
      const track = tracks[0]!
      const token = await aMember(page)
      const headers = { authorization: `Bearer ${token}` }
      const device = { id: randomUUID(), name: 'Another device' }
      const places = [{ hash: track.hash, seconds: 6, secondsAgo: 60 }]
      expect((await page.request.post('/api/places', { headers, data: { device, places } })).ok()).toBe(true)
      const row = page.getByRole('region', { name: 'Continue listening' })

      // On a new device it has its place from the first paint, and moves nothing when it comes.
      await page.addInitScript(() => {
        window.moves = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) window.moves += (entry as unknown as { value: number }).value
        }).observe({ type: 'layout-shift', buffered: true })
      })
      await page.goto('/works')
      await hydrated(page)
      const card = row.getByRole('button', { name: /^Continue / })
      await expect(card).toContainText(work.title)
      await expect(card).toContainText(stem(track))
      await expect(card).toBeVisible()
      await expect(card).toContainText('left')
      expect(await page.evaluate(() => window.moves)).toBeLessThan(0.02)
      await expectAccessible(page)

      await row.getByRole('button', { name: `Remove ${work.title} from here` }).click()
      await expect(row).toBeHidden()
      await page.getByRole('button', { name: 'Undo' }).click()
      await card.click()
      await expectMoving(page)
      expect(await position(page)).toBeGreaterThanOrEqual(6)

      // More works than a phone is wide scroll in their row, and do not widen the page.
      const { works } = (await (await page.request.get('/api/works?pageSize=5')).json()) as { works: Work[] }
      await page.route('**/api/history/begun*', async (route) => {
        const response = await route.fetch()
        const { works: begun } = (await response.json()) as { works: { work: object }[] }
        const many = works.map(({ id }) => ({ ...begun[0], work: { ...begun[0]!.work, id } }))
        await route.fulfill({ response, json: { works: many } })
      })
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto('/works')
      await expect(row.getByRole('listitem')).toHaveCount(5)
      await expect(card.last()).not.toBeInViewport()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

      // The place of a new device stays, too, where nothing was begun.
      await page.addInitScript(() => localStorage.removeItem('begun'))
      await page.route('**/api/history/begun*', (route) => route.fulfill({ json: { works: [] } }))
      await page.goto('/works')
      await expect(row).toContainText('Works you start appear here, so that you can go on where you left off.')
      expect(await page.evaluate(() => window.moves)).toBeLessThan(0.02)
    },
  )
})
