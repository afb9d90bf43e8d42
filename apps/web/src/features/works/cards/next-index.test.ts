import fc from 'fast-check'
import { expect, test } from 'vitest'

import { nextIndex } from './next-index.ts'

test('NAV-31 arrow keys move by one and stop at the ends, Home and End move to them', () => {
  const keys = ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp', 'Home', 'End'] as const
  const moved = keys.map((key) => nextIndex(key, 1, 4))
  expect(moved).toEqual([2, 2, 0, 0, 0, 3])
  fc.assert(
    fc.property(fc.constantFrom(...keys), fc.integer({ min: 1, max: 50 }), fc.nat(49), (key, count, at) => {
      const next = nextIndex(key, at % count, count)
      expect(next).toBeGreaterThanOrEqual(0)
      expect(next).toBeLessThan(count)
    }),
  )
})

test('NAV-31 other keys belong to the browser', () => {
  for (const key of ['Tab', 'Enter', ' ', 'PageDown', 'a']) expect(nextIndex(key, 0, 4)).toBeNull()
})
