import { setImmediate } from 'node:timers/promises'

import { createCatalogue } from '@otodana/catalogue'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { CatalogueUpdate } from '#features/catalogue/index.ts'

import { createSongCounts } from './song-counts.ts'

/** Works 1 to n with these numbers of songs, and what is read of them; each was stored at 10. NaN: the work is gone. */
function aLibrary(songs: number[], onRead?: () => void) {
  const index = createCatalogue({ passesUnrated: true })
  const add = (id: number) =>
    index.apply({
      kind: 'work',
      work: {
        id,
        code: `RJ${String(id).padStart(8, '0')}`,
        title: 'x',
        otherTitles: [],
        circleId: 1,
        seriesId: null,
        staffIds: [],
        voiceActorIds: [],
        tagIds: [],
        weakTagIds: [],
        releaseDay: null,
        createDay: 0,
        salesCount: 0,
        price: 0,
        rateAverage: 0,
        reviewCount: 0,
        durationSeconds: 0,
        age: 'general' as const,
        language: 'JPN',
        hasSubtitle: false,
        subtitleLanguages: [],
        originalCode: null,
        editionCodes: [],
      },
    })
  for (const at of songs.keys()) add(at + 1)
  const listeners: ((update: CatalogueUpdate) => void)[] = []
  const reads: number[][] = []
  const storedAt = songs.map(() => 10)
  const counts = createSongCounts({
    catalogue: { index, onChange: (listener) => void listeners.push(listener) },
    read: (ids) => {
      reads.push([...ids])
      onRead?.()
      const there = ids.filter((id) => !Number.isNaN(songs[id - 1]))
      return Promise.resolve(
        new Map(there.map((id) => [id, { count: songs[id - 1]!, updatedAtMs: storedAt[id - 1]! }])),
      )
    },
  })
  const change = (workIds: number[], isReload = false) => {
    for (const listener of listeners) listener({ workIds: new Set(workIds), namesChanged: false, isReload })
  }
  return { counts, reads, change, index, add, storedAt, ids: songs.map((_, at) => at + 1) }
}

/** The songs of a stretch, as `work:song`. */
function songsOf(songs: number[], { workIds, skipped }: { workIds: number[]; skipped: number }, limit: number) {
  const all = workIds.flatMap((id) => Array.from({ length: songs[id - 1] ?? 0 }, (_, song) => `${id}:${song}`))
  return all.slice(skipped, skipped + limit)
}

test('SUBS-05 a stretch of songs is found however it is asked for, and no song is listed twice or left out', async () => {
  const numbers = fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(numbers, fc.nat(100), fc.integer({ min: 1, max: 20 }), async (songs, offset, limit) => {
      const { counts, ids } = aLibrary(songs)
      const all = songsOf(songs, { workIds: ids, skipped: 0 }, 1_000).slice(offset, offset + limit)
      const asked = () => counts.stretchOfAll(offset, limit)
      expect(songsOf(songs, await counts.stretch(ids, offset, limit), limit)).toEqual(all)
      expect(songsOf(songs, await asked(), limit)).toEqual(all)
      // All are counted by now, and pages are looked up instead.
      await setImmediate()
      expect(songsOf(songs, await asked(), limit)).toEqual(all)
    }),
    { numRuns: 200 },
  )
})

test('SUBS-05 counts are read once, and again after a change', async () => {
  const songs = [3, 0, 2]
  const { counts, reads, change } = aLibrary(songs)
  expect(await counts.of([1, 2, 3])).toEqual([3, 0, 2])
  expect(await counts.of([3, 1])).toEqual([2, 3])
  expect(reads).toEqual([[1, 2, 3]])
  songs[2] = 4
  change([3])
  expect(await counts.of([1, 3])).toEqual([3, 4])
  expect(reads).toEqual([[1, 2, 3], [3]])
  counts.note(1, 7)
  expect(await counts.of([1])).toEqual([7])
  change([], true)
  expect(await counts.of([1])).toEqual([3])
})

test('SUBS-05 songs are counted again where a work was stored since, and not before', async () => {
  const songs = [3, 5]
  const { counts, reads, change, storedAt } = aLibrary(songs)
  const asOf = async (first: number) => [
    ...(await counts.asOf([
      { workId: 1, updatedAtMs: first },
      { workId: 2, updatedAtMs: 10 },
    ])),
  ]
  await counts.of([1])
  expect(await asOf(10)).toEqual([
    [1, 3],
    [2, 5],
  ])
  expect(reads).toEqual([[1], [2]])
  songs[0] = 4
  storedAt[0] = 11
  expect(await asOf(10)).toContainEqual([1, 3])
  expect(await asOf(11)).toContainEqual([1, 4])
  expect(await asOf(11)).toContainEqual([1, 4])
  expect(reads).toEqual([[1], [2], [1]])
  songs[1] = 6
  change([2])
  expect(await asOf(11)).toContainEqual([2, 6])
})

