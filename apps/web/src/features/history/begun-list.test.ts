import { expect, test } from 'vitest'

import { aStorage } from '#test/a-storage.ts'

import { createBegunList, MAX_BEGUN, secondsLeft, withAnswer, withHeard } from './begun-list.ts'
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
  for (const id of [1, 2, 1]) list.note(0, heard(id), null)
  expect(list.works(0).map(({ workId }) => workId)).toEqual([1, 2])
  expect(secondsLeft(list.works(0)[0]!)).toBe(240)
})

test('HIS-16 after the end of a track its work continues with the next one, and without one it is finished', () => {
  const begun = withHeard([], heard(1), null)
  const next = { hash: '1/2', title: 'Puddle', seconds: 0, durationSeconds: 100 }
  expect(withHeard(begun, heard(1, { seconds: 0 }), next)).toMatchObject([{ workId: 1, ...next, atMs: 2 }])
  expect(withHeard(begun, heard(1, { seconds: 0 }), null)).toEqual([])
  expect(withHeard(begun, heard(1, { seconds: 70 }), next)).toMatchObject([{ hash: '1/1', seconds: 70 }])
})

test('HIS-13 an undo puts a work back by time, and not beside one that was played since', () => {
  const list = createBegunList(aStorage(new Map()))
  for (const id of [1, 2, 3]) list.note(0, heard(id, { lastMs: id }), null)
  const second = list.works(0)[1]!
  list.remove(0, 2)
  list.putBack(0, second)
  expect(list.works(0).map(({ workId }) => workId)).toEqual([3, 2, 1])
  list.remove(0, 2)
  list.note(0, heard(2, { lastMs: 9, seconds: 90 }), null)
  list.putBack(0, second)
  expect(list.works(0).map(({ workId, seconds }) => [workId, seconds])).toEqual([
    [2, 90],
    [3, 60],
    [1, 60],
  ])
})

test('HIS-16 clearing removes the list of its owner only', () => {
  const list = createBegunList(aStorage(new Map()))
  list.note(7, heard(1), null)
  list.clear(0)
  expect(list.works(7)).toHaveLength(1)
  list.clear(7)
  expect(list.works(7)).toEqual([])
})

test('HIS-16 another owner sees nothing of it, and an empty list leaves no place', () => {
  const stored = new Map<string, string>()
  const list = createBegunList(aStorage(stored))
  list.note(7, heard(1), null)
  expect(list.works(0)).toEqual([])
  expect([...stored]).toHaveLength(1)
  list.remove(7, 1)
  expect([...stored.values()]).toEqual(['{"owner":7,"works":[]}'])
})

test('HIS-17 works heard on other devices come in their order, and what was heard here since goes before', () => {
  const item = (workId: number, atMs: number, seconds = 60) =>
    withHeard([], heard(workId, { lastMs: atMs, seconds }), null)[0]!
  const order = (onDevice: number[][], answered: number[][]) =>
    withAnswer(
      onDevice.map(([id, at, seconds]) => item(id!, at!, seconds)),
      answered.map(([id, at, seconds]) => item(id!, at!, seconds)),
    ).map(({ workId, seconds }) => [workId, seconds])
  expect(
    order(
      [[1, 10]],
      [
        [2, 20],
        [1, 10],
      ],
    ),
  ).toEqual([
    [2, 60],
    [1, 60],
  ])
  // Not sent yet.
  expect(
    order(
      [
        [3, 30],
        [1, 25, 90],
      ],
      [
        [2, 20],
        [1, 10],
      ],
    ),
  ).toEqual([
    [3, 60],
    [1, 90],
    [2, 60],
  ])
  // Finished or put aside elsewhere.
  expect(
    order(
      [
        [4, 5],
        [1, 10],
      ],
      [[1, 10]],
    ),
  ).toEqual([[1, 60]])
})

test('HIS-16 the list has a limit', () => {
  const list = createBegunList(aStorage(new Map()))
  for (let id = 1; id <= MAX_BEGUN + 3; id++) list.note(0, heard(id), null)
  expect(list.works(0)).toHaveLength(MAX_BEGUN)
  expect(list.works(0)[0]?.workId).toBe(MAX_BEGUN + 3)
})
