import { expect, test } from 'vitest'

import { requestOf } from './connect-lists.ts'
import { idOfSource } from './source-id.ts'

test('OFF-16 a search for subtitled works only is a list of its own, and is read as it is shown', () => {
  const all = { kind: 'search', words: '雨' } as const
  const subtitled = { ...all, isSubtitled: true } as const
  expect([idOfSource(all), idOfSource(subtitled)]).toEqual(['search/雨', 'subtitled/雨'])
  expect(requestOf(subtitled, 2)).toMatchObject({ subtitle: 1, page: 2 })
  expect(requestOf(all, 2).subtitle).toBeFalsy()
})
