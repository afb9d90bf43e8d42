import type { SubtitlePage } from '@otodana/contract'
import { expect, test } from 'vitest'

import { linesOf } from './lines-of.ts'

test('LYR-07 lines are counted where all of them are known, and nowhere else', () => {
  const work = (lineCounts: number[], hasMore = false) =>
    ({ hasMore, matches: lineCounts.map((lineCount) => ({ lineCount })) }) as SubtitlePage['works'][number]
  const page = (works: SubtitlePage['works'], more: Partial<SubtitlePage> = {}): SubtitlePage => ({
    works,
    pagination: { currentPage: 1, page: 1, pageSize: 20, totalCount: works.length },
    isExact: true,
    isPartial: false,
    ignored: [],
    index: { state: 'ready', progress: 1 },
    ...more,
  })
  expect(linesOf(page([work([3, 40]), work([1])]))).toBe(44)
  expect(linesOf(page([work([3]), work([1], true)]))).toBeNull()
  expect(linesOf(page([work([3])], { isExact: false }))).toBeNull()
  expect(linesOf(page([work([3])], { isPartial: true }))).toBeNull()
  expect(linesOf(page([work([3])], { pagination: { currentPage: 1, page: 1, pageSize: 1, totalCount: 2 } }))).toBeNull()
})
