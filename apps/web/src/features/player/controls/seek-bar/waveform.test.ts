import { WAVEFORM_PEAKS } from '@otodana/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { BAR_PITCH, barsPath, peaksFrom } from './waveform.ts'

/** From left to right: the x of each bar, and its top and bottom. */
function barsOf(path: string) {
  return [...path.matchAll(/M(\d+) ([\d.]+)v(\d+)/g)].map(([, x, top, length]) => ({
    x: Number(x),
    top: Number(top),
    length: Number(length),
  }))
}

describe('PLY-07 the waveform in the seek bar', () => {
  test('is read from base64; invalid data gives no peaks', () => {
    const bytes = Uint8Array.from({ length: WAVEFORM_PEAKS }, (_, index) => index % 256)
    expect(peaksFrom(btoa(String.fromCharCode(...bytes)))).toEqual(bytes)
    for (const nonsense of ['', '*', 'ä', 'a']) expect(peaksFrom(nonsense)).toEqual(new Uint8Array())
  })

  test('aligns to whole pixels, is centred, and stays within its box', () => {
    const sizes = fc.record({ width: fc.integer({ min: 0, max: 900 }), height: fc.constantFrom(40, 48, 56) })
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 900 }), sizes, (peaks, { width, height }) => {
        const bars = barsOf(barsPath(peaks, width, height))
        expect(bars.length).toBe(Math.floor((width + 1) / BAR_PITCH))
        for (const { x, top, length } of bars) {
          expect(x + 1).toBeLessThanOrEqual(width)
          expect(top * 2 + length).toBe(height)
          expect(Number.isInteger(top)).toBe(true)
          expect(length).toBeGreaterThanOrEqual(2)
          expect(length).toBeLessThanOrEqual(height)
        }
      }),
    )
  })

  test('shows each peak in its part, scaled so that the loudest fills the height', () => {
    const peaks = new Uint8Array(WAVEFORM_PEAKS)
    peaks[400] = 20
    const bars = barsOf(barsPath(peaks, 299, 56))
    expect(bars.filter(({ length }) => length === 56).map(({ x }) => x)).toEqual([151])
    expect(bars.filter(({ length }) => length > 2).length).toBe(1)
    expect(barsOf(barsPath(new Uint8Array(5), 299, 56)).every(({ length }) => length === 2)).toBe(true)
  })
})
