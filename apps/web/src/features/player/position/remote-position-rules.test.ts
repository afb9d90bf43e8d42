import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { DevicePosition } from '#lib/queries/playback-positions-query.ts'

import { noAnswer, decideRemotePosition } from './remote-position-rules.ts'

const HERE = 'here'
/** How far the server's clock is ahead of the device's. */
const AHEAD_MS = 5_000
const left = (seconds: number, atMs: number, id = 'phone'): DevicePosition => ({
  hash: '1/1',
  seconds,
  atMs,
  serverMs: atMs + AHEAD_MS,
  device: { id, name: id },
})
const own = (seconds: number, atMs: number) => ({ hash: '1/1', seconds, atMs })

type Given = Partial<Parameters<typeof decideRemotePosition>[0]>
const whatOf = (places: DevicePosition[], { own: ownPlace = null, ...given }: Given = {}) =>
  decideRemotePosition({
    places,
    own: ownPlace,
    nowSeconds: ownPlace?.seconds ?? 0,
    deviceId: HERE,
    answer: noAnswer,
    ...given,
  })

describe('PLY-14 the remote position of a track', () => {
  test('later than the local one and elsewhere in the track: the listener is asked', () => {
    const there = left(754, 2_000)
    expect(whatOf([there], { own: own(100, 1_000) })).toEqual({ asks: true, place: there })
    expect(whatOf([there], { own: own(100, 3_000) })).toBeNull()
    expect(whatOf([there], { own: own(740, 1_000) })).toBeNull()
    expect(whatOf([there], { own: own(100, 1_000), nowSeconds: 750 })).toBeNull()
  })

  test('of a track never played here, or finished here before, is resumed', () => {
    const there = left(754, 2_000)
    expect(whatOf([there])).toEqual({ asks: false, place: there })
    expect(whatOf([there], { own: own(0, 1_000) })).toEqual({ asks: false, place: there })
    expect(whatOf([there], { own: own(0, 3_000) })).toBeNull()
    // Like a local position, it is resumed however near the start.
    const early = left(11, 2_000)
    expect(whatOf([early])).toEqual({ asks: false, place: early })
    expect(whatOf([early], { own: own(0, 1_000) })).toEqual({ asks: false, place: early })
    expect(whatOf([early], { own: own(2, 1_000) })).toBeNull()
    expect(whatOf([early], { nowSeconds: 11.4 })).toBeNull()
  })

  test('of several devices the latest counts; the end of the track asks nothing', () => {
    expect(whatOf([left(50, 2_000, 'tablet'), left(754, 3_000)], { own: own(100, 1_000) })?.place.seconds).toBe(754)
    expect(whatOf([left(0, 3_000), left(754, 2_000, 'tablet')], { own: own(100, 1_000) })).toBeNull()
  })

  test('of this device itself does not count, unless the device has forgotten it', () => {
    expect(whatOf([left(754, 2_000, HERE)], { own: own(100, 1_000) })).toBeNull()
    expect(whatOf([left(754, 2_000, HERE)])?.asks).toBe(false)
  })

  test('is not asked about again after an answer, until that device plays on', () => {
    const answer = { settledMs: 2_000 + AHEAD_MS, askedMs: null }
    expect(whatOf([left(754, 2_000)], { own: own(100, 1_000), answer })).toBeNull()
    expect(whatOf([left(800, 2_001)], { own: own(100, 1_000), answer })?.asks).toBe(true)
  })

  test('is asked about again if the question was left open, but not at the end of the track', () => {
    const answer = { settledMs: 0, askedMs: 1_000 }
    expect(whatOf([left(754, 2_000)], { own: own(300, 9_000), answer })?.asks).toBe(true)
    expect(whatOf([left(754, 2_000)], { own: own(0, 9_000), answer })).toBeNull()
  })

  test('never replaces a local position without asking', () => {
    const place = fc
      .record({ seconds: fc.nat(3_000), atMs: fc.nat(1_000), id: fc.constantFrom(HERE, 'phone', 'tablet') })
      .map(({ seconds, atMs, id }) => left(seconds, atMs, id))
    const anOwn = fc.option(fc.record({ seconds: fc.nat(3_000), atMs: fc.nat(1_000) }))
    const answer = fc.record({ settledMs: fc.nat(AHEAD_MS + 1_000), askedMs: fc.option(fc.nat(1_000)) })
    fc.assert(
      fc.property(fc.array(place), anOwn, answer, (places, here, said) => {
        const decision = whatOf(places, { own: here && own(here.seconds, here.atMs), answer: said })
        if (!decision) return
        expect(decision.place.seconds).toBeGreaterThan(0)
        const away = Math.abs(decision.place.seconds - (here?.seconds ?? 0))
        expect(away).toBeGreaterThanOrEqual(decision.asks ? 15 : 1)
        expect(decision.place.serverMs).toBeGreaterThan(said.settledMs)
        expect(decision.asks).toBe(here !== null && here.seconds > 0)
        if (here) expect(decision.place.device.id).not.toBe(HERE)
        // Once answered, the same response of the server asks nothing.
        const settled = { settledMs: decision.place.serverMs, askedMs: null }
        expect(whatOf(places, { own: here && own(here.seconds, here.atMs), answer: settled })).toBeNull()
      }),
    )
  })
})
