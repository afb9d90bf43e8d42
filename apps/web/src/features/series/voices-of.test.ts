import { expect, test } from 'vitest'

import { voicesOf } from './voices-of.ts'

const [a, b, c] = ['a', 'b', 'c'].map((name) => ({ id: name, name })) as [never, never, never]

test('SER-21 the voice actors of a series are listed once, those of most works first', () => {
  expect(voicesOf([])).toEqual([])
  expect(voicesOf([{ vas: [a, b] }, { vas: [c] }, { vas: [c] }])).toEqual([c, a, b])
})
