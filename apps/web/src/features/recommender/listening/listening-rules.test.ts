import { listenMilestones, type ListenMilestone } from '@otodana/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import {
  coveredSeconds,
  MAX_STRETCHES,
  milestonesReached,
  nothingHeard,
  withStretch,
  type WorkHeard,
} from './listening-rules.ts'

type Played = { hash: string; from: number; to: number }
const tracks = ['1/1', '1/2', '1/3']
/** Stretches of whole seconds of tracks of 100. */
const played = fc
  .record({ hash: fc.constantFrom(...tracks), from: fc.nat(99), length: fc.integer({ min: 1, max: 40 }) })
  .map(({ hash, from, length }): Played => ({ hash, from, to: Math.min(100, from + length) }))
const plays = fc.array(played, { maxLength: 60 })

const hear = (all: readonly Played[], before = nothingHeard): WorkHeard =>
  all.reduce((heard, { hash, from, to }) => withStretch(heard, hash, [from, to]), before)
const loops = (count: number, from: number, to: number) =>
  Array.from({ length: count }, (): Played => ({ hash: '1/1', from, to }))

describe('PLY-15 milestones of listening', () => {
  test('cover every second that was heard once, whatever the order, and sum up all that sounded', () => {
    fc.assert(
      fc.property(plays, (all) => {
        const heard = hear(all)
        const seconds = new Set(
          all.flatMap(({ hash, from, to }) =>
            Array.from({ length: to - from }, (_, second) => `${hash} ${from + second}`),
          ),
        )
        expect(coveredSeconds(heard)).toBe(seconds.size)
        expect(heard.seconds).toBe(all.reduce((sum, { from, to }) => sum + to - from, 0))
        expect(coveredSeconds(hear([...all].reverse()))).toBe(seconds.size)
        for (const parts of Object.values(heard.parts))
          for (const [index, [from, to]] of parts.entries()) {
            expect(to).toBeGreaterThan(from)
            expect(from).toBeGreaterThan(parts[index - 1]?.[1] ?? -1)
          }
      }),
    )
  })

  test('never go away again, and are those of the time and of the share', () => {
    fc.assert(
      fc.property(plays, plays, fc.integer({ min: 1, max: 1_000 }), (first, more, durationSeconds) => {
        const before = milestonesReached(hear(first), durationSeconds)
        const heard = hear([...first, ...more])
        const after = milestonesReached(heard, durationSeconds)
        expect(after).toEqual(expect.arrayContaining(before))
        expect(after.every((one) => listenMilestones.includes(one))).toBe(true)
        expect(after.includes('start-listen')).toBe(heard.seconds > 0)
        expect(after.includes('listen-5mins')).toBe(heard.seconds >= 300)
        expect(after.includes('listen-90percent')).toBe(coveredSeconds(heard) / durationSeconds >= 0.9)
      }),
    )
  })

  test.each<[number, ListenMilestone[]]>([
    [0, []],
    [1, ['start-listen']],
    [299, ['start-listen']],
    [300, ['start-listen', 'listen-5mins']],
    [900, ['start-listen', 'listen-5mins', 'listen-15mins']],
    [1_800, ['start-listen', 'listen-5mins', 'listen-15mins', 'listen-30mins']],
    [3_600, ['start-listen', 'listen-5mins', 'listen-15mins', 'listen-30mins', 'listen-60mins']],
  ])('by the minutes after %i seconds of a work whose duration is not known', (seconds, milestones) => {
    for (const duration of [null, 0])
      expect(milestonesReached(withStretch(nothingHeard, '1/1', [0, seconds]), duration)).toEqual(milestones)
  })

  test('by the share are of the work, not of a track', () => {
    const sharesAfter = (...all: Played[]) => milestonesReached(hear(all), 200).filter((one) => one.endsWith('percent'))
    const [first, second] = [
      { hash: '1/1', from: 0, to: 100 },
      { hash: '1/2', from: 0, to: 100 },
    ]
    expect(sharesAfter(first)).toEqual(['listen-30percent'])
    expect(sharesAfter(first, { ...second, to: 20 })).toEqual(['listen-30percent', 'listen-60percent'])
    expect(sharesAfter(first, { ...second, to: 79 })).not.toContain('listen-90percent')
    expect(sharesAfter(first, { ...second, to: 80 })).toContain('listen-90percent')
  })

  test('by the share are not reached by playing the same ten seconds over and over; those by the minutes are', () => {
    const heard = hear(loops(90, 30, 40))
    expect(milestonesReached(heard, 100)).toEqual(['start-listen', 'listen-5mins', 'listen-15mins'])
  })

  test('come of pieces as players tell them, a quarter of a second each', () => {
    const quarters = Array.from({ length: 400 }, (_, index): Played => ({
      hash: '1/1',
      from: 0.1 + index * 0.25,
      to: 0.1 + (index + 1) * 0.25,
    }))
    const heard = hear(quarters)
    expect(heard.parts['1/1']).toHaveLength(1)
    expect(milestonesReached(heard, 100)).toContain('listen-90percent')
  })

  test('with endless seeking the shortest pieces are dropped, and no more is claimed than was heard', () => {
    const pieces = Array.from({ length: MAX_STRETCHES * 3 }, (_, index): Played => ({
      hash: '1/1',
      from: index * 10,
      to: index * 10 + 1 + (index % 5),
    }))
    const heard = hear(pieces)
    expect(heard.parts['1/1']).toHaveLength(MAX_STRETCHES)
    expect(coveredSeconds(heard)).toBeLessThan(heard.seconds)
  })
})
