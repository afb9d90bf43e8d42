import { expect, test } from 'vitest'

import { matchingRecent, MAX_RECENT, withRecent } from './recent-searches.ts'

test('SRC-25 the latest search is first, each is kept once, and only a few are', () => {
  expect(withRecent(['sea', 'rain'], 'Rain')).toEqual(['Rain', 'sea'])
  expect(withRecent(['sea'], '')).toEqual(['sea'])
  expect(withRecent(['sea'], 'x'.repeat(2_001))).toEqual(['sea'])
  const many = Array.from({ length: 20 }, (_, at) => `w${at}`).reduce(withRecent, [])
  expect(many).toHaveLength(MAX_RECENT)
  expect(many[0]).toBe('w19')
})

test('SRC-25 while typing only matching searches are offered', () => {
  const all = ['rain roof', '$tag:Rain$', 'sea', 'RAIN 1', 'rain 2']
  expect(matchingRecent(all, ' ')).toEqual(all)
  expect(matchingRecent(all, 'ｒain')).toEqual(['rain roof', '$tag:Rain$', 'RAIN 1'])
})
