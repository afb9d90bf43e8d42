import { expect, test } from 'vitest'

import { aTag, aWork } from '#test/a-work.ts'

import { changesOf } from './changes-of.ts'

const words = { tagName: ({ name }: { name: string }) => name, price: String, separator: ', ' }
const facts = {
  titles: {},
  staff: { scenario: [], illustration: [], music: [], other: [] },
  series: null,
  description: '',
  samples: [],
  hasPrice: false,
}

test('META-63 only fields that differ are changes, with what they are now', () => {
  const bare = aWork({ title: 'RJ01234567', tags: [], facts, rate_count: 0, release: '1970-01-01' })
  expect(changesOf(bare, bare, words)).toEqual([])
  const filled = aWork({
    tags: [aTag({ id: 1, name: '耳かき' }), aTag({ id: 2, name: '雨音' })],
    facts: {
      ...facts,
      series: { id: 1, name: '雨やどり', number: 2 },
      staff: { ...facts.staff, scenario: [{ id: 'a', name: '霧島つむぎ' }] },
      hasPrice: true,
    },
  })
  expect(changesOf(bare, filled, words)).toEqual([
    { field: 'title', value: '雨音と夜更かし' },
    { field: 'series', value: '雨やどり' },
    { field: 'staff', value: '霧島つむぎ' },
    { field: 'tags', value: '耳かき, 雨音' },
    { field: 'release', value: '2026-09-01' },
    { field: 'price', value: '1100' },
    { field: 'rating', value: '4.83 (90)' },
  ])
  expect(changesOf(filled, bare, words).find(({ field }) => field === 'tags')).toEqual({ field: 'tags', value: '' })
})
