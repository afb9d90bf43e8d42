import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { cpuMs } from '../../test/cpu-time.ts'
import {
  AUTO_SELECT_CONFIDENCE,
  autoSelected,
  confidenceOf,
  durationCloseness,
  LEAST_SELECTABLE_SIMILARITY,
  nameSimilarity,
  sortCandidates,
} from './match.ts'

const name = fc.string({ unit: fc.constantFrom(...'0129ab.-_ 音声【】♪トラックmp3wav'), maxLength: 30 })
const seconds = fc.double({ min: 0, max: 20_000, noNaN: true })

describe('LYR-02 the similarity of names', () => {
  test.each([
    ['01 雨.mp3', '01 雨.mp3.vtt', 1],
    ['01 雨.mp3', '01 雨.lrc', 1],
    ['01 雨.mp3', '01_雨.WAV.srt', 1],
    ['０１「雨」.mp3', '01雨.ass', 1],
    ['01 雨.spx', '01 雨.eac3.lrc', 1],
    ['Track 1.flac', 'track1.LRC', 1],
    ['abcd.mp3', 'abcx.lrc', 0.75],
    ['1.mp3', '2.lrc', 0],
    ['♪.mp3', '♪.vtt', 1],
    ['♪.mp3', '♡.vtt', 0],
    // Comparing only letters and digits would leave nothing of a name that matches exactly.
    ['♪.mp3', '♪.mp3.vtt', 1],
  ])('%s and %s: %d', (audio, subtitle, similarity) => expect(nameSimilarity(audio, subtitle)).toBe(similarity))

  test('is between 0 and 1, symmetric, and 1 for the exact name plus .vtt', () => {
    fc.assert(
      fc.property(name, name, (a, b) => {
        const similarity = nameSimilarity(`${a}.mp3`, `${b}.lrc`)
        expect(similarity).toBeGreaterThanOrEqual(0)
        expect(similarity).toBeLessThanOrEqual(1)
        expect(nameSimilarity(`${b}.mp3`, `${a}.lrc`)).toBe(similarity)
        expect(nameSimilarity(a, `${a}.vtt`)).toBe(1)
      }),
    )
  })

  test('extremely long names are compared quickly', () => {
    const [audio, subtitle] = ['あ'.repeat(1_000_000), `${'い'.repeat(1_000_000)}.lrc`]
    // Comparing them entirely would take hours.
    expect(cpuMs(() => nameSimilarity(audio, subtitle))).toBeLessThan(1_000)
  })
})

describe('LYR-02 the closeness of durations', () => {
  test.each([
    [100, 100, 1],
    [100, 95, 0.95],
    [100, 94.9, 0],
    [90, 100, 0.9],
    [10, 5, 0.5],
    [100, 0, 0],
    [0, 100, 0],
    [Number.NaN, 100, 0],
    [100, Number.NaN, 0],
  ])('audio of %d s, subtitle of %d s: %d', (audio, subtitle, closeness) =>
    expect(durationCloseness(audio, subtitle)).toBe(closeness),
  )
})

test('LYR-02 confidence is three parts name and seven parts duration', () => {
  fc.assert(
    fc.property(name, name, seconds, seconds, (audio, subtitle, audioSeconds, subtitleSeconds) => {
      const confidence = confidenceOf(
        { name: `${audio}.mp3`, durationSeconds: audioSeconds },
        { name: `${subtitle}.lrc`, durationSeconds: subtitleSeconds },
      )
      const similarity = nameSimilarity(`${audio}.mp3`, `${subtitle}.lrc`)
      expect(confidence).toBeCloseTo(0.3 * similarity + 0.7 * durationCloseness(audioSeconds, subtitleSeconds), 12)
      if (similarity < LEAST_SELECTABLE_SIMILARITY) expect(confidence).toBeLessThan(AUTO_SELECT_CONFIDENCE)
    }),
  )
  expect(confidenceOf({ name: '1.mp3', durationSeconds: 100 }, { name: '1.lrc', durationSeconds: 98 })).toBeCloseTo(
    0.986,
  )
})

test('LYR-02 pushed subtitles come first, then higher confidence, then the original order', () => {
  const candidate = (id: string, confidence: number, isPushed = false) => ({ id, confidence, isPushed })
  const sorted = sortCandidates([candidate('a', 0.5), candidate('b', 1), candidate('c', 0.5), candidate('d', 1, true)])
  expect(sorted.map(({ id }) => id)).toEqual(['d', 'b', 'a', 'c'])
})

test('LYR-03 the first is selected from 0.8 on', () => {
  const chosen = (...confidences: number[]) =>
    autoSelected(confidences.map((confidence) => ({ confidence, isPushed: false })))
  expect([chosen(0.8), chosen(0.95, 0.9), chosen(0.7999), chosen()]).toEqual([0, 0, -1, -1])
})
