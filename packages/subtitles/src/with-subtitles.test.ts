import fc from 'fast-check'
import { expect, test } from 'vitest'

import { nameSimilarity } from './match.ts'
import { nameKey } from './match.ts'
import { withSubtitles } from './with-subtitles.ts'

function marked(audio: Record<string, number | null>, ...subtitles: string[]): string[] {
  const files = Object.entries(audio).map(([path, durationSeconds]) => ({ path, durationSeconds }))
  return [...withSubtitles(files, [...Object.keys(audio), ...subtitles])].map(({ path }) => path).sort()
}

test.each([
  ['01 雨.lrc'],
  ['01 雨.mp3.vtt'],
  ['０１　雨.SRT'],
  ['01 雨.ja.ass'],
  ['01 雨.zh-CN.srt'],
  ['字幕/01_雨.lrc'],
])('LYR-02 a track has subtitles where one has its name: %s', (subtitle) => {
  expect(marked({ '01 雨.mp3': 60, '02 雨.mp3': 60 }, subtitle)).toEqual(['01 雨.mp3'])
})

test('LYR-02 of tracks of one name the closest one has the subtitle, and its other formats', () => {
  const audio = { '本編/mp3/01.mp3': 60, '本編/wav/01.wav': 60.04, '特典/01.mp3': 300 }
  const main = ['本編/mp3/01.mp3', '本編/wav/01.wav']
  expect(marked(audio, '本編/mp3/01.lrc')).toEqual(main)
  expect(marked(audio, '本編/字幕/01.lrc')).toEqual(main)
  expect(marked(audio, '特典/01.lrc')).toEqual(['特典/01.mp3'])
  // It may be either one's.
  expect(marked(audio, '字幕/01.lrc')).toHaveLength(3)
  expect(marked(audio, '本編/mp3/01.lrc', '本編/mp3/01.zh.lrc', '特典/01.vtt')).toHaveLength(3)
  expect(marked({ 'a/01.mp3': null, 'b/01.mp3': null }, 'a/01.lrc')).toEqual(['a/01.mp3'])
})

test('LYR-02 no subtitle, no name: nothing is marked', () => {
  expect(marked({ '01.mp3': 60 })).toEqual([])
  expect(marked({ '01.mp3': 60 }, '01.txt', '02.lrc')).toEqual([])
  expect(marked({ '！.mp3': 60, '？.mp3': 60 }, '？.lrc')).toEqual(['？.mp3'])
})

test('LYR-02 two names have one key exactly when they are wholly alike', () => {
  const name = fc.string({ unit: fc.constantFrom('0', '1', '雨', 'Ａ', 'a', ' ', '！', '.'), maxLength: 4 })
  fc.assert(
    fc.property(name, name, (a, b) => {
      const [audio, subtitle] = [`${a}.mp3`, `${b}.lrc`]
      expect(nameKey(audio) === nameKey(subtitle)).toBe(nameSimilarity(audio, subtitle) === 1)
    }),
  )
})

test('LYR-02 thousands of files of one name are told apart at once', () => {
  const folders = Array.from({ length: 10_000 }, (_, index) => `${index % 100}/${index}`)
  const audio = folders.map((folder, index) => ({ path: `${folder}/01.mp3`, durationSeconds: index * 10 }))
  const startedAt = performance.now()
  expect(
    withSubtitles(
      audio,
      folders.map((folder) => `${folder}/01.lrc`),
    ).size,
  ).toBe(10_000)
  expect(
    withSubtitles(
      audio,
      folders.map((_, index) => `subtitles/${index}/01.lrc`),
    ).size,
  ).toBe(10_000)
  expect(performance.now() - startedAt).toBeLessThan(5_000)
})
