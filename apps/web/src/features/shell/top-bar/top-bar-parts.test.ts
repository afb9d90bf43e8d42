import { expect, test } from 'vitest'

import { hasBackArrow, hasSearchBox, isForAll } from './top-bar-parts.ts'

test.each(['/', '/works', '/works/', '/popular', '/recommend', '/favourites', '/favourites/folder', '/playlists'])(
  'NAV-06 there is no back arrow on %s',
  (path) => {
    expect(hasBackArrow(path)).toBe(false)
  },
)

test.each(['/work/RJ01000001', '/playlist', '/playlist/', '/circles', '/tags', '/settings', '/works/more'])(
  'NAV-06 there is a back arrow on %s',
  (path) => {
    expect(hasBackArrow(path)).toBe(true)
  },
)

test.each([
  ['/playlist', false],
  ['/playlist/', false],
  ['/playlist/1', false],
  ['/playlists', true],
  ['/works', true],
  ['/', true],
])('NAV-06 on %s there is a search box: %s', (path, has) => {
  expect(hasSearchBox(path)).toBe(has)
})

test('NAV-12 information about the operator is public, even of a closed library', () => {
  expect(['/about', '/debug', '/about/', '/works', '/aboutx', '/work/about'].map(isForAll)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ])
})
