import { listenMilestones } from '@otodana/contract'
import { expect, test } from 'vitest'

import { historyOf } from './history.ts'
import { bitOf, milestonesIn, strengthOf } from './milestones.ts'

const heard = (workId: number, milestones: number, opinion: -1 | 0 | 1 = 0) => ({
  workId,
  milestones,
  opinion,
  lastAtMs: 1_000,
})
const judged = (workId: number, given: { userRating?: number; progress?: 'marked' | 'listened' | 'replay' }) => ({
  workId,
  userRating: given.userRating ?? null,
  progress: given.progress ?? null,
  atMs: 2_000,
})

test('REC-03 every milestone has its own bit, and the furthest one gives the strength', () => {
  for (const milestone of listenMilestones) expect(milestonesIn(bitOf(milestone))).toEqual([milestone])
  const all = listenMilestones.reduce((bits, milestone) => bits | bitOf(milestone), 0)
  expect(milestonesIn(all)).toEqual([...listenMilestones])
  expect(strengthOf({ milestones: all, opinion: 0 })).toBe(1)
  expect(strengthOf({ milestones: 0, opinion: 0 })).toBe(0)
  expect(strengthOf({ milestones: bitOf('start-listen'), opinion: 0 })).toBeLessThan(0.1)
  expect(strengthOf({ milestones: 0, opinion: 1 })).toBe(1)
  expect(strengthOf({ milestones: all, opinion: -1 })).toBe(0)
})

test('REC-02 more than a start, a rating or progress makes a work familiar; to mark it does not', () => {
  for (const milestone of listenMilestones) {
    const { familiar, doneWith } = historyOf([heard(1, bitOf('start-listen') | bitOf(milestone))], [])
    expect([milestone, familiar.has(1)]).toEqual([milestone, milestone !== 'start-listen'])
    expect(doneWith.has(1)).toBe(milestone === 'listen-90percent')
  }
  const said = [judged(2, { progress: 'marked' }), judged(3, { progress: 'listened' }), judged(4, { userRating: 4 })]
  const { familiar } = historyOf([heard(5, 0, 1), heard(6, 0, -1), heard(7, 0)], said)
  expect([...familiar].toSorted()).toEqual([3, 4, 5, 6])
})

test('REC-02 what was finished, marked so, disliked or rated low is done with; what is disliked speaks for nothing', () => {
  const finished = bitOf('listen-90percent')
  const { listened, doneWith } = historyOf(
    [heard(1, finished), heard(2, bitOf('listen-5mins')), heard(3, finished, -1), heard(4, finished)],
    [
      judged(4, { userRating: 1 }),
      judged(5, { progress: 'listened' }),
      judged(6, { progress: 'marked' }),
      judged(2, { userRating: 5 }),
      judged(7, { userRating: 2, progress: 'replay' }),
    ],
  )
  expect([...doneWith].toSorted()).toEqual([1, 3, 4, 5, 7])
  expect(listened.map(({ work }) => work).toSorted()).toEqual([1, 2, 5, 6])
  // The stronger one counts, with the time of the latest.
  expect(listened.find(({ work }) => work === 2)).toEqual({ work: 2, strength: 1, at: 2_000 })
})
