import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { addTracks, moveTrack, playTracksNext, removeTrack } from './queue-edits.ts'
import * as rules from './queue.ts'
import type { PlayMode, Queue } from './queue.ts'
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

describe('PLY-02 the queue', () => {
  test('playing tracks replaces the queue and asks to play', () => {
    const { queue, asks } = rules.replaceTracks(aQueue(2), someTracks(5), 3, half)
    expect([queue.tracks.length, queue.index, asks]).toEqual([5, 3, 'play'])
    expect(rules.currentTrack(queue)?.hash).toBe('1/3')
  })

  test('a track given twice is queued once, and the chosen one is current', () => {
    const tracks = [aTrack('1/1'), aTrack('1/1'), aTrack('1/2')]
    const { queue } = rules.replaceTracks(rules.emptyQueue, tracks, 2, half)
    expect(queue.tracks.map((track) => track.hash)).toEqual(['1/1', '1/2'])
    expect(rules.currentTrack(queue)?.hash).toBe('1/2')
  })

  test('setting a track out of range is ignored', () => {
    const queue = aQueue(3, 1)
    for (const index of [-1, 3, 1.5, Number.NaN]) {
      expect(rules.setTrack(queue, index)).toEqual({ queue, asks: 'nothing' })
      expect(rules.replaceTracks(queue, someTracks(3), index, half)).toEqual({ queue, asks: 'nothing' })
      expect(removeTrack(queue, index)).toEqual({ queue, asks: 'nothing' })
    }
  })

  test('next asks to play, but not from the last; previous not from the first', () => {
    expect(rules.nextTrack(aQueue(3, 1), half)).toMatchObject({ queue: { index: 2 }, asks: 'play' })
    expect(rules.nextTrack(aQueue(3, 2), half)).toMatchObject({ queue: { index: 2 }, asks: 'nothing' })
    expect(rules.previousTrack(aQueue(3, 1))).toMatchObject({ queue: { index: 0 }, asks: 'play' })
    expect(rules.previousTrack(aQueue(3, 0))).toMatchObject({ queue: { index: 0 }, asks: 'nothing' })
  })

  test('removing the current track pauses and resets the index to 0', () => {
    const { queue, asks } = removeTrack(aQueue(4, 2), 2)
    expect([queue.index, queue.tracks.map((track) => track.hash), asks]).toEqual([0, ['1/0', '1/1', '1/3'], 'pause'])
  })

  test('removing an earlier track shifts the index, a later one does not; playback goes on', () => {
    expect(removeTrack(aQueue(4, 2), 0)).toMatchObject({ queue: { index: 1 }, asks: 'nothing' })
    expect(removeTrack(aQueue(4, 2), 3)).toMatchObject({ queue: { index: 2 }, asks: 'nothing' })
  })

  test('emptying pauses', () => {
    expect(rules.clearTracks(aQueue(4, 2))).toMatchObject({ queue: { tracks: [], index: 0 }, asks: 'pause' })
    expect(removeTrack(aQueue(1), 0)).toMatchObject({ queue: { tracks: [], index: 0 }, asks: 'pause' })
  })

  test('removing any other track keeps the current one, and the round names every remaining track once', () => {
    fc.assert(
      fc.property(anyQueue, fc.nat(), (before, nth) => {
        const index = nth % before.tracks.length
        const { queue: after } = removeTrack(before, index)
        expect(after.tracks.length).toBe(before.tracks.length - 1)
        const expected = index === before.index ? (after.tracks[0] ?? null) : rules.currentTrack(before)
        expect(rules.currentTrack(after)).toBe(expected)
        const everyPosition = after.tracks.map((_, position) => position)
        expect(sorted(after.round)).toEqual(after.mode === 'shuffle' ? everyPosition : [])
      }),
    )
  })

  test('moving a track keeps the current one, and out of range it is ignored', () => {
    const { queue, asks } = moveTrack(aQueue(4, 1), 1, 3)
    expect([queue.tracks.map((track) => track.hash), queue.index, asks]).toEqual([
      ['1/0', '1/2', '1/3', '1/1'],
      3,
      'nothing',
    ])
    const before = aQueue(3, 1)
    for (const index of [-1, 3, 1.5, Number.NaN]) {
      expect(moveTrack(before, index, 0)).toEqual({ queue: before, asks: 'nothing' })
      expect(moveTrack(before, 0, index)).toEqual({ queue: before, asks: 'nothing' })
    }
  })

  test('moving a track keeps the others in order and the current one playing, and can be undone', () => {
    fc.assert(
      fc.property(anyQueue, fc.nat(), fc.nat(), (before, a, b) => {
        const [from, to] = [a % before.tracks.length, b % before.tracks.length]
        const { queue: after, asks } = moveTrack(before, from, to)
        const moved = before.tracks[from]
        expect(asks).toBe('nothing')
        expect(after.tracks[to]).toBe(moved)
        expect(after.tracks.filter((track) => track !== moved)).toEqual(
          before.tracks.filter((track) => track !== moved),
        )
        expect(rules.currentTrack(after)).toBe(rules.currentTrack(before))
        expect(moveTrack(after, to, from).queue).toEqual(before)
      }),
    )
  })

  test('a round of shuffle plays the same tracks in the same order after a move', () => {
    fc.assert(
      fc.property(anyQueue, fc.nat(), fc.nat(), (before, a, b) => {
        const { queue: after } = moveTrack(before, a % before.tracks.length, b % before.tracks.length)
        const heard = (queue: Queue) => queue.round.map((position) => queue.tracks[position]!.hash)
        expect(heard(after)).toEqual(heard(before))
      }),
    )
  })

  test('an enabled button does something, and a disabled one would do nothing', () => {
    fc.assert(
      fc.property(anyQueue, fc.nat(), (queue, seed) => {
        expect(rules.nextTrack(queue, seeded(seed)).asks).toBe(rules.hasNext(queue) ? 'play' : 'nothing')
        expect(rules.previousTrack(queue).asks).toBe(rules.hasPrevious(queue) ? 'play' : 'nothing')
      }),
    )
  })
})

