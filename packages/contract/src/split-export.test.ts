import fc from 'fast-check'
import { expect, test } from 'vitest'

import { AccountExport } from './account-export.ts'
import { MAX_PLAYLISTS } from './playlists.ts'
import { splitExport } from './split-export.ts'

const at = fc.constantFrom('2025-01-01T00:00:00Z', '2026-01-01T00:00:00Z')
const exports = fc.record({
  reviews: fc.array(
    fc.record({
      code: fc.constantFrom('RJ01000001', 'RJ01000002'),
      userRating: fc.constant(null),
      review_text: fc.string({ unit: 'binary', maxLength: 200 }).map((text) => text.replaceAll('\0', '')),
      progress: fc.constant(null),
      updated_at: at,
    }),
  ),
  places: fc.array(
    fc.record({ seconds: fc.nat(9), at, device: fc.constant({ id: 'phone', name: 'Phone' }), path: fc.string() }),
  ),
  history: fc.array(
    fc.record({
      code: fc.constant('RJ01000001'),
      path: fc.string({ minLength: 1 }).map((text) => text.replaceAll('\0', '-')),
      day: fc.constant('2026-01-01'),
      device: fc.constant('0f3c2a10-5b1e-4c2d-8f6a-0123456789ab'),
      firstAt: at,
      lastAt: at,
      heardSeconds: fc.nat(9),
      seconds: fc.nat(9),
      durationSeconds: fc.constant(null),
    }),
  ),
  tagVotes: fc.array(fc.record({ code: fc.constant('RJ01000001'), tag: fc.string(), vote: fc.constant('up') })),
})

test('MOV-14 an export of any size becomes parts below the limits, which together are all of it', () => {
  fc.assert(
    fc.property(exports, fc.integer({ min: 2_500, max: 9_000 }), (given, maxBytes) => {
      const data = AccountExport.parse(given)
      const parts = splitExport(data, maxBytes, 7)
      for (const part of parts) {
        expect(new TextEncoder().encode(JSON.stringify({ isDryRun: false, data: part })).length).toBeLessThan(maxBytes)
      }
      expect(parts.flatMap(({ reviews }) => reviews)).toEqual(data.reviews)
      expect(parts.flatMap(({ tagVotes }) => tagVotes)).toEqual(data.tagVotes)
      expect(parts.flatMap(({ history }) => history)).toEqual(data.history)
      const places = parts.flatMap((part) => part.places)
      expect(places.map((place) => place?.at)).toEqual(
        data.places
          .map((place) => place?.at)
          .toSorted()
          .toReversed(),
      )
    }),
  )
})

test('MOV-14 playlists are split too: the two of the system come on top of a full account', () => {
  const list = { description: '', privacy: 0 as const, createdAt: '2026-01-01T00:00:00Z', works: [] }
  const own = Array.from({ length: MAX_PLAYLISTS + 2 }, (_, index) => ({ ...list, name: `List ${index}` }))
  const parts = splitExport({ reviews: [], places: [], history: [], playlists: { own, liked: [] }, tagVotes: [] })
  expect(parts.map((part) => AccountExport.parse(part).playlists.own.length)).toEqual([MAX_PLAYLISTS, 2])
})
