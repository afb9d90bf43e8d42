import fc from 'fast-check'
import { expect, test } from 'vitest'

import { someCues } from '../../test/a-subtitle.ts'
import { cueChangeAfter, cueIndexAt } from './cue.ts'
import { guessLanguage } from './language.ts'

test('LYR-04 the current line is the latest one that has started and not ended', () => {
  fc.assert(
    fc.property(someCues, fc.double({ min: 0, max: 10_000, noNaN: true }), (cues, seconds) => {
      const oracle = cues.findLastIndex((cue) => cue.startSeconds <= seconds && seconds < cue.endSeconds)
      expect(cueIndexAt(cues, seconds)).toBe(oracle)
    }),
  )
})

test('LYR-04 the current line stays the same until cueChangeAfter, and differs from then on', () => {
  fc.assert(
    fc.property(someCues, fc.double({ min: 0, max: 10_000, noNaN: true }), (cues, seconds) => {
      const change = cueChangeAfter(cues, seconds)
      const index = cueIndexAt(cues, seconds)
      expect(change).toBeGreaterThan(seconds)
      if (change === Infinity) expect(seconds).toBeGreaterThanOrEqual(cues.at(-1)!.endSeconds)
      else expect(cueIndexAt(cues, change)).not.toBe(index)
      expect(cueIndexAt(cues, Math.min(change, seconds + 1e6) - 1e-6)).toBe(index)
    }),
  )
})

test('LYR-04 a line returns when a later one that overlapped it has ended', () => {
  const cues = [
    { startSeconds: 0, endSeconds: 10, text: 'long' },
    { startSeconds: 2, endSeconds: 3, text: 'short' },
  ]
  expect([-1, 0, 2, 3, 10].map((seconds) => cueIndexAt(cues, seconds))).toEqual([-1, 0, 1, 0, -1])
})

test.each([
  ['今夜は雨の音を聞きながら', 'ja'],
  ['今晚听着雨声，慢慢地睡吧。「ゆめ」', 'zh'],
  ['오늘 밤은 빗소리를 들으면서', 'ko'],
  ['Listen to the rain, 雨', null],
  ['♪', null],
] as const)('the script of %s gives %s', (text, language) => {
  expect(guessLanguage([{ startSeconds: 0, endSeconds: 1, text }])).toBe(language)
})
