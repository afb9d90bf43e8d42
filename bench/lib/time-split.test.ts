import { expect, test } from 'vitest'

import { splitByTime } from './time-split.ts'

const one = (listener: number, work: number, at: number) => ({ listener, work, at, strength: 1 })

test('a split in time expects what a listener heard for the first time afterwards', () => {
  const { at, past, listeners } = splitByTime(
    [
      one(1, 10, 1),
      one(2, 20, 2),
      one(1, 30, 3),
      one(1, 10, 5),
      one(1, 40, 6),
      one(3, 10, 7),
      one(2, 20, 8),
      one(1, 40, 9),
    ],
    0.4,
  )
  expect(at).toBe(5)
  expect(past.map(({ work }) => work)).toEqual([10, 20, 30])
  // Listener 2 heard nothing new, and nothing is known about listener 3.
  expect(listeners).toEqual([{ listener: 1, history: [one(1, 10, 1), one(1, 30, 3)], wanted: new Set([40]) }])
})

test('events at the very moment of the split are not known before it', () => {
  const { past } = splitByTime([one(1, 10, 1), one(1, 20, 2), one(2, 30, 2), one(1, 40, 2)], 0.6)
  expect(past.map(({ work }) => work)).toEqual([10])
})

test('an empty history has an empty split', () => {
  expect(splitByTime([], 0.8)).toMatchObject({ past: [], listeners: [] })
})
