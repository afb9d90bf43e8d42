import { expect, test } from 'vitest'

import type { QueueTrack } from '#features/player/index.ts'
import { aStorage } from '#test/a-storage.ts'

import { createHistoryLog } from './history-log.ts'
import { createHistoryRecorder } from './record-history.ts'

const NOON = new Date(2026, 5, 15, 12).getTime()
const track: QueueTrack = {
  hash: '1/1',
  title: 'Umbrella',
  workTitle: 'Rain',
  circle: 'Circle',
  workId: 1,
  workPath: '/work/RJ000001',
  coverUrl: '',
  largeCoverUrl: '',
  streamUrl: '',
  lowQualityUrl: '',
  downloadUrl: '',
  durationSeconds: 100,
}

function aRecorder(owner: () => number | null = () => 7) {
  const log = createHistoryLog(aStorage(new Map()))
  const positionAt = (seconds: number) => (seconds > 95 ? 0 : seconds)
  const nextOf = (hash: string) => ({ hash: `after ${hash}`, title: '', seconds: 0, durationSeconds: null })
  return { log, recorder: createHistoryRecorder({ log, owner, positionAt, nextOf }) }
}

test('HIS-14 stretches become totals of the day, with the last position', () => {
  const { log, recorder } = aRecorder()
  recorder.hear(track, 0, 4, NOON)
  recorder.hear(track, 50, 53, NOON + 3_000)
  expect(recorder.flush(NOON + 3_000)).toMatchObject([{ owner: 7, heard: { hash: '1/1' }, next: null }])
  recorder.hear(track, 53, 54, NOON + 4_000)
  recorder.flush(NOON + 4_000)
  expect(log.tracks(7)).toMatchObject([
    { day: '2026-06-15', heardSeconds: 8, seconds: 54, firstMs: NOON, lastMs: NOON + 4_000, durationSeconds: 100 },
  ])
  recorder.hear(track, 95, 99, NOON + 9_000)
  expect(recorder.flush(NOON + 9_000)).toMatchObject([{ next: { hash: 'after 1/1' } }])
  expect(log.tracks(7)).toMatchObject([{ seconds: 0 }])
})

test('HIS-14 a few seconds are not in the history', () => {
  const { log, recorder } = aRecorder()
  recorder.hear(track, 0, 4, NOON)
  expect(recorder.flush(NOON)).toEqual([])
  expect(log.tracks(7)).toEqual([])
})

test('HIS-06 HIS-14 without an owner nothing is recorded, and owners are kept apart', () => {
  let owner: number | null = null
  const { log, recorder } = aRecorder(() => owner)
  recorder.hear(track, 0, 30, NOON)
  owner = 0
  recorder.hear(track, 30, 40, NOON)
  owner = 8
  recorder.hear(track, 40, 60, NOON)
  owner = null
  // The begun works of an owner who has left do not change.
  expect(recorder.flush(NOON)).toEqual([])
  expect(log.tracks(0)).toMatchObject([{ heardSeconds: 10 }])
  expect(log.tracks(8)).toMatchObject([{ heardSeconds: 20 }])
})

test('HIS-05 what was heard before everything is removed does not come back', () => {
  const { log, recorder } = aRecorder()
  recorder.hear(track, 0, 14, NOON)
  recorder.forget()
  recorder.hear(track, 14, 20, NOON + 20_000)
  recorder.flush(NOON + 20_000)
  expect(log.tracks(7)).toMatchObject([{ heardSeconds: 6 }])
})

test('HIS-14 midnight begins another day', () => {
  const { log, recorder } = aRecorder()
  const midnight = new Date(2026, 5, 16).getTime()
  recorder.hear(track, 0, 20, midnight - 1_000)
  recorder.hear(track, 20, 40, midnight + 1_000)
  recorder.flush(midnight + 1_000)
  expect(log.tracks(7).map(({ day }) => day)).toEqual(['2026-06-16', '2026-06-15'])
})
