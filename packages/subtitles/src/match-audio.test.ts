import { expect, test } from 'vitest'

import { matchAudio } from './index.ts'

const audio = (path: string, durationSeconds: number | null = 60) => ({ path, durationSeconds })
const of = (path: string, files: readonly ReturnType<typeof audio>[], durationSeconds = 59) =>
  matchAudio({ path, durationSeconds }, files)?.path ?? null

test('LYR-02 LYR-07 a subtitle belongs to the audio that it fits best', () => {
  const files = [audio('mp3/01 rain.mp3', 100), audio('mp3/02 moon.mp3'), audio('mp3/03 sea.mp3', 200)]
  expect(of('subtitles/02 moon.mp3.vtt', files)).toBe('mp3/02 moon.mp3')
})

test('LYR-07 of equals it is the one beside it, then the format that plays everywhere, then the first', () => {
  expect(of('wav/01.vtt', [audio('mp3/01.mp3'), audio('wav/01.wav')])).toBe('wav/01.wav')
  expect(of('text/01.vtt', [audio('flac/01.flac'), audio('mp3/01.mp3')])).toBe('mp3/01.mp3')
  expect(of('text/01.vtt', [audio('b/01.mp3'), audio('a/01.mp3')])).toBe('b/01.mp3')
})

test('LYR-07 the only recording is its, and of several that are nothing like it none', () => {
  expect(of('prologue.lrc', [audio('03_雨.mp3', 999)])).toBe('03_雨.mp3')
  expect(of('prologue.lrc', [audio('03_雨.mp3', 999), audio('04_風.mp3', 999)])).toBeNull()
  expect(of('prologue.lrc', [])).toBeNull()
})
