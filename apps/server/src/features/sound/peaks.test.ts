import fc from 'fast-check'
import { expect, test } from 'vitest'

import { readSummary } from './measure-sound.ts'
import { createPeaks } from './peaks.ts'

test('ADM-01 however the bytes of a sound are cut, its peaks are the largest samples of its parts', () => {
  const samples = fc.array(fc.integer({ min: -32_768, max: 32_767 }), { minLength: 1, maxLength: 200 })
  fc.assert(
    fc.property(samples, fc.integer({ min: 1, max: 20 }), fc.array(fc.nat(400)), (values, count, cuts) => {
      const bytes = Buffer.from(new Int16Array(values).buffer)
      const peaks = createPeaks(values.length, count)
      const places = [0, ...cuts.filter((cut) => cut < bytes.length).toSorted((a, b) => a - b), bytes.length]
      places.slice(1).forEach((end, index) => peaks.add(bytes.subarray(places[index], end)))
      const expected = Array.from({ length: count }, (_, part) =>
        values
          .filter((_, index) => Math.floor((index * count) / values.length) === part)
          .reduce((most, value) => Math.max(most, Math.abs(value)), 0),
      )
      expect([...peaks.toBytes()]).toEqual(expected.map((peak) => Math.round((peak / 32_768) * 255)))
    }),
  )
})

test('ADM-01 sound that is longer than was said counts for the last peak, one that is shorter leaves silence', () => {
  const longer = createPeaks(2, 2)
  longer.add(Buffer.from(new Int16Array([100, 200, 32_767]).buffer))
  expect([...longer.toBytes()]).toEqual([1, 255])
  const shorter = createPeaks(4, 2)
  shorter.add(Buffer.from(new Int16Array([-32_768]).buffer))
  expect([...shorter.toBytes()]).toEqual([255, 0])
})

test('ADM-01 ebur128’s report is read; silence has no loudness, and a file’s own text is no report', () => {
  const report = (loudness: string, peak: string) =>
    `    title : I: -1.0 LUFS\n  Integrated loudness:\n    I:         ${loudness} LUFS\n    Threshold: -28.0 LUFS\n` +
    `  True peak:\n    Peak:       ${peak} dBFS\n`
  expect(readSummary(report('-18.2', '-1.1'))).toEqual({ loudness: -18.2, truePeak: -1.1 })
  expect(readSummary(report('-70.0', '-inf'))).toEqual({ loudness: null, truePeak: null })
  expect(readSummary('nothing of the kind')).toEqual({ loudness: null, truePeak: null })
})
