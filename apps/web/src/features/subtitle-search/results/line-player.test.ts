import type { SubtitleLine, SubtitleMatch, SubtitleWork, TrackNode } from '@otodana/contract'
import { beforeEach, expect, test } from 'vitest'

import type { QueueTrack } from '#features/player/index.ts'

import { createLinePlayer } from './line-player.ts'

/** The player's commands, in order. */
let told: string[]
let current: string | null
let failed: string | null
let atHand: Set<number>
let trees: Map<number, PromiseWithResolvers<TrackNode[]>>
let shown: PromiseWithResolvers<number>
let play: ReturnType<typeof createLinePlayer>

beforeEach(() => {
  told = []
  current = failed = null
  atHand = new Set()
  trees = new Map([1, 2].map((id) => [id, Promise.withResolvers()]))
  shown = Promise.withResolvers()
  play = createLinePlayer({
    treeAtHand: (id) => (atHand.has(id) ? [] : undefined),
    fetchTree: (id) => trees.get(id)!.promise,
    queueAround: (_, __, hash) => (hash === '1/9' ? null : { tracks: [{ hash } as QueueTrack], index: 0 }),
    playTracks([track]) {
      current = track!.hash
      told.push(`play ${current}`)
    },
    seekTo: (seconds) => void told.push(`seek ${current} ${seconds}`),
    isCurrent: (hash) => current === hash,
    showSubtitle: () => shown.promise,
    onFailure: (hash) => (failed = hash),
  })
})

const work = (id: number) => ({ id, title: '', matches: [] as SubtitleMatch[] }) as SubtitleWork
const line = (startSeconds: number): SubtitleLine => ({ startSeconds, endSeconds: startSeconds, text: '', ranges: [] })
const match = (audio: string): SubtitleMatch => ({
  subtitle: { hash: `lines of ${audio}`, path: '' },
  audio: { hash: audio, path: '', duration: null },
  lineCount: 1,
  lines: [],
})

test('LYR-07 the line that was chosen last plays, also when an earlier one is answered later', async () => {
  const first = play(work(1), match('1/1'), line(10))
  atHand.add(2)
  const second = play(work(2), match('2/1'), line(20))
  expect(told).toEqual(['play 2/1', 'seek 2/1 20'])
  trees.get(1)!.resolve([])
  shown.resolve(0)
  await Promise.all([first, second])
  expect(told).toEqual(['play 2/1', 'seek 2/1 20'])
})

test('LYR-07 an earlier line that fails is not told while another plays', async () => {
  const first = play(work(1), match('1/1'), line(10))
  atHand.add(2)
  const second = play(work(2), match('2/1'), line(20))
  trees.get(1)!.reject(new Error('no connection'))
  shown.resolve(0)
  await Promise.all([first, second])
  expect(failed).toBeNull()
})

test('LYR-07 lines that were moved move the place, but not that of a track that plays by then', async () => {
  atHand.add(1)
  const moved = play(work(1), match('1/1'), line(10))
  shown.resolve(-2.5)
  await moved
  expect(told).toEqual(['play 1/1', 'seek 1/1 10', 'seek 1/1 7.5'])

  shown = Promise.withResolvers()
  const left = play(work(1), match('1/2'), line(10))
  current = '5/5'
  told = []
  shown.resolve(-2.5)
  await left
  expect(told).toEqual([])
})

test('LYR-07 what plays is not said to fail when its lyrics do', async () => {
  atHand.add(1)
  const choice = play(work(1), match('1/1'), line(10))
  shown.reject(new Error('the lyrics cannot be loaded'))
  await choice
  expect([failed, told]).toEqual([null, ['play 1/1', 'seek 1/1 10']])
})

test('LYR-07 a line whose track is not there or cannot be looked up is said to fail', async () => {
  atHand.add(1)
  await play(work(1), match('1/9'), line(10))
  expect(failed).toBe('lines of 1/9')
  const choice = play(work(2), match('2/1'), line(10))
  expect(failed).toBeNull()
  trees.get(2)!.reject(new Error('no connection'))
  await choice
  expect([failed, told]).toEqual(['lines of 2/1', []])
})
