import { expect, test } from 'vitest'

import { asChangedSince, asGivenUp, asKept, asRetried, asTried, conflictingNames, nextOf } from './outcome.ts'
import { aQueue, deleted, entry, listed, moved, rain, rated, storm, voted } from './test/a-queue.ts'
import type { Write } from './writes.ts'

const reviewed: Write = {
  kind: 'review',
  work: rain,
  change: { rating: 5, review_text: 'Mine.' },
  base: { rating: 2, review_text: null },
}
const only = (write: Write, isTried = false) => aQueue(entry(write, isTried)).rows()[0]!

test('OFF-48 a value of another device is a conflict, with the fields that it is about', () => {
  const one = asChangedSince(asTried(only(reviewed)), { rating: 3, review_text: null, progress: null })
  expect(one.state).toBe('conflict')
  expect(conflictingNames(one)).toEqual(['rating'])
})

test('OFF-48 a value that this device may have sent is no conflict', () => {
  const queue = aQueue(entry(rated(3, 2), true), entry(rated(4, 3), true), entry(rated(5, 4)))
  for (const rating of [3, 4]) {
    const one = asChangedSince(queue.rows()[0]!, { rating, review_text: 'x' })
    expect(one).toMatchObject({ state: 'waiting', write: rated(5, rating), present: null })
  }
  expect(asChangedSince(queue.rows()[0]!, { rating: 1 }).state).toBe('conflict')
})

test('OFF-48 kept, the own value is sent on the base of the other; given up, only what was in conflict', () => {
  const one = asChangedSince(only(reviewed), { rating: 3, review_text: null })
  expect(asKept(one)).toMatchObject({
    state: 'waiting',
    key: one.key,
    write: { change: { rating: 5, review_text: 'Mine.' }, base: { rating: 3, review_text: null } },
  })
  expect(asGivenUp(one, 'new')).toMatchObject({
    state: 'waiting',
    key: 'new',
    write: { change: { review_text: 'Mine.' } },
  })
  expect(asGivenUp(asChangedSince(only(rated(5, 2)), { rating: 3 }), 'new')).toBeNull()
})

test('OFF-48 a move in conflict holds up later moves of its playlist, and nothing else', () => {
  const queue = aQueue(entry(moved(1)), entry(moved(2, storm)), entry(listed(true, storm)), entry(rated(1, null)))
  const [first] = queue.rows()
  queue.change(first!, (one) => asChangedSince(one, { position: 4, before: 8, after: null }))
  expect(nextOf(queue.rows())?.write).toEqual(listed(true, storm))
  const kept = asKept(queue.rows()[0]!)
  expect(kept.write).toMatchObject({ position: 1, base: { before: 8, after: null } })
  queue.change(first!, (one) => asGivenUp(one, 'new'))
  expect(nextOf(queue.rows())?.write).toEqual(moved(2, storm))
})

test('OFF-44 a refused write is sent again on request, and holds up no other', () => {
  const queue = aQueue(entry(rated(1, null)), entry(rated(2, null, storm)))
  const [first] = queue.rows()
  queue.change(first!, (one) => ({
    ...one,
    state: 'refused',
    refusal: { status: 404, key: 'work.notFound', message: '', details: undefined },
  }))
  expect(nextOf(queue.rows())?.write).toEqual(rated(2, null, storm))
  queue.change(first!, asRetried)
  expect(nextOf(queue.rows())?.write).toEqual(rated(1, null))
})

test('OFF-55 a playlist that was changed elsewhere is deleted only if the member says so', () => {
  const one = asChangedSince(only(deleted), { name: 'Nights', works_count: 5 })
  expect(one).toMatchObject({ state: 'conflict', present: { works_count: 5 } })
  expect(asKept(one)).toMatchObject({ state: 'waiting', write: { base: { name: 'Nights', works_count: 5 } } })
  expect(asGivenUp(one, 'new')).toBeNull()
})

test('OFF-55 a vote that another device changed is a conflict; one of this device is none', () => {
  const one = asChangedSince(only(voted(1)), { vote: 2 })
  expect([one.state, conflictingNames(one)]).toEqual(['conflict', ['vote']])
  expect(asKept(one)).toMatchObject({ write: voted(1, 2) })
  const own = aQueue(entry(voted(2), true), entry(voted(1, 2))).rows()[0]!
  expect(asChangedSince(own, { vote: 2 }).state).toBe('waiting')
})
