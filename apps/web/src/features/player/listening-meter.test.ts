import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { isHeardBetween, measureListening, SLACK_SECONDS, type Moment } from './listening-meter.ts'
import { createPlayerStore, type PlayerState } from './player.store.ts'
import { aQueue } from './test/a-queue.ts'
import { aSilentEngine } from './test/a-silent-engine.ts'

/** A player with a controlled clock, and the stretches heard from it. */
function aPlayer() {
  const silent = aSilentEngine()
  const store = createPlayerStore()
  let ms = 0
  let engines = 0
  const heard: string[] = []
  let seconds = 0
  const stop = measureListening(
    store,
    () => (engines++, silent.engine),
    () => ms,
    ({ hash }, from, to) => {
      heard.push(`${hash} ${from}–${to}`)
      seconds += to - from
    },
  )
  return {
    store,
    stop,
    engines: () => engines,
    seconds: () => seconds,
    /** The stretches since the last call. */
    heard: () => heard.splice(0),
    is: (state: Partial<PlayerState>) => store.setState(state),
    /** Advances the clock, then the position. */
    reaches(position: number, afterSeconds: number) {
      ms += afterSeconds * 1_000
      silent.reaches(position)
    },
  }
}

describe('PLY-15 time actually played', () => {
  test('is the stretch between two readings of the position', () => {
    const player = aPlayer()
    player.is({ queue: aQueue(2), status: 'playing' })
    player.reaches(0.25, 0.25)
    player.reaches(0.5, 0.25)
    // A page in the background reads it less often.
    player.reaches(60.5, 60)
    expect(player.heard()).toEqual(['1/0 0–0.25', '1/0 0.25–0.5', '1/0 0.5–60.5'])
    player.stop()
    player.reaches(61, 0.5)
    expect(player.heard()).toEqual([])
  })

  test('leaves out seeks in either direction, and counts what follows them', () => {
    const player = aPlayer()
    player.is({ queue: aQueue(2), status: 'playing' })
    player.reaches(30, 0.25)
    player.reaches(31, 1)
    player.reaches(5, 0.25)
    player.reaches(5.5, 0.5)
    expect(player.heard()).toEqual(['1/0 30–31', '1/0 5–5.5'])
  })

  test('ends with a pause, a stall or mute, and counts per track', () => {
    const player = aPlayer()
    player.is({ queue: aQueue(2), status: 'playing' })
    player.reaches(1, 1)
    player.is({ status: 'paused' })
    player.reaches(2, 1)
    player.is({ status: 'loading' })
    player.reaches(3, 1)
    player.is({ status: 'playing' })
    player.reaches(4, 1)
    player.is({ isMuted: true })
    player.reaches(5, 1)
    player.is({ isMuted: false, volume: 0 })
    player.reaches(6, 1)
    player.is({ volume: 1 })
    player.is({ queue: aQueue(2, 1) })
    player.reaches(7, 1)
    expect(player.heard()).toEqual(['1/0 0–1', '1/0 3–4', '1/1 6–7'])
  })

  test('is exact to the moment of a pause, and at double speed counts seconds of the recording', () => {
    const player = aPlayer()
    player.is({ queue: aQueue(2), status: 'playing', rate: 2 })
    player.reaches(20, 10)
    player.is({ status: 'paused' })
    expect(player.heard()).toEqual(['1/0 0–20'])
    // An advance beyond what the speed allows was a seek.
    player.is({ status: 'playing', rate: 1 })
    player.reaches(40, 10)
    expect(player.heard()).toEqual([])
  })

  test('creates no engine while nothing plays', () => {
    const player = aPlayer()
    player.is({ queue: aQueue(2), status: 'paused' })
    player.is({ volume: 0.5 })
    expect(player.engines()).toBe(0)
  })

  test('is never more than the time elapsed, however the position moves', () => {
    const step = fc.record({
      afterSeconds: fc.double({ min: 0.01, max: 30, noNaN: true }),
      /** A long seek or a small step. */
      leap: fc.oneof(fc.double({ min: -600, max: 600, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })),
      isPlaying: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), fc.constantFrom(0.5, 1, 2, 3), (steps, rate) => {
        const player = aPlayer()
        player.is({ queue: aQueue(1), status: 'playing', rate })
        let passed = 0
        let position = 0
        for (const { afterSeconds, leap, isPlaying } of steps) {
          position = Math.max(0, position + leap)
          player.reaches(position, afterSeconds)
          if (!isPlaying) player.is({ status: 'paused' })
          player.is({ status: 'playing' })
          passed += afterSeconds * rate
        }
        expect(player.seconds()).toBeLessThanOrEqual(passed + SLACK_SECONDS + 1e-6)
      }),
    )
  })

  test('cannot be faked by seeking in small steps; playback after them is counted', () => {
    const player = aPlayer()
    player.is({ queue: aQueue(1), status: 'playing' })
    for (let leap = 1; leap <= 200; leap++) player.reaches(leap * SLACK_SECONDS, 0.016)
    expect(player.seconds()).toBeLessThanOrEqual(3.2 + SLACK_SECONDS)
    player.heard()
    player.reaches(101, 1)
    player.reaches(102, 1)
    expect(player.heard()).toEqual(['1/0 100–101', '1/0 101–102'])
  })

  test('belongs to one track and to a player that was playing', () => {
    const moment = (over: Partial<Moment>): Moment => ({
      hash: 'a',
      seconds: 0,
      ms: 0,
      rate: 1,
      isHeard: true,
      ...over,
    })
    const later = moment({ seconds: 1, ms: 1_000 })
    const isHeard = (before: Moment, now: Moment) => isHeardBetween(before, now, 0).isHeard
    expect(isHeard(moment({}), later)).toBe(true)
    expect(isHeard(moment({}), { ...later, isHeard: false })).toBe(true)
    expect(isHeard(moment({ isHeard: false }), later)).toBe(false)
    expect(isHeard(moment({ hash: 'b' }), later)).toBe(false)
    expect(isHeard(moment({}), { ...later, seconds: 0 })).toBe(false)
  })
})
