import { progresses } from '@otodana/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { parseSearch } from '#lib/navigation/search-params.ts'

import {
  favouritesHref,
  favouritesMode,
  favouritesPage,
  favouriteSorts,
  orderOf,
  type FavouritesMode,
} from './favourites-search.ts'

test('NAV-01 each path below /favourites is a mode, and nothing else is', () => {
  expect(favouritesMode(undefined)).toEqual({ mode: 'review' })
  expect(favouritesMode('folder')).toEqual({ mode: 'folder' })
  expect(favouritesMode('progress')).toEqual({ mode: 'progress', progress: 'listening' })
  for (const progress of progresses) expect(favouritesMode(progress)).toEqual({ mode: 'progress', progress })
  for (const other of ['', 'review', 'Marked', 'constructor', '__proto__']) expect(favouritesMode(other)).toBeNull()
})

const aMode: fc.Arbitrary<FavouritesMode> = fc.oneof(
  fc.constant<FavouritesMode>({ mode: 'review' }),
  fc.constant<FavouritesMode>({ mode: 'folder' }),
  fc.constantFrom(...progresses).map((progress): FavouritesMode => ({ mode: 'progress', progress })),
)

test('REV-03 a screen is what its address says', () => {
  fc.assert(
    fc.property(aMode, fc.constantFrom(...favouriteSorts), fc.integer({ min: 1, max: 999_999 }), (mode, sort, page) => {
      const url = new URL(favouritesHref({ ...mode, sort, page }), 'http://x')
      const found = favouritesMode(url.pathname.split('/')[2])
      expect(found).toEqual(mode)
      expect(favouritesPage(found!, parseSearch(url.search))).toEqual({ ...mode, sort, page })
    }),
  )
})

test('REV-03 what is wrong in an address counts as left out', () => {
  const mode = { mode: 'review' } as const
  for (const page of ['0', '-1', '1.5', 'x', '9999999', '', undefined, 2, {}]) {
    expect(favouritesPage(mode, { page, sort: 'price' })).toEqual({ mode: 'review', sort: 'updated_at', page: 1 })
  }
  expect(favouritesHref({ mode: 'review', page: 1, sort: 'updated_at' })).toBe('/favourites')
})

test('REV-03 the API is asked for each order in its own words', () => {
  expect(favouriteSorts.map(orderOf)).toEqual([
    { order: 'updated_at', sort: 'desc' },
    { order: 'updated_at', sort: 'asc' },
    { order: 'userRating', sort: 'desc' },
    { order: 'release', sort: 'desc' },
    { order: 'release', sort: 'asc' },
    { order: 'review_count', sort: 'desc' },
    { order: 'dl_count', sort: 'desc' },
    { order: 'nsfw', sort: 'asc' },
  ])
})
