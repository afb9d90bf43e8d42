import { expect, test } from 'vitest'

import { findTrack } from './find-track.ts'

const tracks = [
  { path: '本編/01 雨.mp3', durationSeconds: 600 },
  { path: '特典/01 雨.mp3', durationSeconds: 120 },
  { path: '特典/ＭＣ.flac', durationSeconds: null },
]

test.each([
  ['01 雨.mp3', 0, '本編/01 雨.mp3'],
  ['01 雨.mp3', 118, '特典/01 雨.mp3'],
  ['特典/01 雨.mp3', 600, '特典/01 雨.mp3'],
  ['01 雨', 119.5, '特典/01 雨.mp3'],
  ['01 雨.WAV', 599, '本編/01 雨.mp3'],
  ['mc.flac', 10, '特典/ＭＣ.flac'],
  ['雨.mp3', 600, null],
  ['.', 600, null],
  ['/', 600, null],
  ['01 雨.mp3\0', 600, null],
])('LYR-11 a client’s %j of %d s is %s', (name, seconds, path) => {
  expect(findTrack(tracks, name, seconds)?.path ?? null).toBe(path)
})
