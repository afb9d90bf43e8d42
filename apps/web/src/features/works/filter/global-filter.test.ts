import { MAX_KEYWORD_LENGTH, parseKeyword } from '@otodana/keyword'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { searchedTerms, withFilter } from './global-filter.ts'

test('LIB-11 without a filter a keyword stays as it is', () => {
  expect(withFilter('$va:open', '')).toBe('$va:open')
  expect(withFilter('', '')).toBe('')
})

test('LIB-11 a term that one leaves open does not go on in the other', () => {
  expect(parseKeyword(withFilter('rain', '$va:Blue Lantern'))).toEqual([
    ...parseKeyword('$va:Blue Lantern$'),
    ...parseKeyword('rain'),
  ])
})

test('LIB-11 whatever is searched, all of the filter is in it', () => {
  const piece = fc.constantFrom('$-age:adult$', '$tag:a', 'rain', '$', '$-', 'x'.repeat(60), '$va:b b$', '雨', ' ')
  fc.assert(
    fc.property(fc.array(piece), fc.array(piece, { maxLength: 8 }), (search, narrow) => {
      const keyword = withFilter(search.join(' '), narrow.join(' '))
      expect(parseKeyword(keyword)).toEqual(expect.arrayContaining(parseKeyword(narrow.join(' '))))
      expect(keyword.length).toBeLessThanOrEqual(MAX_KEYWORD_LENGTH)
    }),
  )
})

test('LIB-11 the number of searched terms is given where some are left out', () => {
  const words = (count: number) => Array.from({ length: count }, (_, at) => `w${at}`).join(' ')
  expect(searchedTerms(words(50), '')).toBeNull()
  expect(searchedTerms(words(51), '')).toBe(50)
  expect(searchedTerms(words(50), '$-age:adult$ $tag:a$')).toBe(48)
  expect(searchedTerms('x'.repeat(2_001), '')).toBe(1)
  expect(searchedTerms('x'.repeat(1_999), '$tag:a$')).toBe(0)
})
