import { expect, test } from 'vitest'

import { aTag, aWork } from '#test/a-work.ts'

import { createFinder } from './find-kept.ts'

const rain = aWork({ id: 1, source_id: 'RJ00000001', title: '雨〜の夜', duration: 3_600, age_category_string: 'adult' })
const sea = aWork({
  id: 2,
  source_id: 'RJ00000002',
  title: 'ＳＥＡ side',
  duration: 600,
  price: 0,
  release: '2025-03-04',
  vas: [{ id: 'a', name: '林 一' }],
  tags: [aTag({ id: 5, name: '焚き火', english: 'Campfire' })],
  age_category_string: 'general',
  work_attributes: '',
})
const unrated = aWork({
  id: 3,
  source_id: 'VJ000003',
  title: 'Unrated',
  duration: 3_000,
  age_category_string: 'adult',
  work_attributes: 'unrated',
  tags: [{ ...aTag({ id: 6, name: 'weak' }), voteStatus: 2 }],
})
const find = createFinder([rain, sea, unrated])

test.each([
  ['', [1, 2, 3]],
  ['雨~の', [1]],
  ['sea', [2]],
  ['RJ0000000', [1, 2]],
  ['林一', [2]],
  ['$va:林一$', [2]],
  ['campfire', [2]],
  ['$tag:Campfire$', [2]],
  ['$-tag:Campfire$', [1, 3]],
  ['$tag:camp$', []],
  ['weak', [3]],
  ['$tag:weak$', []],
  ['$tagw:weak$', [3]],
  ['雨 $duration:20m$ $price:1000$', [1]],
  ['$-duration:20m$', [2]],
  ['$release:2025-03$ $-release:2025-04$', [2]],
  ['$age:general$', [2]],
  ['$age:unrated$', [3]],
  ['$-age:adult$ unrated', []],
  ['$rate:high$', []],
])('OFF-22 the search language finds kept works by %s', (keyword, ids) => {
  expect([...find(keyword)]).toEqual(ids)
})
