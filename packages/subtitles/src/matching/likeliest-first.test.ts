import { expect, test } from 'vitest'

import { createMatcher, isSelectable, likeliestFirst, MAX_LISTED_SUBTITLES } from '../index.ts'

const listed = (audio: readonly string[], subtitles: readonly string[]) => {
  const tracks = audio.map((path) => ({ path, durationSeconds: 60 }))
  const files = subtitles.map((path) => ({ path, sizeBytes: 100 }))
  return likeliestFirst(createMatcher(tracks, subtitles), audio[0]!, files)
}

test('LYR-02 LYR-11 a track’s own subtitles come first; those of other tracks come last, in their order in the work, and are not selectable', () => {
  const files = listed(
    ['mp3/01 雨.mp3', 'mp3/02 風.mp3', 'mp3/03 雪.mp3'],
    ['字幕/03 雪.lrc', '字幕/02 風.lrc', '字幕/月.lrc', '字幕/01 雨.lrc', 'mp3/星.lrc'],
  )
  expect(files.map((file) => [file.path, file.belonging, isSelectable(file)])).toEqual([
    ['字幕/01 雨.lrc', 'own', true],
    ['mp3/星.lrc', 'open', false],
    ['字幕/月.lrc', 'open', false],
    ['字幕/03 雪.lrc', 'another', false],
    ['字幕/02 風.lrc', 'another', false],
  ])
})

test('LYR-11 beyond the maximum compared, subtitles in the track’s folder are preferred, and the list is limited', () => {
  const far = Array.from({ length: 1_000 }, (_, index) => `字幕/場面の${index}つ目.lrc`)
  const files = listed(['mp3/雨の降る夜.mp3', 'mp3/風.mp3'], [...far, 'mp3/雨降る夜.lrc'])
  expect(files).toHaveLength(MAX_LISTED_SUBTITLES)
  expect(files[0]).toMatchObject({ path: 'mp3/雨降る夜.lrc', belonging: 'open' })
  expect(isSelectable(files[0]!)).toBe(true)
})
