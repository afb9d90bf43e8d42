import { expect, type Page } from './fixtures.ts'
import { bar, expectMoving, expectPlaying, playAlbum, row, source, stem, test, type Album } from './playing.ts'

/** A second track whose sound does not arrive; the name of what says so. */
async function getStuck(page: Page): Promise<Album> {
  const album = await playAlbum(page)
  const second = album.tracks[1]!
  // Neither answered nor refused, as on a train.
  await page.route(`**/api/media/stream/${second.hash}`, () => undefined)
  await row(page, second).click()
  await expect(bar(page).getByRole('alert')).toContainText(`Loading “${stem(second)}” takes long.`)
  await page.unroute(`**/api/media/stream/${second.hash}`)
  return album
}

test('PLY-09 a track that does not load is told, and loaded again when the listener says so', async ({ page }) => {
  const { tracks } = await getStuck(page)
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
