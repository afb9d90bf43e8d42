import fc from 'fast-check'
import { expect, test } from 'vitest'

import { openCues, packCues, unpackCues } from './packed-cues.ts'

const seconds = fc.integer({ min: 0, max: 100_000_000 }).map((hundredths) => hundredths / 100)
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({ unit: 'grapheme-ascii', maxLength: 200 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 9 }).map((units) => String.fromCharCode(...units)),
)
const cues = fc.array(fc.record({ startSeconds: seconds, endSeconds: seconds, text }), { maxLength: 60 })

test('LYR-07 lines are unpacked as they were, all of them or one by one, whatever characters they have', () => {
  fc.assert(
    fc.property(cues, (lines) => {
      // Databases return bytes at any alignment.
      const packed = new Uint8Array([7, ...packCues(lines)]).subarray(1)
      expect(unpackCues(packed)).toEqual(lines)
      const opened = openCues(packed)
      expect([...opened.lengths]).toEqual(lines.map(({ text }) => text.length))
      for (const [index, { text }] of [...lines.entries()].reverse()) expect(opened.text(index)).toBe(text)
    }),
    { numRuns: 500 },
  )
})

test('LYR-07 English takes a byte a character, Japanese two, and what is very long is compressed', () => {
  const lines = (text: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({ startSeconds: index, endSeconds: index + 0.9, text }))
  const size = (text: string, count: number) => packCues(lines(text, count)).length
  expect(size('Good night, my dear.', 100)).toBeLessThan(100 * 27)
  expect(size('おやすみなさい。', 100)).toBeLessThan(100 * 23)
  expect(size('おやすみなさい。', 20_000)).toBeLessThan(200_000)
  expect(unpackCues(packCues(lines('おやすみ', 20_000)))).toEqual(lines('おやすみ', 20_000))
})
