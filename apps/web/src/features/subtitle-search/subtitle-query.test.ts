import { MAX_SUBTITLE_QUERY_LENGTH } from '@otodana/contract'
import { expect, test } from 'vitest'

import { isQueryCut, subtitleQuery } from './subtitle-query.ts'

test.each([
  ['rain roof', 'rain roof', undefined],
  ['"so very very good" rain', '"so very very good" rain', undefined],
  ['"rain $tag:耳かき$ rain" $-age:adult$', '"rain rain"', '$tag:耳かき$ $-age:adult$'],
  ['$tag:a$ $tag:a$', '', '$tag:a$'],
  ['', '', undefined],
])('LYR-07 of %j the words are looked for in subtitles and the rest says where', (typed, query, keyword) => {
  expect(subtitleQuery(typed)).toEqual(keyword === undefined ? { query } : { query, keyword })
})

test('LYR-07 a quoted phrase may have more words than a keyword', () => {
  const phrase = `"${'a b '.repeat(40)}c"`
  expect(subtitleQuery(phrase).query).toBe(phrase)
  expect(isQueryCut(phrase)).toBe(false)
  const long = `$tag:a$ "${'a b '.repeat(400)}c"`
  expect([subtitleQuery(long).query.length, isQueryCut(long)]).toEqual([MAX_SUBTITLE_QUERY_LENGTH, true])
})
