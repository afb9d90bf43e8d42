import { expect, test } from 'vitest'

import { currentOf } from './menu-places.ts'

test.each([
  ['/works', '/works', 'page'],
  ['/works', '/works/', 'page'],
  ['/works', '/work/RJ01000001', undefined],
  ['/favourites', '/favourites', 'page'],
  ['/favourites', '/favourites/progress', 'true'],
  ['/playlists', '/playlist', 'true'],
  ['/tags', '/', undefined],
  ['/tags', '/tagset', undefined],
] as const)('NAV-07 of the menu, %s is marked on %s as %s', (href, path, mark) => {
  expect(currentOf(href, path)).toBe(mark)
})
