import { MAX_POSITIONS_AT_ONCE } from '@otodana/contract'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'

import { MAX_POSITIONS, noAnswer, type TrackPosition } from '#features/player/index.ts'
import { aStorage } from '#test/a-storage.ts'

import { createRemoteAnswers, ANSWERS_KEY } from './remote-answers.ts'
import { createOutbox, MAX_ACCOUNTS } from './outbox.ts'

const saved = new Map<string, string>()
const storage = aStorage(saved)
beforeEach(() => saved.clear())

const AKARI = 2
const BOTAN = 3
const boxOf = (account: number) => createOutbox(storage, account)
const place = (id: number, atMs: number, seconds = 30): TrackPosition => ({ hash: `1/${id}`, seconds, atMs })

describe('PLY-14 unsent playback positions', () => {
  test('are all positions of this device at the first login, and new ones from then on', () => {
    const places = [place(1, 0), place(2, 100), place(3, 200)]
    boxOf(AKARI).claim(places, 1_000)
    expect(boxOf(AKARI).unsent()).toEqual(places)
    boxOf(AKARI).sent(places)
    expect(boxOf(AKARI).unsent()).toEqual([])
    boxOf(AKARI).claim(places, 1_000)
    expect(boxOf(AKARI).unsent()).toEqual([])
    boxOf(AKARI).claim([...places, place(2, 300)], 1_000)
    expect(boxOf(AKARI).unsent()).toEqual([place(2, 300)])
  })

  test('hold the latest of each track once', () => {
    boxOf(AKARI).claim([place(1, 100), place(2, 150)], 1_000)
    boxOf(AKARI).claim([place(1, 200, 60)], 1_000)
    expect(boxOf(AKARI).unsent()).toEqual([place(2, 150), place(1, 200, 60)])
  })

  test('stay if they changed while they were being sent', () => {
    const box = boxOf(AKARI)
    box.claim([place(1, 100), place(2, 150)], 1_000)
    const sending = box.unsent()
    box.claim([place(1, 200, 60)], 1_000)
    box.sent(sending)
    expect(box.unsent()).toEqual([place(1, 200, 60)])
  })

  test('of one account never become another’s', () => {
    boxOf(AKARI).claim([place(1, 100)], 1_000)
    boxOf(BOTAN).claim([place(1, 100), place(2, 200)], 1_000)
    expect(boxOf(AKARI).unsent()).toEqual([place(1, 100)])
    expect(boxOf(BOTAN).unsent()).toEqual([place(2, 200)])
  })

  test('with any sequence of logins, each saved position belongs to one account', () => {
    const visit = fc.record({ account: fc.constantFrom(AKARI, BOTAN), writes: fc.array(fc.nat(9), { maxLength: 5 }) })
    fc.assert(
      fc.property(fc.array(visit, { maxLength: 12 }), (visits) => {
        saved.clear()
        let written: TrackPosition[] = []
        let clock = 0
        const claimed = new Map<number, number[]>()
        for (const { account, writes } of visits) {
          const here: number[] = []
          for (const id of writes) {
            clock++
            here.push(clock)
            written = [...written.filter(({ hash }) => hash !== `1/${id}`), place(id, clock)]
          }
          boxOf(account).claim(written, clock)
          claimed.set(account, [...(claimed.get(account) ?? []), ...here])
        }
        for (const account of [AKARI, BOTAN])
          for (const { atMs } of boxOf(account).unsent()) expect(claimed.get(account)).toContain(atMs)
        // The last position of each track is sent by one account.
        const all = [AKARI, BOTAN].flatMap((account) =>
          boxOf(account)
            .unsent()
            .map(({ atMs }) => atMs),
        )
        for (const { atMs } of written) expect(all).toContain(atMs)
      }),
    )
  })

  test('are found after the clock was set back', () => {
    boxOf(AKARI).claim([place(1, 9_000)], 9_000)
    boxOf(AKARI).claim([place(1, 9_000)], 1_000)
    boxOf(AKARI).claim([place(1, 9_000), place(2, 1_001)], 1_002)
    expect(boxOf(AKARI).unsent()).toEqual([place(1, 9_000), place(2, 1_001)])
  })

  test('fit into one request, and belong to a limited number of accounts', () => {
    expect(MAX_POSITIONS).toBeLessThanOrEqual(MAX_POSITIONS_AT_ONCE)
    const many = Array.from({ length: MAX_POSITIONS + 20 }, (_, id) => place(id, id + 1))
    boxOf(AKARI).claim(many, 1_000)
    expect(boxOf(AKARI).unsent()).toEqual(many.slice(-MAX_POSITIONS))
    for (let other = 0; other < MAX_ACCOUNTS; other++) boxOf(10 + other).claim([place(1, 2_000 + other)], 9_000)
    expect(boxOf(AKARI).unsent()).toEqual([])
    expect(boxOf(10).unsent()).toHaveLength(1)
  })

  test('are empty if the storage is damaged', () => {
    for (const text of ['{', '[]', '{"claimedMs":5,"accounts":[{"id":2,"places":[{"hash":"x"}]}]}']) {
      saved.set('places-unsent', text)
      expect(boxOf(AKARI).unsent()).toEqual([])
    }
  })
})

describe('PLY-14 answers about remote positions', () => {
  test('are saved per track and account', () => {
    createRemoteAnswers(storage, AKARI).write('1/1', { settledMs: 5, askedMs: null })
    createRemoteAnswers(storage, BOTAN).write('1/1', { settledMs: 6, askedMs: 7 })
    expect(createRemoteAnswers(storage, AKARI).of('1/1')).toEqual({ settledMs: 5, askedMs: null })
    expect(createRemoteAnswers(storage, BOTAN).of('1/1')).toEqual({ settledMs: 6, askedMs: 7 })
    expect(createRemoteAnswers(storage, BOTAN).of('1/2')).toEqual(noAnswer)
  })

  test('drop the oldest beyond the limit, and skip damaged entries', () => {
    const notes = createRemoteAnswers(storage, AKARI)
    saved.set(ANSWERS_KEY, '[["2:1/0",{"settledMs":3,"askedMs":null}],["2:1/1",{}],7]')
    expect(notes.of('1/0').settledMs).toBe(3)
    for (let id = 1; id <= MAX_POSITIONS; id++) notes.write(`1/${id}`, { settledMs: id, askedMs: null })
    expect(notes.of('1/0')).toEqual(noAnswer)
    expect(notes.of('1/1').settledMs).toBe(1)
  })
})
