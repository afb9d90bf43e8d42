import fc from 'fast-check'
import { expect, test } from 'vitest'

import { firstSeen, isReasonShown, movesByItself, nextStop, newReasonsFirst, type Attention } from './shelf-rules.ts'

const works = (...ids: number[]) => ids.map((id) => ({ id }))

test.each([
  ['the same three in another order', [1, 2, 3, 4], [2, 1, 3, 4], false],
  ['the same first three', [1, 2, 3, 4], [1, 2, 3, 9], true],
  ['all that there is', [1, 2], [1, 2], true],
  ['fewer than what is popular', [1, 2], [1, 2, 3], false],
  ['nothing popular', [1, 2, 3], [], false],
] as const)(
  'LIB-05 what is recommended is shown unless it begins as what is popular: %s',
  (_, mine, popular, isSaid) => {
    expect(isReasonShown(works(...mine), works(...popular))).toBe(isSaid)
  },
)

test('LIB-05 what is recommended begins with what is not seen among the popular works already, and loses nothing', () => {
  expect(newReasonsFirst(works(1, 9, 2, 8, 7), works(1, 2, 3, 4, 5, 6, 7))).toEqual(works(9, 8, 7, 1, 2))
  expect(newReasonsFirst(works(1, 2), [])).toEqual(works(1, 2))
})

const free: Attention = { isStopped: false, isHovered: false, hasFocus: false, isCalm: false, isSeen: true }

test('LIB-05 a shelf rotates only while visible, and not while used, with reduced motion or once stopped', () => {
  expect(movesByItself(free)).toBe(true)
  for (const name of ['isStopped', 'isHovered', 'hasFocus', 'isCalm'] as const)
    expect(movesByItself({ ...free, [name]: true })).toBe(false)
  expect(movesByItself({ ...free, isSeen: false })).toBe(false)
})

test('LIB-05 a shelf that moves on comes to each work, to its end and back to its beginning', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 20 }), fc.integer({ min: 100, max: 2_000 }), (count, width) => {
      const starts = Array.from({ length: count }, (_, at) => at * 132)
      const end = Math.max(0, count * 132 - 12 - width)
      const stops = [0]
      for (let move = 0; move <= count && (move === 0 || stops.at(-1) !== 0); move++)
        stops.push(nextStop(starts, stops.at(-1)!, end))
      expect(stops.at(-1)).toBe(0)
      expect(stops.slice(0, -1)).toEqual(
        [...starts.filter((start) => start < end), ...(end > 0 ? [end] : [0])].slice(0, stops.length - 1),
      )
    }),
  )
})

test('LIB-05 the keyboard enters a shelf at the first work that is seen whole', () => {
  expect(firstSeen([0, 132, 264], 0)).toBe(0)
  expect(firstSeen([0, 132, 264], 131.4)).toBe(1)
  expect(firstSeen([0, 132, 264], 140)).toBe(2)
  expect(firstSeen([0, 132, 264], 900)).toBe(0)
})
