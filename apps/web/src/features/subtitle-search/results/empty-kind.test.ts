import { expect, test } from 'vitest'

import { emptyKind } from './empty-kind.ts'

test('LYR-07 that there is no such page is said only where the results do end earlier', () => {
  const kindOf = (page: number, totalCount: number, isPartial: boolean, state: 'ready' | 'off' = 'ready') =>
    emptyKind(
      {
        works: [],
        pagination: { currentPage: page, page, pageSize: 20, totalCount },
        isExact: !isPartial,
        isPartial,
        ignored: [],
        index: { state, progress: 1 },
      },
      'rain',
    )
  expect(kindOf(1, 800, true)).toBe('partial')
  expect(kindOf(40, 800, true)).toBe('partial')
  expect(kindOf(41, 800, false)).toBe('pastEnd')
  expect(kindOf(1, 1, false)).toBe('none')
  expect(kindOf(1, 0, false)).toBe('none')
  expect(kindOf(1, 0, false, 'off')).toBe('off')
})

test('LYR-07 a query of symbols only is distinguished from one without results', () => {
  const kindOf = (query: string, ...words: string[]) =>
    emptyKind(
      {
        works: [],
        pagination: { currentPage: 1, page: 1, pageSize: 20, totalCount: 0 },
        isExact: true,
        isPartial: false,
        ignored: words.map((one) => ({ words: one, reason: 'signs' })),
        index: { state: 'ready', progress: 1 },
      },
      query,
    )
  expect(kindOf('♪', '♪')).toBe('signs')
  expect(kindOf('"♪ ♪" 😴 “”', '♪ ♪', '😴')).toBe('signs')
  expect(kindOf('♪ rain', '♪')).toBe('none')
  expect(kindOf('rain')).toBe('none')
})
