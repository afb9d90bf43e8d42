import { problemKinds, type ScanProblem } from '@otodana/contract'
import { expect, test } from 'vitest'

import { diskState, jobRows, problemGroups, spanOf, lastPage } from './figures.ts'

test('ADM-04 an uptime is given in its two largest units', () => {
  expect(spanOf(0)).toEqual({ unit: 'seconds', seconds: 0 })
  expect(spanOf(61.4)).toEqual({ unit: 'minutes', minutes: 1, seconds: 1 })
  expect(spanOf(3_600)).toEqual({ unit: 'hours', hours: 1, minutes: 0 })
  expect(spanOf(86_399)).toEqual({ unit: 'hours', hours: 23, minutes: 59 })
  expect(spanOf(10 * 86_400 + 7_260)).toEqual({ unit: 'days', days: 10, hours: 2 })
})

test('ADM-04 a disk that is away is not an empty one, and one that is nearly full is told apart', () => {
  const GB = 1_000_000_000
  expect(diskState({ freeBytes: null, totalBytes: null })).toEqual({ isThere: false })
  expect(diskState({ freeBytes: 0, totalBytes: 0 })).toEqual({ isThere: false })
  expect(diskState({ freeBytes: 0, totalBytes: 10 * GB })).toMatchObject({ usedPercent: 100, isLow: true })
  expect(diskState({ freeBytes: 250 * GB, totalBytes: 1_000 * GB })).toMatchObject({ usedPercent: 75, isLow: false })
  expect(diskState({ freeBytes: 2 * GB, totalBytes: 100 * GB })).toMatchObject({ usedPercent: 98, isLow: true })
  expect(diskState({ freeBytes: 0.9 * GB, totalBytes: 4 * GB })).toMatchObject({ isLow: true })
  // Two percent of 8 TB are still enough.
  expect(diskState({ freeBytes: 160 * GB, totalBytes: 8_000 * GB })).toMatchObject({ usedPercent: 98, isLow: false })
})

test('ADM-04 jobs are counted by kind and state', () => {
  expect(
    jobRows([
      { kind: 'sound', state: 'failed', count: 2 },
      { kind: 'sound', state: 'ready', count: 40 },
      { kind: 'subtitles', state: 'running', count: 1 },
    ]),
  ).toEqual([
    { kind: 'sound', ready: 40, running: 0, failed: 2 },
    { kind: 'subtitles', ready: 0, running: 1, failed: 0 },
  ])
})

test('ADM-04 problems are grouped by kind, what keeps whole folders out first; every kind has its place', () => {
  const problem = (kind: ScanProblem['kind'], path: string): ScanProblem => ({
    kind,
    root: '/library',
    path,
    workId: null,
    message: '',
    detectedAt: '',
  })
  const problems = [...problemKinds, ...problemKinds].map((kind, index) => problem(kind, String(index)))
  const groups = problemGroups(problems)
  expect(new Set(groups.map(({ kind }) => kind))).toEqual(new Set(problemKinds))
  expect(groups.map(({ problems: found }) => found.length)).toEqual(problemKinds.map(() => 2))
  const away = problems.filter(({ kind }) => kind === 'rootUnavailable')
  expect(groups[0]).toEqual({ kind: 'rootUnavailable', problems: away })
  expect(problemGroups([])).toEqual([])
})

test('ADM-06 the last page of a list is found, of an empty one the first', () => {
  expect([0, 1, 20, 21, 45].map((totalCount) => lastPage({ totalCount, pageSize: 20 }))).toEqual([1, 1, 1, 2, 3])
})