test('SUBS-05 what changed while it was read is not kept', async () => {
  const songs = [1]
  const { counts, change } = aLibrary(songs)
  const reading = counts.of([1])
  songs[0] = 2
  change([1])
  await reading
  expect(await counts.of([1])).toEqual([2])
})

test('SUBS-05 no song is left out between pages when files have changed and the catalogue has not', async () => {
  const songs = [2, 2, 2]
  const { counts, storedAt } = aLibrary(songs)
  await counts.stretchOfAll(0, 2)
  await setImmediate()
  expect(await counts.stretchOfAll(4, 2)).toEqual({ workIds: [3], skipped: 0 })
  songs[0] = 3
  storedAt[0] = 11
  // As a page of songs does that has the first work.
  await counts.asOf([{ workId: 1, updatedAtMs: 11 }])
  counts.note(1, 3)
  expect(await counts.stretchOfAll(4, 2)).toEqual({ workIds: [2, 3], skipped: 1 })
})

test('SUBS-05 a page is right whatever has changed since the ones before it', async () => {
  const anyChange = fc.record({ work: fc.nat(19), songs: fc.nat(4), how: fc.constantFrom('change', 'note', 'asOf') })
  const anyPage = fc.record({ offset: fc.nat(60), limit: fc.integer({ min: 1, max: 20 }) })
  const anySteps = fc.array(fc.oneof(anyChange, anyPage), { maxLength: 12 })
  const anySongs = fc.array(fc.nat(4), { minLength: 20, maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(anySongs, anySteps, async (songs, steps) => {
      const { counts, change, storedAt, ids } = aLibrary(songs)
      for (const step of steps) {
        if ('how' in step) {
          const { work, how } = step
          songs[work] = step.songs
          storedAt[work]! += 1
          if (how === 'change') change([work + 1])
          else if (how === 'note') counts.note(work + 1, step.songs)
          else await counts.asOf([{ workId: work + 1, updatedAtMs: storedAt[work]! }])
          continue
        }
        const { offset, limit } = step
        const expected = songsOf(songs, { workIds: ids, skipped: 0 }, 1_000).slice(offset, offset + limit)
        expect(songsOf(songs, await counts.stretchOfAll(offset, limit), limit)).toEqual(expected)
      }
    }),
    { numRuns: 300 },
  )
})

test('SUBS-05 works that come and go move the pages after them', async () => {
  const songs = [2, 2, 2, 2]
  const { counts, index, add, change } = aLibrary(songs)
  expect(await counts.stretchOfAll(6, 2)).toEqual({ workIds: [4], skipped: 0 })
  index.apply({ kind: 'workRemoved', id: 2 })
  change([2])
  expect(await counts.stretchOfAll(4, 2)).toEqual({ workIds: [4], skipped: 0 })
  songs[4] = 3
  add(5)
  change([5])
  expect(await counts.stretchOfAll(6, 2)).toEqual({ workIds: [5], skipped: 0 })
  // As it is between a change of the catalogue and the news of it.
  index.apply({ kind: 'workRemoved', id: 1 })
  expect(await counts.stretchOfAll(0, 2)).toEqual({ workIds: [3], skipped: 0 })
})

test('SUBS-05 pages in a row count what they have, and a late page all before it', async () => {
  const songs = Array.from({ length: 1_000 }, () => 1)
  const { counts, reads } = aLibrary(songs)
  const counted = () => reads.flat().length
  await counts.stretchOfAll(0, 10)
  expect(counted()).toBeLessThanOrEqual(400)
  expect(await counts.stretchOfAll(990, 20)).toMatchObject({ workIds: songs.map((_, at) => at + 1).slice(990) })
  expect(reads.flat().toSorted((a, b) => a - b)).toEqual(songs.map((_, at) => at + 1))
})

test('SUBS-05 a page comes while works change all the time', async () => {
  const songs = Array.from({ length: 1_000 }, () => 1)
  const { counts, change } = aLibrary(songs, () => change([1_000]))
  expect(await counts.stretchOfAll(400, 10)).toEqual({
    workIds: Array.from({ length: 10 }, (_, at) => at + 401),
    skipped: 0,
  })
})

test('SUBS-05 counts that are forgotten while others are read are not taken for none', async () => {
  const { counts, change } = aLibrary([2, 2, 2])
  await counts.of([1])
  const reading = counts.of([1, 2, 3])
  change([1])
  expect(await reading).toEqual([2, 2, 2])
})

test('SUBS-05 a work that is gone has no songs', async () => {
  const { counts } = aLibrary([2, Number.NaN])
  expect(await counts.of([1, 2])).toEqual([2, 0])
})
