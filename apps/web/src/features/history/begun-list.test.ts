import { expect, test } from 'vitest'

import { aStorage } from '#test/a-storage.ts'

import { createBegunList, MAX_BEGUN, secondsLeft, withHeard } from './begun-list.ts'
import type { HeardTrack } from './history-log.ts'

const heard = (workId: number, more: Partial<HeardTrack> = {}): HeardTrack => ({
  day: '2026-06-15',
  hash: `${workId}/1`,
  title: 'Umbrella',
  workId,
  workTitle: `Work ${workId}`,
  workPath: `/work/${workId}`,
  circle: '',
  firstMs: 1,
  lastMs: 2,
  heardSeconds: 10,
  seconds: 60,
  durationSeconds: 300,
  ...more,
})

test('HIS-16 the work heard last comes first, once', () => {
  const list = createBegunList(aStorage(new Map()))
  for (const id of [1, 2, 1]) list.note(0, heard(id))
  expect(list.works(0).map(({ workId }) => workId)).toEqual([1, 2])
  expect(secondsLeft(list.works(0)[0]!)).toBe(240)
})

test('HIS-16 a track that has ended takes its work away, until the next one begins', () => {
  const ended = withHeard(withHeard([], heard(1)), heard(1, { seconds: 0 }))
  expect(ended).toEqual([])
  expect(withHeard(ended, heard(1, { hash: '1/2', seconds: 5 }))).toMatchObject([{ hash: '1/2' }])
})

test('HIS-16 another owner sees nothing of it, and an empty list leaves no place', () => {
  const stored = new Map<string, string>()
  const list = createBegunList(aStorage(stored))
  list.note(7, heard(1))
  expect(list.works(0)).toEqual([])
  expect([...stored]).toHaveLength(1)
  list.remove(7, 1)
  expect([...stored]).toEqual([])
})

test('HIS-16 the list has a limit', () => {
  const list = createBegunList(aStorage(new Map()))
  for (let id = 1; id <= MAX_BEGUN + 3; id++) list.note(0, heard(id))
  expect(list.works(0)).toHaveLength(MAX_BEGUN)
  expect(list.works(0)[0]?.workId).toBe(MAX_BEGUN + 3)
})
