import { expect, type Page } from './fixtures.ts'
import { hydrated } from './hydrated.ts'
import {
  bar,
  expectMoving,
  expectPlaying,
  folderUrl,
  isPaused,
  playAlbum,
  position,
  row,
  showAllControls,
  source,
  stem,
  test,
} from './playing.ts'

const seekBar = (page: Page) => bar(page).getByRole('slider', { name: 'Position in the track' })
const play = (page: Page) => bar(page).getByRole('button', { name: 'Play', exact: true })
const storedSeconds = (page: Page, hash: string) =>
  page.evaluate((of) => {
    const places = JSON.parse(localStorage.getItem('player-places') ?? '[]') as [string, number][]
    return places.find(([hash]) => hash === of)?.[1] ?? 0
  }, hash)

/** Sound comes, and what keeps the place is there. */
async function seekAndKeep(page: Page, hash: string, seconds: number): Promise<void> {
  await expect(seekBar(page)).toBeVisible()
  await page.locator('audio').evaluate((audio: HTMLAudioElement, to) => (audio.currentTime = to), seconds)
  await expect.poll(() => storedSeconds(page, hash)).toBeGreaterThanOrEqual(seconds)
}

test('PLY-14 after a reload the queue is there, paused at its place, with mode and volume; nothing is fetched before it plays', async ({
  page,
}) => {
  const { tracks } = await playAlbum(page)
  const second = tracks[1]!
  await row(page, second).click()
  await expectPlaying(page, second)
  await seekAndKeep(page, second.hash, 9)
  await showAllControls(page)
  await bar(page).getByRole('button', { name: 'Play mode: In order' }).press('Enter')
  await bar(page).getByRole('button', { name: 'Play mode: Repeat all' }).waitFor()
  await bar(page).getByRole('button', { name: 'Sound', exact: true }).press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Sound', exact: true })
  await sheet.getByRole('slider', { name: 'Volume' }).fill('45')
  await page.keyboard.press('Escape')
  const left = await position(page)

  const fetched: string[] = []
  // The page that is left may still fetch.
  page.once('domcontentloaded', () =>
    page.on('request', (request) => request.url().includes('/api/media/') && fetched.push(request.url())),
  )
  await page.reload()
  await expect(bar(page).getByText(stem(second), { exact: true })).toBeVisible()
  await expect(play(page)).toBeVisible()
  await expect(seekBar(page)).toHaveValue(/^(?:9|[12]\d)$/)
  expect(Number(await seekBar(page).inputValue())).toBeGreaterThanOrEqual(Math.floor(left) - 1)
  expect(await isPaused(page)).toBe(true)
  expect(fetched).toEqual([])
  expect(await page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.volume)).toBeCloseTo(0.45)

  await play(page).click()
  await expectPlaying(page, second)
  expect(await position(page)).toBeGreaterThanOrEqual(left - 1)
  await showAllControls(page)
  await expect(bar(page).getByRole('button', { name: 'Play mode: Repeat all' })).toBeVisible()
})

test(
  'PLY-14 a work that was begun goes on with its track where it was left, another day and another tab',
  { tag: '@anyscreen' },
  async ({ page, context }) => {
    const album = await playAlbum(page)
    const { tracks } = album
    const second = tracks[1]!
    await row(page, second).click()
    await expectPlaying(page, second)
    await seekAndKeep(page, second.hash, 9)
    await page.close()

    const another = await context.newPage()
    // A browser that remembers places, and no queue.
    await another.goto('/settings')
    await another.evaluate(() => localStorage.removeItem('player'))
    await another.goto(folderUrl(album))
    await hydrated(another)
    await another.getByRole('main').getByRole('button', { name: 'Continue' }).click()
    await expect.poll(() => source(another)).toContain(second.hash)
    await expect.poll(() => position(another)).toBeGreaterThan(8.5)
    await expectMoving(another)
  },
)

test(
  'PLY-14 two tabs: each keeps its own queue and place, and where both heard one track the listener is asked',
  { tag: '@anyscreen' },
  async ({ page, context }) => {
    const album = await playAlbum(page)
    const first = album.tracks[0]!
    await bar(page).getByRole('button', { name: 'Pause' }).click()
    await expect.poll(() => isPaused(page)).toBe(true)
    const left = await position(page)

    const other = await context.newPage()
    await other.goto(folderUrl(album))
    await hydrated(other)
    await row(other, first).click()
    await expectPlaying(other, first)
    await seekAndKeep(other, first.hash, 22)
    await other.close()

    // The first tab lies open as it was, and its reload does not change that.
    await page.reload()
    await expect(seekBar(page)).toHaveValue(String(Math.floor(left)))
    expect(await storedSeconds(page, first.hash)).toBeGreaterThanOrEqual(22)
    await play(page).click()
    const question = bar(page).getByRole('status').filter({ hasText: 'In another tab' })
    await expect(question).toContainText(/00:2[2-9]/)
    expect(await storedSeconds(page, first.hash)).toBeGreaterThanOrEqual(22)
    await question.getByRole('button', { name: 'Go there' }).click()
    await expect.poll(() => position(page)).toBeGreaterThanOrEqual(21.9)
    await expect(question).toBeHidden()
    await expectMoving(page)
  },
)

test(
  'PLY-01 a tab that begins to play makes the other pause, which keeps its place',
  { tag: '@anyscreen' },
  async ({ page, context }) => {
    const album = await playAlbum(page)
    const [first, second] = album.tracks
    await seekAndKeep(page, first!.hash, 9)
    const other = await context.newPage()
    await other.goto(folderUrl(album))
    await hydrated(other)
    await row(other, second!).click()
    await expectPlaying(other, second!)
    await expect.poll(() => isPaused(page)).toBe(true)
    await expect(play(page)).toBeVisible()
    expect(await position(page)).toBeGreaterThanOrEqual(9)
    await expectMoving(other)

    await play(page).click()
    await expect.poll(() => isPaused(other)).toBe(true)
    await expectMoving(page)
  },
)
