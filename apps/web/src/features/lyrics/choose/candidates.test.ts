import { expect, test } from 'vitest'

import { chosenCandidate, fitOf, rankCandidates } from './candidates.ts'
import { readBytes } from '../files/read-subtitle.ts'
import type { SubtitleFile } from '../files/subtitle-files.ts'

const file = (id: string, name: string, belonging: SubtitleFile['belonging'] = 'open'): SubtitleFile => ({
  id,
  name,
  folder: [],
  source: { url: '' },
  belonging,
  similarity: 0,
})
const lasting = (seconds: number) => readBytes(new TextEncoder().encode(`0:0 --> 0:${seconds}\na`), 'a.vtt')
const broken = readBytes(new Uint8Array([1, 2, 3]), 'a.lrc')
const audio = { name: 'rain.mp3', durationSeconds: 50 }

test('LYR-02 a file that is broken or not read yet takes nothing from the others', () => {
  const files = [file('1', 'rain.lrc'), file('2', 'wind.srt'), file('3', 'rain.ass'), file('4', 'rain.srt')]
  const readings = new Map([
    ['1', broken],
    ['2', lasting(49)],
    ['3', lasting(48)],
  ])
  const ranked = rankCandidates(audio, files, readings, [])
  expect(ranked.map(({ id, confidence }) => [id, confidence.toFixed(3)])).toEqual([
    ['3', '0.972'],
    ['2', '0.761'],
    ['1', '0.300'],
  ])
  expect(ranked.at(-1)?.reading.problem).toBe('noCues')
})

test('LYR-02 LYR-03 what the listener opens is sure, goes first and is shown; what they chose before stays', () => {
  const files = [file('1', 'rain.lrc')]
  const readings = new Map([['1', lasting(50)]])
  const opened = [
    { id: 'opened/2', name: 'rain.srt', reading: broken },
    { id: 'opened/1', name: 'other.srt', reading: lasting(10) },
  ]
  const ranked = rankCandidates(audio, files, readings, opened)
  expect(ranked.map(({ id, confidence }) => [id, confidence])).toEqual([
    ['opened/1', 1],
    ['1', 1],
    ['opened/2', 0],
  ])
  expect(chosenCandidate(ranked, undefined)?.id).toBe('opened/1')
  expect(chosenCandidate(ranked, '1')?.id).toBe('1')
})

test('LYR-03 below 0.8 nothing is shown until it is chosen, and a choice that is gone is none', () => {
  const ranked = rankCandidates(audio, [file('1', 'wind.lrc')], new Map([['1', lasting(50)]]), [])
  expect(chosenCandidate(ranked, undefined)).toBeNull()
  expect(chosenCandidate(ranked, '9')).toBeNull()
  expect(chosenCandidate(ranked, '1')?.id).toBe('1')
})

test('LYR-02 without the audio’s length only the name counts', () => {
  const ranked = rankCandidates(
    { name: 'rain.mp3', durationSeconds: null },
    [file('1', 'rain.lrc')],
    new Map([['1', lasting(50)]]),
    [],
  )
  expect(ranked[0]?.confidence).toBeCloseTo(0.3)
})

test('LSB-05 LYR-03 a subtitle on this device is as sure as any other, and shown without asking where it is sure enough', () => {
  const local = { id: 4, packageId: 1, path: 'RJ1/rain.srt', name: 'rain.srt', content: new Uint8Array() }
  const files = [file('1', 'wind.lrc'), { ...file('local/4', 'rain.srt'), source: { local } }]
  const readings = new Map([
    ['1', lasting(50)],
    ['local/4', lasting(50)],
  ])
  const ranked = rankCandidates(audio, files, readings, [])
  expect(ranked.map(({ id, confidence, isLocal }) => [id, confidence, isLocal])).toEqual([
    ['local/4', 1, true],
    ['1', expect.closeTo(0.775), false],
  ])
  expect(chosenCandidate(ranked, undefined)?.id).toBe('local/4')
})

test('LYR-02 LYR-03 a track’s own is sure whatever its length, one that cannot be read is not, and another’s is never chosen', () => {
  const files = [file('1', 'rain.lrc', 'own'), file('2', 'rain.srt', 'own'), file('3', 'wind.lrc', 'another')]
  const readings = new Map([
    ['1', broken],
    ['2', lasting(10)],
    ['3', lasting(50)],
  ])
  const ranked = rankCandidates(audio, files, readings, [])
  expect(ranked.map(({ id, confidence, isAnothers }) => [id, confidence, isAnothers])).toEqual([
    ['2', 1, false],
    ['1', expect.closeTo(0.3), false],
    ['3', 0, true],
  ])
  expect(chosenCandidate(ranked, undefined)?.id).toBe('2')
  expect(chosenCandidate(ranked.slice(2), undefined)).toBeNull()
  // A manual choice is allowed.
  expect(chosenCandidate(ranked, '3')?.id).toBe('3')
})

test('LYR-12 how a subtitle fits is said in words, and those of other tracks come last, also among those that do not match', () => {
  const files = [
    file('1', 'wind.lrc', 'another'),
    file('2', '別.lrc'),
    file('3', 'wind.srt'),
    file('4', 'rain.srt', 'own'),
    file('5', 'storm.lrc', 'another'),
  ]
  const readings = new Map([
    ['1', lasting(50)],
    ['2', lasting(10)],
    ['3', lasting(49)],
    ['4', lasting(50)],
    ['5', lasting(50)],
  ])
  const opened = [{ id: 'opened/1', name: 'mine.srt', reading: lasting(50) }]
  expect(rankCandidates(audio, files, readings, opened).map((one) => [one.id, fitOf(one)])).toEqual([
    ['opened/1', 'opened'],
    ['4', 'fits'],
    ['3', 'mayFit'],
    ['2', 'hardlyFits'],
    ['1', 'anothers'],
    ['5', 'anothers'],
  ])
})
