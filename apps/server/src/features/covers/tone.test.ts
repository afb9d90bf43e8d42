import fc from 'fast-check'
import { expect, test } from 'vitest'

import { toneOf } from './tone.ts'

const of = (...parts: [count: number, colour: [number, number, number]][]) =>
  Uint8Array.from(parts.flatMap(([count, colour]) => Array.from({ length: count }, () => colour).flat()))

test('WRK-01 a picture of one colour is remembered by it', () => {
  expect(toneOf(of([100, [0x20, 0x40, 0xa0]]))).toBe('#2040a0')
  expect(toneOf(of([100, [255, 0, 10]]))).toBe('#ff000a')
})

test('WRK-01 colour counts for more than the dark around it, and a stamp on grey does not', () => {
  expect(toneOf(of([600, [12, 12, 14]], [400, [200, 40, 90]]))).toBe('#c8285a')
  expect(toneOf(of([1_000, [128, 128, 128]], [3, [255, 0, 0]]))).toMatch(/^#8[01]7f7f$|^#808080$/)
})

test('WRK-01 of no picture the tone is black', () => {
  expect(toneOf(new Uint8Array())).toBe('#000000')
})

test('WRK-01 a tone is always a colour', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 600 }), (pixels) => {
      expect(toneOf(pixels)).toMatch(/^#[\da-f]{6}$/)
    }),
  )
})
