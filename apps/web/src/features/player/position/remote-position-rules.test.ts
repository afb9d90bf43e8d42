import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { DevicePlace } from '#lib/places-query.ts'

import { nothingNoted, decideRemotePosition } from './remote-position-rules.ts'

const HERE = 'here'
/** The server's clock is this much ahead of the device's. */
const AHEAD_MS = 5_000
const left = (seconds: number, atMs: number, id = 'phone'): DevicePlace => ({
  hash: '1/1',
  seconds,
  atMs,
  serverMs: atMs + AHEAD_MS,
  device: { id, name: id },
})
const own = (seconds: number, atMs: number) => ({ hash: '1/1', seconds, atMs })

type Given = Partial<Parameters<typeof decideRemotePosition>[0]>
const whatOf = (places: DevicePlace[], { own: ownPlace = null, ...given }: Given = {}) =>
  decideRemotePosition({
    places,
    own: ownPlace,
    nowSeconds: ownPlace?.seconds ?? 0,
    deviceId: HERE,
    noted: nothingNoted,
    ...given,
  })

describe('PLY-14 a track that was left on another device', () => {
  test('later than here, and elsewhere in the track: the listener is asked', () => {
    const there = left(754, 2_000)
    expect(whatOf([there], { own: own(100, 1_000) })).toEqual({ asks: true, place: there })
    expect(whatOf([there], { own: own(100, 3_000) })).toBeNull()
    expect(whatOf([there], { own: own(740, 1_000) })).toBeNull()
    expect(whatOf([there], { own: own(100, 1_000), nowSeconds: 750 })).toBeNull()
  })

  test('and was never heard here, or to its end before that, goes on from there', () => {
    const there = left(754, 2_000)
    expect(whatOf([there])).toEqual({ asks: false, place: there })
    expect(whatOf([there], { own: own(0, 1_000) })).toEqual({ asks: false, place: there })
    expect(whatOf([there], { own: own(0, 3_000) })).toBeNull()
    // As a place of this device, which is gone to wherever it is.
    const early = left(11, 2_000)
    expect(whatOf([early])).toEqual({ asks: false, place: early })
    expect(whatOf([early], { own: own(0, 1_000) })).toEqual({ asks: false, place: early })
    expect(whatOf([early], { own: own(2, 1_000) })).toBeNull()
    expect(whatOf([early], { nowSeconds: 11.4 })).toBeNull()
  })

  test('of many devices the latest counts, and its end asks nothing', () => {
    expect(whatOf([left(50, 2_000, 'tablet'), left(754, 3_000)], { own: own(100, 1_000) })?.place.seconds).toBe(754)
    expect(whatOf([left(0, 3_000), left(754, 2_000, 'tablet')], { own: own(100, 1_000) })).toBeNull()
  })

  test('what the server has of this device is no other, unless the device has forgotten it', () => {
    expect(whatOf([left(754, 2_000, HERE)], { own: own(100, 1_000) })).toBeNull()
    expect(whatOf([left(754, 2_000, HERE)])?.asks).toBe(false)
  })

  test('is not asked about again once it is settled, until that device goes on', () => {
    const noted = { settledMs: 2_000 + AHEAD_MS, askedMs: null }
    expect(whatOf([left(754, 2_000)], { own: own(100, 1_000), noted })).toBeNull()
    expect(whatOf([left(800, 2_001)], { own: own(100, 1_000), noted })?.asks).toBe(true)
  })

  test('is asked about again where the listener has gone on here without an answer, but not after the end', () => {
    const noted = { settledMs: 0, askedMs: 1_000 }
    expect(whatOf([left(754, 2_000)], { own: own(300, 9_000), noted })?.asks).toBe(true)
    expect(whatOf([left(754, 2_000)], { own: own(0, 9_000), noted })).toBeNull()
  })

  test('whatever devices say, nobody is sent away from a place of this device without being asked', () => {
    const place = fc
      .record({ seconds: fc.nat(3_000), atMs: fc.nat(1_000), id: fc.constantFrom(HERE, 'phone', 'tablet') })
      .map(({ seconds, atMs, id }) => left(seconds, atMs, id))
    const anOwn = fc.option(fc.record({ seconds: fc.nat(3_000), atMs: fc.nat(1_000) }))
    const noted = fc.record({ settledMs: fc.nat(AHEAD_MS + 1_000), askedMs: fc.option(fc.nat(1_000)) })
    fc.assert(
      fc.property(fc.array(place), anOwn, noted, (places, here, said) => {
        const decision = whatOf(places, { own: here && own(here.seconds, here.atMs), noted: said })
        if (!decision) return
        expect(decision.place.seconds).toBeGreaterThan(0)
        const away = Math.abs(decision.place.seconds - (here?.seconds ?? 0))
        expect(away).toBeGreaterThanOrEqual(decision.asks ? 15 : 1)
        expect(decision.place.serverMs).toBeGreaterThan(said.settledMs)
        expect(decision.asks).toBe(here !== null && here.seconds > 0)
        if (here) expect(decision.place.device.id).not.toBe(HERE)
        // Once it is settled, the same answer of the server has nothing to say.
        const settled = { settledMs: decision.place.serverMs, askedMs: null }
        expect(whatOf(places, { own: here && own(here.seconds, here.atMs), noted: settled })).toBeNull()
      }),
    )
  })
})
