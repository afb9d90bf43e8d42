import { expect, keepSettings, type Page } from './fixtures.ts'
import {
  bar,
  findAlbum,
  isLarge,
  isMp3,
  expectPlaying,
  expectSmooth,
  playAlbum,
  playLargeAlbum,
  row,
  stem,
  test,
  type Album,
} from './playing.ts'

/** A second track whose sound does not arrive until `mend` is called, nor then what was asked for before. */
async function getStuck(page: Page, isWanted = isMp3, play = playAlbum): Promise<Album & { mend: () => void }> {
  const second = (await findAlbum(page, 2, isWanted)).tracks[1]!
  // Neither answered nor refused, as on a train, whoever asks first.
  let isBroken = true
  await page.route(`**/api/media/stream/${second.hash}`, (route) => (isBroken ? undefined : route.continue()))
  const album = await play(page)
  await page.clock.install()
  await row(page, second).click()
  await expect(bar(page).locator('[aria-busy=true]')).toBeVisible()
  await page.clock.fastForward(20_000)
  await expect(bar(page).getByRole('alert')).toContainText(`Loading “${stem(second)}” takes long.`)
  return { ...album, mend: () => void (isBroken = false) }
}

test('PLY-09 a track that does not load is told, and loaded again when the listener says so', async ({ page }) => {
  const { tracks, mend } = await getStuck(page)
  mend()
  await bar(page).getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await expectPlaying(page, tracks[1]!)
  await expect(bar(page).getByRole('alert').getByText('takes long')).toBeHidden()
})

test('PLY-09 PLY-08 smooth mode is offered where there is a small stream, plays it and stays chosen', async ({
  page,
}) => {
  await keepSettings(page, { qualityBehavior: 'qualityFirst' })
  const { tracks } = await getStuck(page, isLarge, playLargeAlbum)
  const alert = bar(page).getByRole('alert')
  await alert.getByRole('button', { name: 'Smooth mode' }).click()
  await expectSmooth(page, tracks[1]!)
  await expect(alert.getByText('takes long')).toBeHidden()
  await row(page, tracks[0]!).click()
  await expectSmooth(page, tracks[0]!)
})
