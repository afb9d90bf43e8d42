import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { indexAfterKey, type GridPlace } from './grid-keys.ts'

const KEYS = ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End']

const place = fc
  .record({
    total: fc.integer({ min: 1, max: 20_000 }),
    columns: fc.integer({ min: 1, max: 6 }),
    rowsShown: fc.integer({ min: 0, max: 40 }),
    at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  })
  .map(({ at, ...rest }): GridPlace => ({ ...rest, index: Math.floor(at * rest.total) }))

describe('IDX-01 keys in a list of names', () => {
  const middle = { index: 50, total: 103, columns: 4, rowsShown: 10 }

  test.each([
    ['ArrowRight', 51],
    ['ArrowLeft', 49],
    ['ArrowDown', 54],
    ['ArrowUp', 46],
    ['PageDown', 86],
    ['PageUp', 14],
    ['Home', 0],
    ['End', 102],
    ['Enter', null],
    ['a', null],
  ])('%s from the middle goes to %s', (key, to) => {
    expect(indexAfterKey(key, middle)).toBe(to)
  })

  test('down from above the gap in a short last row goes to its end', () => {
    expect(indexAfterKey('ArrowDown', { ...middle, index: 99 })).toBe(102)
    expect(indexAfterKey('PageDown', { ...middle, index: 79 })).toBe(102)
  })

  test('at an end the key is the browser’s', () => {
    for (const key of ['ArrowUp', 'ArrowLeft', 'PageUp', 'Home'])
      expect(indexAfterKey(key, { ...middle, index: 0 })).toBeNull()
    for (const key of ['ArrowDown', 'ArrowRight', 'PageDown', 'End'])
      expect(indexAfterKey(key, { ...middle, index: 102 })).toBeNull()
  })

  test('a key never leaves the list, and only goes where it points to', () => {
    fc.assert(
      fc.property(place, fc.constantFrom(...KEYS), (from, key) => {
        const to = indexAfterKey(key, from)
        if (to === null) return
        expect(Number.isInteger(to) && to >= 0 && to < from.total).toBe(true)
        expect(to > from.index).toBe(['ArrowRight', 'ArrowDown', 'PageDown', 'End'].includes(key))
      }),
    )
  })

  test('up and down keep the column, but for a last row that is too short', () => {
    fc.assert(
      fc.property(place, fc.constantFrom('ArrowDown', 'ArrowUp', 'PageDown', 'PageUp'), (from, key) => {
        const to = indexAfterKey(key, from)
        if (to === null || to === from.total - 1) return
        expect(to % from.columns).toBe(from.index % from.columns)
      }),
    )
  })
})
