import type { TrackFile, TrackNode } from '@otodana/contract'
import type { APIRequestContext } from '@playwright/test'

import { findAlbum, folderUrl } from '../playing.ts'
import { aVideo } from './a-video.ts'
import { expect, test } from './fixtures.ts'
import { longWork } from './long-work.ts'
import { player, type Visit } from './visit.ts'

const [first, second] = ['Rain', 'Wind'] as const

/** Plays the long work from its first track. */
async function playLong(visit: Visit): Promise<void> {
  await visit.open(`/work/${longWork.code}`)
  await visit.click({ role: 'button', name: 'Play', within: 'main' })
  await visit.expectPlaying(first)
}

async function longTrack(request: APIRequestContext): Promise<TrackFile> {
  const tree = (await (await request.get(`/api/tracks/${longWork.code}`)).json()) as TrackNode[]
  return tree.find((node): node is TrackFile => node.type === 'audio')!
}

/** The part of a track's address that is the same on each of the server's names. */
const pathOf = (url: string) => url.replace(/^https?:\/\/[^/]+/, '')

test('ENG-01 a work found in the library plays and is sought in', { tag: '@short' }, async ({ visit, request }) => {
  const { work } = await findAlbum({ request })
  await visit.open('/works')
  await visit.click({ role: 'link', name: work.title, within: 'article' })
  await visit.expectShown({ role: 'heading', name: work.title })
  await visit.click({ role: 'button', name: 'Play', within: 'main' })
  await visit.expectPlaying(work.title)
  await visit.click({ role: 'slider', name: 'Position in the track' })
  const share = async () => {
    const { position, duration } = await visit.sound()
    return position / duration
  }
  await expect.poll(share).toBeGreaterThan(0.4)
  await visit.expectPlaying(work.title)
})

test('ENG-03 the next track, one of the queue, and what follows the end of a track', async ({ visit }) => {
  await playLong(visit)
  await visit.click({ role: 'button', name: 'Next track' })
  await visit.expectPlaying(second)
  await visit.click({ role: 'button', name: 'Queue' })
  await visit.click({ role: 'button', name: new RegExp(`^1\\s*${first}`), within: 'dialog' })
  await visit.expectPlaying(first)
  await visit.press('Escape')
  await visit.seek(-0.2)
  await visit.expectPlaying(second)
})

test('ENG-04 the small stream plays, and the original goes on at its place', async ({ visit, request }) => {
  const track = await longTrack(request)
  await playLong(visit)
  expect((await visit.sound()).source).toContain(`${pathOf(track.streamLowQualityUrl)}?format=`)
  await visit.seek(100)
  await visit.expectPlaying(first)
  await visit.click({ role: 'button', name: 'Sound' })
  await visit.click({ role: 'radio', name: /^Original/, within: 'dialog' })
  await expect.poll(async () => (await visit.sound()).source).toContain(pathOf(track.mediaStreamUrl))
  await visit.expectPlaying(first)
  expect((await visit.sound()).position).toBeGreaterThan(99)
})

test('ENG-05 lyrics follow the sound', async ({ visit, request }) => {
  const { id } = (await (await request.get('/api/workInfo/RJ01000038')).json()) as { id: number }
  await visit.open(folderUrl({ work: { id }, folder: ['audio'] }))
  await visit.click({ role: 'link', name: /^01 A Page\.mp3/, within: '#work-tree' })
  await visit.expectPlaying('A Page')
  await visit.click({ role: 'button', name: 'Subtitles' })
  await visit.click({ role: 'button', name: 'Pause', within: player })
  await visit.seek(2)
  await visit.expectText('section[aria-label=Subtitles]', 'You made it. The snow nearly kept you.')
  await visit.seek(4)
  await visit.expectText('section[aria-label=Subtitles]', 'Boots by the stove, worries by the door.')
})

test('ENG-10 after a reload the track is there at its place, and plays on', async ({ visit }) => {
  await playLong(visit)
  await visit.click({ role: 'button', name: 'Next track' })
  await visit.expectPlaying(second)
  await visit.seek(100)
  await visit.expectPlaying(second)
  await visit.reload()
  await visit.expectText(player, second)
  await visit.click({ role: 'button', name: 'Play', within: player })
  await visit.expectPlaying(second)
  expect((await visit.sound()).position).toBeGreaterThan(98)
})

test('ENG-12 VID-03 VID-05 a video plays with its picture, which follows the sound after a seek', async ({ visit }) => {
  await visit.open(`/work/${aVideo.code}`)
  await visit.click({ role: 'button', name: 'Play', within: 'main' })
  await visit.expectPlaying(aVideo.name)
  await visit.click({ role: 'button', name: 'Open the player' })
  const picture = () =>
    visit.tab.run(() => {
      const [video, audio] = [document.querySelector('video'), document.querySelector('audio')!]
      return { width: video?.videoWidth, difference: Math.abs((video?.currentTime ?? -1) - audio.currentTime) }
    })
  const inStep = async () => {
    const { width, difference } = await picture()
    return width === 64 && difference < 0.2
  }
  await expect.poll(inStep).toBe(true)
  await visit.seek(100)
  await visit.expectPlaying(aVideo.name)
  await expect.poll(inStep).toBe(true)
  expect((await visit.sound()).position).toBeGreaterThan(99)
})