describe('PLY-03 play modes', () => {
  test('the modes cycle order → all repeat → repeat once → shuffle → order', () => {
    const seen = [...'....'].reduce<PlayMode[]>((modes) => [...modes, rules.modeAfter(modes.at(-1)!)], ['order'])
    expect(seen).toEqual(['order', 'allRepeat', 'repeatOnce', 'shuffle', 'order'])
  })

  test('in order, the next track follows and playback stops after the last', () => {
    expect(rules.indexAfterEnd(aQueue(2, 0))).toBe(1)
    expect(rules.indexAfterEnd(aQueue(2, 1))).toBeNull()
    expect(rules.trackEnded(aQueue(2, 1), half)).toMatchObject({ queue: { index: 1 }, asks: 'pause' })
  })

  test('all repeat starts over, repeat once stays', () => {
    expect(rules.indexAfterEnd(aQueue(2, 1, 'allRepeat'))).toBe(0)
    expect(rules.indexAfterEnd(aQueue(2, 1, 'repeatOnce'))).toBe(1)
    expect(rules.indexAfterEnd({ ...rules.emptyQueue, mode: 'repeatOnce' })).toBeNull()
  })

  test('repeat once still lets the listener skip to the next track', () => {
    expect(rules.nextTrack(aQueue(2, 0, 'repeatOnce'), half)).toMatchObject({ queue: { index: 1 }, asks: 'play' })
  })

  test('shuffle plays every track once before it repeats any, round after round', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 20 }), fc.nat(), fc.nat(), (count, at, seed) => {
        const random = seeded(seed)
        let queue = aQueue(count, at % count, 'shuffle', random)
        for (let round = 0; round < 3; round++) {
          const heard = [queue.index]
          const last = count - 1
          for (let step = 0; step < last; step++) {
            queue = rules.trackEnded(queue, random).queue
            heard.push(queue.index)
          }
          expect(sorted(heard)).toEqual(Array.from({ length: count }, (_, position) => position))
          queue = rules.trackEnded(queue, random).queue
          expect(queue.index).not.toBe(heard.at(-1))
        }
      }),
    )
  })

  test('PLY-19 choosing a track in shuffle continues the round: the others play before any repeats', () => {
    const random = seeded(3)
    for (const choose of [
      (queue: Queue, index: number) => rules.setTrack(queue, index).queue,
      // The listener taps a track in the work's file list.
      (queue: Queue, index: number) => rules.replaceTracks(queue, queue.tracks, index, random).queue,
    ]) {
      let queue = aQueue(8, 0, 'shuffle', random)
      for (let step = 0; step < 3; step++) queue = rules.trackEnded(queue, random).queue
      const [first, , , fourth, ...coming] = queue.round as [number, number, number, number, ...number[]]
      // One that is still to come, and one already played.
      queue = choose(queue, coming[2]!)
      expect(rules.previousTrack(queue).queue.index).toBe(fourth)
      queue = choose(queue, first)
      expect(queue.index).toBe(first)
      const after: number[] = []
      for (let step = 0; step < 3; step++) {
        queue = rules.trackEnded(queue, random).queue
        after.push(queue.index)
      }
      expect(after).toEqual(coming.filter((_, nth) => nth !== 2))
    }
  })

  test('PLY-19 whatever is chosen, added or removed, a round goes on with the unplayed tracks', () => {
    const step = fc.record({
      do: fc.constantFrom('ends', 'ends', 'ends', 'next', 'previous', 'choose', 'replace', 'add', 'addNext', 'remove'),
      at: fc.nat(),
      tracks: fc.array(fc.nat(14), { minLength: 1, maxLength: 15 }),
    })
    fc.assert(
      fc.property(anyQueue, fc.array(step, { maxLength: 60 }), fc.nat(), (start, steps, seed) => {
        const random = seeded(seed)
        let queue = rules.setMode(start, 'shuffle', random)
        const here = () => rules.currentTrack(queue)!.hash
        let heard = new Set([here()])
        // Next replays what previous went back over.
        let back = 0
        for (const { do: deed, at, tracks } of steps) {
          const index = at % queue.tracks.length
          const given = tracks.map((id) => aTrack(`1/${id}`))
          if (deed === 'ends' || deed === 'next') {
            const isAllHeard = queue.tracks.every(({ hash }) => heard.has(hash))
            queue = (deed === 'ends' ? rules.trackEnded : rules.nextTrack)(queue, random).queue
            if (back > 0) back--
            else {
              if (isAllHeard) heard = new Set()
              expect(heard.has(here())).toBe(false)
            }
          } else if (deed === 'previous') {
            const { queue: previous, asks } = rules.previousTrack(queue)
            queue = previous
            if (asks === 'play') back++
          } else if (deed === 'choose') {
            if (index !== queue.index) back = 0
            queue = rules.setTrack(queue, index).queue
          } else if (deed === 'replace') {
            queue = rules.replaceTracks(queue, given, at % given.length, random).queue
            back = 0
          } else if (deed === 'remove') {
            if (queue.tracks.length === 1) continue
            if (index === queue.index) back = 0
            else {
              const gone = queue.round.indexOf(index)
              if (gone > queue.round.indexOf(queue.index) && gone < queue.heard) back--
            }
            queue = removeTrack(queue, index).queue
          } else {
            const current = here()
            const wanted = new Set(given.map(({ hash }) => hash).filter((hash) => hash !== current))
            const ahead = queue.round.slice(queue.round.indexOf(queue.index) + 1, queue.heard)
            // Queued again, a track may play again.
            for (const hash of wanted) heard.delete(hash)
            if (deed === 'add') back -= ahead.filter((position) => wanted.has(queue.tracks[position]!.hash)).length
            else if (wanted.size > 0) back = 0
            queue = (deed === 'add' ? addTracks : playTracksNext)(queue, given, random).queue
          }
          // A removed track leaves the round.
          heard = new Set([...queue.tracks.map(({ hash }) => hash).filter((hash) => heard.has(hash)), here()])
          expect(sorted(queue.round)).toEqual(queue.tracks.map((_, position) => position))
          expect(new Set(queue.round.slice(0, queue.heard).map((position) => queue.tracks[position]!.hash))).toEqual(
            heard,
          )
        }
      }),
      { numRuns: 500 },
    )
  })

  test('in shuffle, previous goes back through the round as next went forward', () => {
    const random = seeded(7)
    const first = aQueue(6, 2, 'shuffle', random)
    const second = rules.nextTrack(first, random).queue
    const third = rules.nextTrack(second, random).queue
    expect(rules.previousTrack(third).queue.index).toBe(second.index)
    expect(rules.previousTrack(second).queue.index).toBe(first.index)
    expect(rules.previousTrack(first).asks).toBe('nothing')
  })

  test('a single track in shuffle repeats', () => {
    expect(rules.trackEnded(aQueue(1, 0, 'shuffle'), half)).toMatchObject({ queue: { index: 0 }, asks: 'play' })
  })

  test('switching shuffle on keeps the current track and starts a round with it', () => {
    const queue = rules.setMode(aQueue(5, 3), 'shuffle', seeded(3))
    expect([queue.index, queue.round[0], sorted(queue.round)]).toEqual([3, 3, [0, 1, 2, 3, 4]])
    expect(rules.setMode(queue, 'order', half).round).toEqual([])
  })
})
