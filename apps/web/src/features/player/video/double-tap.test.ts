import { expect, test } from 'vitest'

import { isDoubleTap } from './double-tap.ts'

test('VID-07 two taps soon after each other and near each other are a double tap', () => {
  const tap = { atMs: 1_000, x: 100, y: 50 }
  expect(isDoubleTap(null, tap)).toBe(false)
  expect(isDoubleTap(tap, { atMs: 1_200, x: 110, y: 45 })).toBe(true)
  expect(isDoubleTap(tap, { atMs: 1_400, x: 100, y: 50 })).toBe(false)
  expect(isDoubleTap(tap, { atMs: 1_200, x: 180, y: 50 })).toBe(false)
})
