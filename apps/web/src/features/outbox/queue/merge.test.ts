import { expect, test } from 'vitest'

import { nextOf } from './outcome.ts'
import { aQueue, deleted, entry, listed, moved, night, rain, rated, storm, voted } from './test/a-queue.ts'
import { isBehind, type Write } from './writes.ts'

test('OFF-42 of a rating the last value counts, on the base of the first', () => {
  const queue = aQueue(entry(rated(3, null)), entry(rated(1, 5, storm)), entry(rated(4, 3)))
  expect(queue.writes()).toEqual([rated(4, null), rated(1, 5, storm)])
})

test('OFF-42 rating, review and status of a work are one write, which keeps its place', () => {
  const queue = aQueue(entry(rated(3, null)), entry(listed(true)))
  queue.add(entry({ kind: 'review', work: rain, change: { review_text: 'Calm.' }, base: { review_text: null } }))
  expect(queue.writes()[0]).toMatchObject({
    change: { rating: 3, review_text: 'Calm.' },
    base: { rating: null, review_text: null },
  })
  expect(queue.writes()).toHaveLength(2)
})

test('OFF-42 what was taken back before it was tried is not sent', () => {
  expect(aQueue(entry(rated(3, 2)), entry(rated(2, 3))).writes()).toEqual([])
  expect(aQueue(entry(rated(2, 2))).writes()).toEqual([])
  expect(aQueue(entry(listed(true)), entry(listed(false))).writes()).toEqual([])
  expect(aQueue(entry(listed(false)), entry(listed(true))).writes()).toEqual([])
  const like = (isLiked: boolean) => entry({ kind: 'like', playlist: night, isLiked })
  expect(aQueue(like(true), like(false)).writes()).toEqual([])
})

test('OFF-42 of what was tried the opposite is sent, since the server may have it', () => {
  expect(aQueue(entry(listed(true), true), entry(listed(false))).writes()).toEqual([listed(false)])
  const rating = aQueue(entry(rated(3, 2), true), entry(rated(2, 3)))
  expect(rating.writes()).toEqual([rated(2, 2)])
  expect(rating.rows()[0]?.tried).toEqual([{ rating: 3 }])
  // Several times: the last one counts, and all of them may be on the server.
  rating.add(entry(rated(5, 2)))
  expect(rating.writes()).toEqual([rated(5, 2)])
})

test('OFF-42 what is merged has another key, so that it is not taken for the write before', () => {
  const queue = aQueue(entry(rated(3, null), true))
  const { key } = queue.rows()[0]!
  queue.add(entry(rated(4, 3)))
  expect(queue.rows()[0]?.key).not.toBe(key)
})

test('OFF-42 a work that is removed from a playlist is not moved there before', () => {
  const queue = aQueue(entry(moved(3)), entry(moved(1, storm)), entry(listed(false)))
  expect(queue.writes()).toEqual([moved(1, storm), listed(false)])
})

test('OFF-42 moves keep their order, and one right after another of the same work replaces it', () => {
  const queue = aQueue(entry(moved(3)), entry(moved(2)), entry(moved(1, storm)), entry(moved(4)))
  expect(queue.writes()).toEqual([moved(2), moved(1, storm), moved(4)])
  const tried = aQueue(entry(moved(3), true), entry(moved(2)))
  expect(tried.writes()).toEqual([moved(3), moved(2)])
})

test('OFF-42 works added to a playlist are added in the order of the last time', () => {
  const queue = aQueue(entry(listed(true)), entry(listed(true, storm)), entry(listed(false)), entry(listed(true)))
  expect(queue.writes()).toEqual([listed(true, storm), listed(true)])
})

test('OFF-42 a status by listening only advances, and new playlists are never merged', () => {
  const heard = (progress: 'listening' | 'listened') => entry({ kind: 'listened', work: rain, progress })
  expect(aQueue(heard('listening'), heard('listened'), heard('listening')).writes()).toMatchObject([
    { progress: 'listened' },
  ])
  const details = { name: 'Trip', description: '', privacy: 0 as const, locale: 'en' }
  const made = () => entry({ kind: 'creation', details, works: [] })
  expect(aQueue(made(), made()).writes()).toHaveLength(2)
})

test('OFF-44 a change of what was refused is sent again', () => {
  const queue = aQueue(entry(rated(3, null)), entry(listed(true)))
  for (const row of queue.rows()) {
    queue.change(row, (one) => ({
      ...one,
      isTried: true,
      state: 'refused',
      refusal: { status: 404, key: 'work.notFound', message: '', details: undefined },
    }))
  }
  expect(nextOf(queue.rows())).toBeUndefined()
  queue.add(entry(rated(4, null)))
  queue.add(entry(listed(true)))
  expect(queue.rows()).toMatchObject([
    { state: 'waiting', refusal: null, write: rated(4, null) },
    { state: 'waiting', refusal: null, write: listed(true) },
  ])
})

test('OFF-55 of the votes on a tag the last one counts, on the base of the first; those on other tags stay', () => {
  const other = { ...voted(1), tag: { id: 4, name: '夜' } } as Write
  expect(aQueue(entry(voted(1)), entry(other), entry(voted(2, 1))).writes()).toEqual([voted(2), other])
  expect(aQueue(entry(voted(1)), entry(voted(0, 1))).writes()).toEqual([])
  // The server may have it.
  expect(aQueue(entry(voted(1), true), entry(voted(0, 1))).writes()).toEqual([voted(0)])
})

test('OFF-55 of a playlist that is to be deleted nothing else is sent, and it is deleted once', () => {
  const other = { ...listed(true), playlist: { id: 'd', name: 'Day' } } as Write
  const queue = aQueue(entry(listed(true)), entry(moved(2)), entry(other), entry(deleted), entry(deleted))
  expect(queue.writes()).toEqual([other, deleted])
})

test('OFF-55 a removal from the history waits once for each day', () => {
  const unheard = (day: string): Write => ({ kind: 'unheard', work: rain, day })
  const queue = aQueue(...['2026-11-01', '2026-11-02', '2026-11-01'].map((day) => entry(unheard(day))))
  expect(queue.writes()).toEqual([unheard('2026-11-01'), unheard('2026-11-02')])
})

test('OFF-55 a deletion does not overtake what waits of its playlist, nor is it overtaken', () => {
  expect([isBehind(deleted, listed(true)), isBehind(moved(1), deleted)]).toEqual([true, true])
  expect([isBehind(listed(true), rated(1, null)), isBehind(deleted, rated(1, null))]).toEqual([false, false])
  expect(isBehind({ ...deleted, playlist: { id: 'd', name: 'Day' } } as Write, listed(true))).toBe(false)
})
