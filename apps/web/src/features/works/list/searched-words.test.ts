import { parseKeyword, printTerm } from '@otodana/keyword'
import { expect, test } from 'vitest'

import { searchedWords } from './searched-words.ts'

test.each([
  ['rain roof $-age:adult$', 'rain roof'],
  ['$-tag:noisy$ $circle:Blue Lantern$ $va:A$', '$circle:Blue Lantern$'],
  ['$circle:Blue Lantern$ rain', 'rain'],
  ['$staff:Ito$', '$staff:Ito$'],
  ['$-age:adult$ $duration:20m$', null],
  ['雨'.repeat(70), `${'雨'.repeat(60)}…`],
])('SRC-12 the heading of %s', (keyword, words) => {
  expect(searchedWords(parseKeyword(keyword), printTerm)).toBe(words)
})
