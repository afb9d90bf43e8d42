import { expect, test } from 'vitest'

import { aKeptWork } from '#lib/kept/test/a-kept-work.ts'

import type { KeptEntry } from '../kept.store.ts'
import { finishedSince } from './finished-since.ts'

function entry(
  workId: number,
  wholeCount: number,
  given: { failedCount?: number; isPaused?: boolean } = {},
): KeptEntry {
  const { failedCount = 0, isPaused = false } = given
  const sum = { owner: 0, workId, fileCount: 2, wholeCount, failedCount, expectedBytes: 9, receivedBytes: 1 }
  return { ...aKeptWork({ workId, isPaused }), sum }
}
const ids = (entries: readonly KeptEntry[]) => entries.map(({ workId }) => workId)

test('OFF-29 all that was waited for is announced at once, when nothing waits any more', () => {
  const first = finishedSince([], [entry(1, 0), entry(2, 1), entry(3, 2)])
  expect([ids(first.done), ids(first.rest)]).toEqual([[], [1, 2]])
  const second = finishedSince(first.rest, [entry(1, 2), entry(2, 1), entry(3, 2)])
  expect(ids(second.done)).toEqual([])
  const third = finishedSince(second.rest, [entry(1, 2), entry(2, 1, { failedCount: 1 }), entry(3, 2)])
  expect([ids(third.done), ids(third.rest)]).toEqual([[1, 2], []])
})

test('OFF-29 what was removed or paused meanwhile is not done', () => {
  const { rest } = finishedSince([], [entry(1, 0), entry(2, 0)])
  const after = finishedSince(rest, [entry(2, 0, { isPaused: true })])
  expect([ids(after.done), ids(after.rest)]).toEqual([[], [2]])
})
