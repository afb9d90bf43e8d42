import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { addTracks, playTracksNext } from './queue-edits.ts'
import * as rules from './queue.ts'
import type { Queue } from './queue.ts'
import { aQueue, half, queueFrom, seeded, sorted } from '../test/a-queue.ts'
import { aTrack, someTracks } from '../test/a-track.ts'

/** Some tracks, any mode, any current track. */
const anyQueue = fc
  .record({
    count: fc.integer({ min: 1, max: 12 }),
    at: fc.nat(),
    mode: fc.constantFrom(...rules.playModes),
    seed: fc.nat(),
  })
  .map(queueFrom)

describe('WRK-05 PLY-02 adding tracks', () => {
  const hashes = ({ tracks }: Queue) => tracks.map(({ hash }) => hash)
  /** The tracks that play next, once through the queue. */
  const toCome = (queue: Queue, random: rules.Random) => {
    const heard: string[] = []
    let here = queue
    for (let step = 1; step < queue.tracks.length; step++) {
      const change = rules.nextTrack(here, random)
      if (change.asks !== 'play') break
      here = change.queue
      heard.push(rules.currentTrack(here)!.hash)
    }
    return heard
  }
  const anyTracks = fc
    .array(fc.nat({ max: 15 }), { minLength: 1, maxLength: 8 })
    .map((ids) => ids.map((id) => aTrack(`1/${id}`)))

  test('appends them, or inserts them after the current one, without touching playback', () => {
    const more = [aTrack('2/1'), aTrack('2/2')]
    const added = addTracks(aQueue(3, 1), more, half)
    expect([hashes(added.queue), added.queue.index, added.asks, added.added]).toEqual([
      ['1/0', '1/1', '1/2', '2/1', '2/2'],
      1,
      'nothing',
      2,
    ])
    expect(hashes(playTracksNext(aQueue(3, 1), more, half).queue)).toEqual(['1/0', '1/1', '2/1', '2/2', '1/2'])
  })

  test('to an empty queue plays them', () => {
    for (const add of [addTracks, playTracksNext]) {
      const { queue, asks, added } = add({ ...rules.emptyQueue, mode: 'shuffle' }, someTracks(3), half)
      expect([hashes(queue), queue.index, asks, added]).toEqual([['1/0', '1/1', '1/2'], 0, 'play', 3])
      expect(sorted(queue.round)).toEqual([0, 1, 2])
      expect(add(rules.emptyQueue, [], half)).toEqual({ queue: rules.emptyQueue, asks: 'nothing', added: 0 })
    }
  })

  test('that are already queued moves them; the current one stays', () => {
    const before = aQueue(4, 2)
    expect(hashes(addTracks(before, [aTrack('1/0')], half).queue)).toEqual(['1/1', '1/2', '1/3', '1/0'])
    expect(hashes(playTracksNext(before, [aTrack('1/0')], half).queue)).toEqual(['1/1', '1/2', '1/0', '1/3'])
    for (const add of [addTracks, playTracksNext])
      expect(add(before, [aTrack('1/2')], half)).toEqual({ queue: before, asks: 'nothing', added: 0 })
  })

  test('next plays them in their order, in every mode', () => {
    fc.assert(
      fc.property(anyQueue, anyTracks, fc.nat(), (before, given, seed) => {
        const random = seeded(seed)
        const { queue, added } = playTracksNext(before, given, random)
        const current = rules.currentTrack(before)!.hash
        const wanted = [...new Set(given.map(({ hash }) => hash))].filter((hash) => hash !== current)
        expect(added).toBe(wanted.length)
        expect(toCome(queue, random).slice(0, added)).toEqual(wanted)
        if (added === 0) return
        const ended = rules.trackEnded(queue, random).queue
        expect(rules.currentTrack(ended)!.hash).toBe(queue.mode === 'repeatOnce' ? current : wanted[0])
      }),
    )
  })

  test('queues each once, within the current round, and leaves the rest unchanged', () => {
    const both = fc.constantFrom(addTracks, playTracksNext)
    fc.assert(
      fc.property(anyQueue, anyTracks, both, fc.nat(), fc.nat(), (start, given, add, steps, seed) => {
        const random = seeded(seed)
        let before = start
        for (let step = steps % start.tracks.length; step > 0; step--) before = rules.nextTrack(before, random).queue
        const { queue } = add(before, given, random)
        expect(new Set(hashes(queue)).size).toBe(queue.tracks.length)
        expect(new Set(hashes(queue))).toEqual(new Set([...hashes(before), ...given.map(({ hash }) => hash)]))
        expect(rules.currentTrack(queue)?.hash).toBe(rules.currentTrack(before)!.hash)
        const isGiven = new Set(given.map(({ hash }) => hash))
        const others = (of: Queue) => hashes(of).filter((hash) => !isGiven.has(hash))
        expect(others(queue)).toEqual(others(before))
        const everyPosition = queue.tracks.map((_, position) => position)
        expect(sorted(queue.round)).toEqual(queue.mode === 'shuffle' ? everyPosition : [])
        // Outside shuffle mode this is empty.
        const inRound = (of: Queue) => of.round.map((position) => of.tracks[position]!.hash)
        expect(inRound(queue).filter((hash) => !isGiven.has(hash))).toEqual(
          inRound(before).filter((hash) => !isGiven.has(hash)),
        )
        const heardBefore = queue.round.slice(0, queue.round.indexOf(queue.index))
        expect(heardBefore.some((position) => isGiven.has(queue.tracks[position]!.hash))).toBe(false)
      }),
    )
  })
})
