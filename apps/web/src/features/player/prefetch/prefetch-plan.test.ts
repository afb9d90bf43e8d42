import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { MAX_FILES, mayPrefetch, planWithin, upcomingTracks } from './prefetch-plan.ts'
import { emptyQueue, playModes, setMode, trackEnded } from '../queue/queue.ts'
import type { Queue } from '../queue/queue.ts'
import { someTracks } from '../test/a-track.ts'

const queues = fc
  .record({
    count: fc.integer({ min: 1, max: 120 }),
    at: fc.nat(),
    mode: fc.constantFrom(...playModes),
    random: fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })),
  })
  .map(({ count, at, mode, random }): Queue => {
    const queue = { ...emptyQueue, tracks: someTracks(count), index: at % count }
    return setMode(queue, mode, () => random.next().value as number)
  })

describe('PLY-13 the upcoming tracks', () => {
  test('are those that will play, as far as that is predictable', () => {
    fc.assert(
      fc.property(queues, (queue) => {
        let now = queue
        for (const track of upcomingTracks(queue)) {
          now = trackEnded(now, () => 0.5).queue
          expect(now.tracks[now.index]).toBe(track)
        }
      }),
    )
  })

  test('are at most 50 files, without duplicates or the current track', () => {
    fc.assert(
      fc.property(queues, (queue) => {
        const hashes = upcomingTracks(queue).map(({ hash }) => hash)
        expect(new Set(hashes).size).toBe(hashes.length)
        expect(hashes).not.toContain(queue.tracks[queue.index]!.hash)
        const { count, index, mode, round } = { ...queue, count: queue.tracks.length }
        const left = {
          order: count - 1 - index,
          allRepeat: count - 1,
          repeatOnce: 0,
          shuffle: count - 1 - round.indexOf(index),
        }[mode]
        expect(hashes.length).toBe(Math.min(MAX_FILES, left))
      }),
    )
    expect(MAX_FILES).toBe(50)
  })
})

describe('PLY-13 the byte budget', () => {
  const file = (url: string, sizeBytes: number) => ({ url, sizeBytes })

  test('goes to what plays first; a file larger than the budget is skipped', () => {
    expect(planWithin(100, [file('a', 40), file('b', 50), file('c', 20), file('d', 5)])).toEqual(['a', 'b'])
    expect(planWithin(100, [file('a', 101), file('b', 50), file('c', 50)])).toEqual(['b', 'c'])
    expect(planWithin(100, [file('a', Number.POSITIVE_INFINITY), file('b', 1)])).toEqual(['b'])
    expect(planWithin(0, [file('a', 1)])).toEqual([])
  })

  test('is never exceeded', () => {
    const sizes = fc.array(fc.nat({ max: 1000 }))
    fc.assert(
      fc.property(fc.nat({ max: 3000 }), sizes, (budget, all) => {
        const files = all.map((size, index) => file(String(index), size))
        const total = planWithin(budget, files).reduce((sum, url) => sum + all[Number(url)]!, 0)
        expect(total).toBeLessThanOrEqual(budget)
      }),
    )
  })
})

describe('PLY-13 the moment to prefetch', () => {
  const quiet = { status: 'playing', position: 10, bufferedUntil: 20, duration: 60, rate: 1 } as const

  test('is never with data saving on, nor on the slowest connections', () => {
    expect(mayPrefetch({}, quiet)).toBe(true)
    expect(mayPrefetch({ saveData: false, effectiveType: '4g' }, quiet)).toBe(true)
    expect(mayPrefetch({ saveData: true }, quiet)).toBe(false)
    expect(mayPrefetch({ effectiveType: '2g' }, quiet)).toBe(false)
    expect(mayPrefetch({ effectiveType: 'slow-2g' }, quiet)).toBe(false)
  })

  test('is during playback, when the current track has enough buffered', () => {
    for (const status of ['idle', 'loading', 'paused', 'error'] as const)
      expect(mayPrefetch({}, { ...quiet, status })).toBe(false)
    expect(mayPrefetch({}, { ...quiet, bufferedUntil: 17 })).toBe(false)
    expect(mayPrefetch({}, { ...quiet, rate: 2 })).toBe(false)
    expect(mayPrefetch({}, { ...quiet, position: 58, bufferedUntil: 60 })).toBe(true)
    expect(mayPrefetch({}, { ...quiet, position: 58, bufferedUntil: 60, duration: null })).toBe(false)
  })
})
