import { expect, test } from 'vitest'

import { longTail, ndcgAt, recallAt } from './ranking-quality.ts'

test('recall is the share of wanted items among the first', () => {
  expect(recallAt(3, [5, 1, 2, 9], new Set([1, 9]))).toBe(1 / 2)
  expect(recallAt(4, [5, 1, 2, 9], new Set([1, 9]))).toBe(1)
  expect(recallAt(2, [], new Set([1]))).toBe(0)
})

test('NDCG counts a hit less the later it comes, relative to the best possible order', () => {
  // Hits at positions 2 and 3 of three: (1/log2(3) + 1/log2(4)) / (1 + 1/log2(3)).
  expect(ndcgAt(3, [7, 1, 2], new Set([1, 2]))).toBeCloseTo((0.63093 + 0.5) / (1 + 0.63093), 5)
  expect(ndcgAt(3, [1, 2, 7], new Set([1, 2]))).toBe(1)
  expect(ndcgAt(1, [7, 1], new Set([1]))).toBe(0)
})

test('NDCG is 1 if every position is a hit, even if more items are wanted', () => {
  expect(ndcgAt(2, [1, 2], new Set([1, 2, 3]))).toBe(1)
})

test('the long tail is everything but the most popular fifth', () => {
  const listeners = new Map([
    [3, 9],
    [4, 9],
    [5, 1],
  ])
  expect(longTail([1, 2, 3, 4, 5], listeners)).toEqual(new Set([1, 2, 4, 5]))
})
