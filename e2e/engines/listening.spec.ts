import { findAlbum } from '../playing.ts'
import { expect, test } from './fixtures.ts'

test('ENG-01 a work found in the library plays and is sought in', { tag: '@short' }, async ({ visit, request }) => {
  const { work } = await findAlbum({ request })
  await visit.open('/works')
  await visit.click({ role: 'link', name: work.title, within: 'article' })
  await visit.expectShown({ role: 'heading', name: work.title })
  await visit.click({ role: 'button', name: 'Play', within: 'main' })
  await visit.expectPlaying('/api/media/')
  await visit.click({ role: 'slider', name: 'Position in the track' })
  await expect
    .poll(async () => {
      const { position, duration } = await visit.sound()
      return position / duration
    })
    .toBeGreaterThan(0.4)
  await visit.expectPlaying('/api/media/')
})
