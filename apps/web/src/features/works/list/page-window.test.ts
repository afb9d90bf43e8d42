import fc from 'fast-check'
import { expect, test } from 'vitest'

import { pageCount, pageEntries, pageWindow } from './page-window.ts'

test('LIB-01 an empty list has one page, and a page that is not full counts', () => {
  expect(pageCount(0, 20)).toBe(1)
  expect(pageCount(20, 20)).toBe(1)
  expect(pageCount(21, 20)).toBe(2)
})

test.each([
  { current: 1, last: 1, pages: [1] },
  { current: 1, last: 6, pages: [1, 2, 3, 4, 5, 6] },
  { current: 1, last: 20, pages: [1, 2, 3, 4, 5, null, 20] },
  { current: 4, last: 20, pages: [1, 2, 3, 4, 5, 6, null, 20] },
  { current: 5, last: 20, pages: [1, 2, 3, 4, 5, 6, 7, null, 20] },
  { current: 10, last: 20, pages: [1, null, 8, 9, 10, 11, 12, null, 20] },
  { current: 16, last: 20, pages: [1, null, 14, 15, 16, 17, 18, 19, 20] },
  { current: 20, last: 20, pages: [1, null, 16, 17, 18, 19, 20] },
])('LIB-01 page $current of $last offers $pages', ({ current, last, pages }) => {
  expect(pageWindow(current, last)).toEqual(pages)
})

test('a million pages are offered at once', () => {
  expect(pageWindow(500_000, 1_000_000)).toEqual([
    1,
    null,
    499_998,
    499_999,
    500_000,
    500_001,
    500_002,
    null,
    1_000_000,
  ])
})

test.each([
  { current: 1, last: 3, pages: [1, 2, 3] },
  { current: 1, last: 20, pages: [1, 2, null, 20] },
  { current: 4, last: 20, pages: [1, null, 3, 4, 5, null, 20] },
  { current: 5, last: 20, pages: [1, null, 4, 5, 6, null, 20] },
  { current: 10, last: 20, pages: [1, null, 9, 10, 11, null, 20] },
  { current: 19, last: 20, pages: [1, null, 18, 19, 20] },
])('LIB-01 on a phone page $current of $last offers $pages', ({ current, last, pages }) => {
  expect(pagesFor('narrow', current, last)).toEqual(pages)
})

test('LIB-01 one list of pages has those of wide screens, and of narrow ones no more than have room on a line', () => {
  const some = fc
    .integer({ min: 1, max: 40 })
    .chain((last) => fc.tuple(fc.integer({ min: 1, max: last }), fc.constant(last)))
  fc.assert(
    fc.property(some, ([current, last]) => {
      expect(pagesFor('wide', current, last)).toEqual(pageWindow(current, last))
      const narrow = pagesFor('narrow', current, last)
      const numbers = narrow.filter((page) => page !== null)
      const wanted = [1, current - 1, current, current + 1, last].filter((page) => page >= 1 && page <= last)
      expect(numbers).toEqual([...new Set(wanted)])
      // There is a gap exactly where pages are omitted.
      const withGaps = numbers.flatMap((page, at) => (at > 0 && page - numbers[at - 1]! > 1 ? [null, page] : [page]))
      expect(narrow).toEqual(withGaps)
    }),
  )
})

function pagesFor(room: 'wide' | 'narrow', current: number, last: number): (number | null)[] {
  return pageEntries(current, last)
    .filter((entry) => entry.room === 'any' || entry.room === room)
    .map(({ page }) => page)
}
