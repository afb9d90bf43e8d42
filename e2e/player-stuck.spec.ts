import { expect, type Page } from './fixtures.ts'
import { bar, expectMoving, expectPlaying, playAlbum, row, source, stem, test, type Album } from './playing.ts'

/** A second track whose sound does not arrive until `mend` is called, nor then what was asked for before. */
async function getStuck(page: Page): Promise<Album & { mend: () => void }> {
  const album = await playAlbum(page)
  const second = album.tracks[1]!
  // Neither answered nor refused, as on a train.
  let isBroken = true
  await page.route(`**/api/media/stream/${second.hash}`, (route) => (isBroken ? undefined : route.continue()))
  await row(page, second).click()
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

test('PLY-09 smooth mode is offered where there is a small stream, and plays it', async ({ page }) => {
  const { tracks } = await getStuck(page)
  const small = tracks[1]!.streamLowQualityUrl
  const smooth = bar(page).getByRole('button', { name: 'Smooth mode' })
  await expect(smooth).toBeVisible({ visible: small !== '' })
  if (small === '') return
  await smooth.click()
  await expect.poll(() => source(page)).toContain(small.replace(/^https?:\/\/[^/]+/, ''))
  await expectMoving(page)
  await expect(smooth).toBeHidden()
})
