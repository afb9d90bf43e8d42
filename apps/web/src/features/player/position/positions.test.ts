import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { positionFromOtherTab, positionsToText, positionToSave, withPosition } from './position-rules.ts'
import { indexToResume, MAX_POSITIONS, positionsFromText, withRemotePositions } from './positions.ts'
import type { SavedPosition } from './positions.ts'

const aPlace = (hash: string, seconds: number, by = 'a', atMs = 0): SavedPosition => ({ hash, seconds, by, atMs })
const hash = fc.nat(700).map((id) => `1/${id}`)
const place = fc.record({
  hash,
  seconds: fc.nat(90_000).map((tenths) => tenths / 10),
  by: fc.constantFrom('a', 'b'),
  atMs: fc.nat(),
})

describe('PLY-14 playback positions', () => {
  test('keep each of the latest tracks once with its latest position, in the order of playing', () => {
    fc.assert(
      fc.property(fc.array(place, { maxLength: 900 }), (written) => {
        const saved = written.reduce<SavedPosition[]>(withPosition, [])
        const latest = new Map<string, SavedPosition>()
        for (const one of written) {
          latest.delete(one.hash)
          latest.set(one.hash, one)
        }
        expect(saved).toEqual([...latest.values()].slice(-MAX_POSITIONS))
      }),
      { numRuns: 50 },
    )
  })

  test('are read as they were written', () => {
    fc.assert(
      fc.property(fc.array(place), (places) => {
        expect(positionsFromText(positionsToText(places))).toEqual(places)
      }),
    )
  })

  test('are read from damaged storage as far as they are valid', () => {
    expect(positionsFromText(null)).toEqual([])
    expect(positionsFromText('{')).toEqual([])
    expect(positionsFromText('{"a":1}')).toEqual([])
    expect(
      positionsFromText('[["1/1",5,"a"],["1/5",6,"a",7],["1/2",-1,"a"],["1/3",null,"a"],[],7,["1/4","5","a"]]'),
    ).toEqual([aPlace('1/1', 5), aPlace('1/5', 6, 'a', 7)])
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(Array.isArray(positionsFromText(text))).toBe(true)
      }),
    )
  })

  test('at the very end of a track become its start; any other is kept', () => {
    expect(positionToSave(1799, 1800)).toBe(0)
    expect(positionToSave(1790, 1800)).toBe(0)
    expect(positionToSave(1789, 1800)).toBe(1789)
    expect(positionToSave(29, 30)).toBe(0)
    expect(positionToSave(25, 30)).toBe(25)
    expect(positionToSave(25, null)).toBe(25)
    // Paused at its very start, a track is not finished.
    expect(positionToSave(0, 1800)).toBe(0.1)
    expect(positionToSave(0.04, null)).toBe(0.1)
  })

  test('a work continues with the track played last, or the one after it', () => {
    const hashes = ['1/0', '1/1', '1/2']
    expect(indexToResume(hashes, [])).toBeNull()
    expect(indexToResume(hashes, [aPlace('1/1', 40), aPlace('2/9', 10)])).toBe(1)
    expect(indexToResume(hashes, [aPlace('1/2', 40), aPlace('1/0', 0)])).toBe(1)
    expect(indexToResume(hashes, [aPlace('1/2', 0)])).toBeNull()
  })

  test('a work continues with the track played last on any device', () => {
    const hashes = ['1/0', '1/1', '1/2']
    const here = [aPlace('1/1', 40, 'a', 100), aPlace('1/0', 20, 'a', 300)]
    const goesOn = (elsewhere: SavedPosition[]) => indexToResume(hashes, withRemotePositions(here, elsewhere))
    expect(goesOn([])).toBe(0)
    expect(goesOn([aPlace('1/2', 9, 'phone', 299)])).toBe(0)
    expect(goesOn([aPlace('1/2', 9, 'phone', 301), aPlace('1/1', 9, 'phone', 250)])).toBe(2)
    // Without other devices the order is that of writing, whatever the clock.
    expect(indexToResume(hashes, withRemotePositions(here.toReversed(), []))).toBe(1)
  })

  test("the listener is asked only about another tab's position, if it is far enough away", () => {
    expect(positionFromOtherTab(null, null, 10)).toBeNull()
    expect(positionFromOtherTab(aPlace('1/0', 900, 'b'), null, 10)).toEqual(aPlace('1/0', 900, 'b'))
    expect(positionFromOtherTab(aPlace('1/0', 900, 'b'), aPlace('1/0', 900, 'b'), 10)).toBeNull()
    expect(positionFromOtherTab(aPlace('1/0', 20, 'b'), null, 10)).toBeNull()
    expect(positionFromOtherTab(aPlace('1/0', 0, 'b'), null, 100)).toBeNull()
  })
})
