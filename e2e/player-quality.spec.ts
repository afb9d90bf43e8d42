import { expect, expectAccessible, type Page } from './fixtures.ts'
import {
  bar,
  expectMoving,
  expectPlaying,
  expectSmooth,
  isPaused,
  playLargeAlbum,
  position,
  row,
  source,
  stem,
  test,
} from './playing.ts'

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Sound', exact: true })
const quality = (page: Page, name: 'Data saver' | 'Original') =>
  sheet(page).getByRole('group', { name: 'Sound quality' }).getByRole('radio', { name })
const seekBar = (page: Page) => bar(page).getByRole('slider', { name: 'Position in the track' })

async function openSheet(page: Page): Promise<void> {
  await bar(page).getByRole('button', { name: 'Sound', exact: true }).click()
  await expect(sheet(page)).toBeVisible()
}

const FASTEST = 1.5

/** The place now, and `expectContinued` later: not before it, and no further than sound comes meanwhile. */
async function rememberPlace(page: Page) {
  const startedAt = performance.now()
  const seconds = await position(page)
  return {
    async expectContinued() {
      const now = await position(page)
      const elapsedSeconds = (performance.now() - startedAt) / 1_000
      expect(now).toBeGreaterThanOrEqual(seconds)
      expect(now).toBeLessThan(seconds + FASTEST * elapsedSeconds + 1)
    },
  }
}

/** How the sound is, apart from its source and place. */
const manner = (page: Page) =>
  page.locator('audio').evaluate(({ volume, muted, defaultPlaybackRate, paused }: HTMLAudioElement) => ({
    volume,
    muted,
    defaultPlaybackRate,
    paused,
  }))

test(
  'PLY-08 MED-02 the small stream plays first; the quality is switched at the place, however it plays and however often',
  { tag: '@anyscreen' },
  async ({ page }) => {
    const { tracks } = await playLargeAlbum(page)
    const [first, second] = [tracks[0]!, tracks[1]!]
    await openSheet(page)
    await expect(quality(page, 'Data saver')).toBeChecked()
    await expect(sheet(page).getByText('Playing the data-saver version')).toBeVisible()
    await expectAccessible(page)
    await sheet(page)
      .getByRole('radio', { name: `${FASTEST}×` })
      .check()
    await sheet(page).getByRole('slider', { name: 'Volume' }).fill('40')
    await page.keyboard.press('Escape')

    await seekBar(page).click()
    await expect.poll(() => position(page)).toBeGreaterThan(10)
    const there = await rememberPlace(page)
    await openSheet(page)
    await quality(page, 'Original').check()
    await expectPlaying(page, first)
    await there.expectContinued()
    await expect(sheet(page).getByText('Playing the original')).toBeVisible()
    const heard = { volume: 0.4, muted: false, defaultPlaybackRate: 1.5 }
    expect(await manner(page)).toEqual({ ...heard, paused: false })

    // While each of them still loads.
    for (let turn = 0; turn < 5; turn++) {
      await quality(page, 'Data saver').check()
      await quality(page, 'Original').check()
    }
    await quality(page, 'Data saver').check()
    await expectSmooth(page, first)
    await there.expectContinued()
    expect(await manner(page)).toEqual({ ...heard, paused: false })

    await page.keyboard.press('Escape')
    await bar(page).getByRole('button', { name: 'Pause' }).click()
    await expect.poll(() => isPaused(page)).toBe(true)
    const left = await rememberPlace(page)
    const leftAt = Math.floor(await position(page))
    await openSheet(page)
    await quality(page, 'Original').check()
    await expect.poll(() => source(page)).toContain('/api/media/stream/')
    expect(await isPaused(page)).toBe(true)
    await page.keyboard.press('Escape')
    await expect(seekBar(page)).toHaveValue(String(leftAt))
    await bar(page).getByRole('button', { name: 'Play', exact: true }).click()
    await expectPlaying(page, first)
    await left.expectContinued()

    // It is a setting: of the next track, of the next visit, and of the settings' screen.
    await row(page, second).click()
    await expectPlaying(page, second)
    await page.goto('/settings')
    const setting = page.getByRole('group', { name: 'Sound quality' })
    await expect(setting.getByRole('radio', { name: 'Original' })).toBeChecked()
    await bar(page).getByRole('button', { name: 'Play', exact: true }).click()
    await expectPlaying(page, second)
    await setting.getByRole('radio', { name: 'Data saver' }).check()
    await expectSmooth(page, second)
  },
)

test(
  'PLY-08 MED-02 a small stream that fails gives way to the original at its place, which is said once',
  { tag: '@anyscreen' },
  async ({ page, allow }) => {
    allow(/status of 40[49]/)
    const { tracks } = await playLargeAlbum(page)
    const [first, second] = [tracks[0]!, tracks[1]!]
    const smooth = '**/api/media/streamLowQuality/**'
    await openSheet(page)
    await quality(page, 'Original').check()
    await expectPlaying(page, first)
    await page.keyboard.press('Escape')
    await seekBar(page).click()
    await expect.poll(() => position(page)).toBeGreaterThan(10)
    const there = await rememberPlace(page)

    await page.route(smooth, (route) => route.fulfill({ status: 404, json: { error: 'stream.unavailable' } }))
    await openSheet(page)
    await quality(page, 'Data saver').check()
    await page.keyboard.press('Escape')
    await expectPlaying(page, first)
    await there.expectContinued()
    const notice = bar(page).getByText(`The data-saver version of “${stem(first)}” did not play. Playing the original.`)
    await expect(notice).toBeVisible()
    await bar(page).getByRole('button', { name: 'Got it' }).click()
    await expect(notice).toBeHidden()

    await row(page, second).click()
    await expectPlaying(page, second)
    await expect(bar(page).getByText('did not play')).toBeHidden()
    await page.unroute(smooth)
    await row(page, first).click()
    await expectSmooth(page, first)
    await expectMoving(page)
  },
)
