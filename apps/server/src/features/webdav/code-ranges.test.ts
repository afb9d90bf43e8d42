import fc from 'fast-check'
import { expect, test } from 'vitest'

import { MAX_MEMBERS, parseRange, parseWorkName, rangeName, rangesOf } from './code-ranges.ts'

const ids = (count: number, step: number, first = 1) => Array.from({ length: count }, (_, at) => first + at * step)

test('DAV-08 up to a thousand works are listed as they are', () => {
  expect(rangesOf(ids(MAX_MEMBERS, 7))).toBeNull()
})

test('DAV-08 more are divided into ranges of codes, as large as can be listed', () => {
  expect(rangesOf(ids(1_001, 1, 1_234_000))?.map(rangeName)).toEqual(['RJ01234000-RJ01234999', 'RJ01235000-RJ01235999'])
  // As large a library as there is.
  const ranges = rangesOf(ids(100_000, 15)) ?? []
  expect(ranges.length).toBeLessThanOrEqual(MAX_MEMBERS)
  expect(ranges.map(rangeName).slice(0, 2)).toEqual(['RJ000001-RJ009999', 'RJ010000-RJ019999'])
})

test('DAV-08 prefixes and works without a code are in ranges of their own', () => {
  const mixed = [...ids(600, 1, 1_000_000), ...ids(600, 1, 100_000_001), ...ids(5, 1, 300_000_000)]
  expect(rangesOf(mixed)?.map(rangeName)).toEqual(['RJ000001-RJ99999999', 'VJ000001-VJ99999999', '300000000-399999999'])
})

test('DAV-08 whichever works there are, folders in folders lead to each of them, and none has more than can be listed', () => {
  const work = fc.oneof(fc.integer({ min: 1, max: 2_000 }), fc.integer({ min: 1, max: 99_999_999 }))
  fc.assert(
    fc.property(
      fc.uniqueArray(work, { minLength: 1, maxLength: 200 }),
      fc.integer({ min: 10, max: 30 }),
      (some, max) => {
        const reached: number[] = []
        const open = (among: readonly number[], depth: number): void => {
          expect(depth).toBeLessThan(9)
          const ranges = rangesOf(among, max)
          if (ranges === null) return void reached.push(...among)
          expect(ranges.length).toBeLessThanOrEqual(max)
          for (const range of ranges) {
            const read = parseRange(rangeName(range))!
            open(
              among.filter((id) => id >= read.first && id <= read.last),
              depth + 1,
            )
          }
        }
        const ascending = some.toSorted((a, b) => a - b)
        open(ascending, 0)
        expect(reached).toEqual(ascending)
      },
    ),
  )
})

test('DAV-03 a work’s folder is read by its code, whatever is behind it', () => {
  expect(parseWorkName('RJ01234567 雨の夜')).toBe(1_234_567)
  expect(parseWorkName('RJ01234567')).toBe(1_234_567)
  expect(parseWorkName('300000001 Found')).toBe(300_000_001)
  for (const name of ['', 'Rain RJ01234567', 'RJ01234567x', 'RJ1', '1234567 x']) expect(parseWorkName(name)).toBeNull()
  for (const name of ['', '-', 'RJ000002-RJ000001', 'RJ000001', 'RJ000001-x', 'RJ000001 - RJ000002']) {
    expect(parseRange(name)).toBeNull()
  }
})
