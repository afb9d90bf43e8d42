import type { TrackFile } from '@otodana/contract'

import { expect, keepSettings, type Page } from './fixtures.ts'
import {
  bar,
  findAlbum,
  isLarge,
  openFolder,
  expectPlaying,
  expectSmooth,
  playLargeAlbum,
  row,
  stem,
  test,
} from './playing.ts'

/** Leaves every request for a track’s sound without an answer, as on a train, until the returned function is called. */
async function hold(page: Page, { hash }: TrackFile): Promise<() => void> {
  let isBroken = true
  await page.route(`**/api/media/stream/${hash}`, (route) => (isBroken ? undefined : route.continue()))
  return () => void (isBroken = false)
}

async function expectStuck(page: Page, track: TrackFile): Promise<void> {
  await expect(bar(page).locator('[aria-busy=true]')).toBeVisible()
  await page.clock.fastForward(20_000)
  await expect(bar(page).getByRole('alert')).toContainText(`“${stem(track)}” is taking a long time to load.`)
}

test('PLY-09 PLY-16 a first track that does not load is reported, and loads again on request', async ({ page }) => {
  const album = await findAlbum(page)
  const [first] = album.tracks as [TrackFile]
  const mend = await hold(page, first)
  // Nothing of the player is there before the tap; what watches it comes after the sound is asked for.
  await openFolder(page, album)
  await page.clock.install()
  await row(page, first).click()
  await expect.poll(() => page.evaluate(() => navigator.mediaSession.metadata?.title)).toBe(stem(first))
  await expectStuck(page, first)
  mend()
  await bar(page).getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await expectPlaying(page, first)
  await expect(bar(page).getByRole('alert').getByText('is taking a long time to load')).toBeHidden()
})

test(
  'PLY-09 PLY-08 smooth mode is offered where there is a small stream, plays it and stays chosen',
  { tag: '@anyscreen' },
  async ({ page }) => {
    await keepSettings(page, { qualityBehavior: 'qualityFirst' })
    const second = (await findAlbum(page, 2, isLarge)).tracks[1]!
    await hold(page, second)
    const { tracks } = await playLargeAlbum(page)
    await page.clock.install()
    await row(page, second).click()
    await expectStuck(page, second)
    const alert = bar(page).getByRole('alert')
    await alert.getByRole('button', { name: 'Data saver' }).click()
    await expectSmooth(page, second)
    await expect(alert.getByText('is taking a long time to load')).toBeHidden()
    await row(page, tracks[0]!).click()
    await expectSmooth(page, tracks[0]!)
  },
)
