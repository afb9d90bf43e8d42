import fc from 'fast-check'
import { expect, test } from 'vitest'

import { chapterIndexAt, findChapters, isLongList, nextChapterSeconds, previousChapterSeconds } from './chapters.ts'

const chapters = [
  { startSeconds: 0, title: '雨の音' },
  { startSeconds: 60, title: 'Ｗｉｎｄ in the Trees' },
  { startSeconds: 90, title: '' },
]

test('CHP-06 the chapter at a position is the last one that has begun', () => {
  expect([0, 59.9, 60, 1_000].map((seconds) => chapterIndexAt(chapters, seconds))).toEqual([0, 0, 1, 2])
  expect(chapterIndexAt(chapters.slice(1), 5)).toBe(-1)
  expect(chapterIndexAt([], 5)).toBe(-1)
})

test('CHP-07 previous leads to the start of a chapter, or from there to the one before', () => {
  expect(previousChapterSeconds(chapters, 70)).toBe(60)
  expect(previousChapterSeconds(chapters, 62)).toBe(0)
  expect(previousChapterSeconds(chapters, 1)).toBe(0)
  expect(previousChapterSeconds(chapters.slice(1), 30)).toBe(0)
  expect(previousChapterSeconds([], 30)).toBeNull()
})

test('CHP-07 next leads to the next chapter; after the last there is none', () => {
  expect(nextChapterSeconds(chapters, 0)).toBe(60)
  expect(nextChapterSeconds(chapters.slice(1), 0)).toBe(60)
  expect(nextChapterSeconds(chapters, 95)).toBeNull()
  expect(nextChapterSeconds([], 95)).toBeNull()
})

test('CHP-07 skipping forward passes every chapter, and skipping back ends at the start', () => {
  const starts = fc.uniqueArray(fc.integer({ min: 0, max: 5_000 }), { minLength: 2, maxLength: 30 })
  fc.assert(
    fc.property(starts, (seconds) => {
      const some = seconds.toSorted((a, b) => a - b).map((startSeconds) => ({ startSeconds, title: '' }))
      const passed: number[] = []
      for (let at: number | null = -1; at !== null; at = nextChapterSeconds(some, at)) if (at >= 0) passed.push(at)
      expect(passed).toEqual(some.map(({ startSeconds }) => startSeconds))
      let at = 6_000
      for (let skips = 0; at > 0 && skips < 60; skips++) at = previousChapterSeconds(some, at) ?? 0
      expect(at).toBe(0)
    }),
  )
})

test('CHP-08 chapters are found by words of their title in any width and case, or by their number', () => {
  const indexesOf = (text: string) => findChapters(chapters, text).map(({ index }) => index)
  expect(indexesOf('')).toEqual([0, 1, 2])
  expect(indexesOf('wind TREES')).toEqual([1])
  expect(indexesOf('雨')).toEqual([0])
  expect(indexesOf('3')).toEqual([2])
  expect(indexesOf('wind 3')).toEqual([])
})

test('CHP-08 only a list of more than twenty can be searched', () => {
  const some = (length: number) => Array.from({ length }, (_, at) => ({ startSeconds: at, title: '' }))
  expect([isLongList(some(20)), isLongList(some(21))]).toEqual([false, true])
})
