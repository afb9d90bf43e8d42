import { expect, test } from 'vitest'

import { changedTags } from './change-tags.ts'

const none: ReadonlySet<string> = new Set()

test('EDT-31 tags are added once in any spelling, after those that are there, and removed by any of their names', () => {
  const tags = [{ name: '雨', en: 'Rain' }, { name: '囁き' }]
  expect(changedTags(tags, { add: ['ＡＳＭＲ', 'asmr', '雨'], removedKeys: none })).toEqual([...tags, 'ＡＳＭＲ'])
  expect(changedTags(tags, { add: ['鐘'], removedKeys: new Set(['雨', 'rain']) })).toEqual([{ name: '囁き' }, '鐘'])
  expect(changedTags(tags, { add: ['雨'], removedKeys: new Set(['雨']) })).toEqual([{ name: '囁き' }, '雨'])
  expect(changedTags(tags, { add: ['雨'], removedKeys: new Set(['x']) })).toBeNull()
  expect(changedTags([], { add: [], removedKeys: none })).toBeNull()
})

test('EDT-31 a work takes at most 200 tags', () => {
  const tags = Array.from({ length: 199 }, (_, at) => `tag ${at}`)
  expect(changedTags(tags, { add: ['one'], removedKeys: none })).toHaveLength(200)
  expect(changedTags(tags, { add: ['one', 'two'], removedKeys: none })).toBe('tooMany')
})
