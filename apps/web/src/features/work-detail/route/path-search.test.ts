import { expect, test } from 'vitest'

import { pathSearch } from './path-search.ts'

test('WRK-05 a path names the folders to one, as the address or the router has it; the root is one too', () => {
  expect(pathSearch({ path: '["mp3","本編"]' })).toEqual({ path: ['mp3', '本編'] })
  expect(pathSearch({ path: ['mp3', '本編'] })).toEqual({ path: ['mp3', '本編'] })
  expect(pathSearch({ path: '[]' })).toEqual({ path: [] })
})

test('WRK-05 whatever else stands in the address is no path, and said to be none', () => {
  const deep = Array.from({ length: 300 }, () => 'x')
  for (const path of [
    'abc',
    '',
    '1',
    'null',
    '[1]',
    '{}',
    '"x"',
    '[[]]',
    '%',
    JSON.stringify(deep),
    deep,
    1,
    null,
    {},
  ]) {
    expect(pathSearch({ path }), JSON.stringify(path)).toStrictEqual({ path: undefined })
  }
  expect(pathSearch({ path: ['x'.repeat(1_001)] })).toStrictEqual({ path: undefined })
  expect(pathSearch({})).toStrictEqual({ path: undefined })
})
