import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createStore, type StoreApi } from 'zustand/vanilla'

import { createCommands } from '../commands.ts'
import { connectEngine } from '../player-session.ts'
import { createPlayerStore } from '../player.store.ts'
import { connectSleepTimer } from './connect-sleep-timer.ts'
import {
  clockIn,
  clockInAnHour,
  FADE_SECONDS,
  fadeAt,
  isAnotherDay,
  MAX_SLEEP_MINUTES,
  minutesIn,
  off,
  REWIND_SECONDS,
  secondsLeft,
  sleepTimerFrom,
  unknownEnds,
  untilClock,
  withMinutes,
} from './sleep-timer.ts'
import type { SleepTimer } from './sleep-timer.ts'
import type { SleepState } from './sleep-timer.store.ts'
import { aSilentEngine } from '../test/a-silent-engine.ts'
import { aTrack, someTracks } from '../test/a-track.ts'

const minutes = fc.constantFrom(10, 30, 60)

describe('PLY-11 the end of the sleep timer', () => {
  test('minutes are added to the remaining time or to now, up to a day', () => {
    fc.assert(
      fc.property(fc.nat(1e12), fc.array(minutes, { minLength: 1, maxLength: 30 }), (now, added) => {
        const timer = added.reduce<SleepTimer>((before, more) => withMinutes(before, more, now), off)
        const wanted = added.reduce((sum, more) => sum + more * 60, 0)
        expect(secondsLeft(timer, now, unknownEnds)).toBe(Math.min(wanted, MAX_SLEEP_MINUTES * 60))
      }),
    )
    expect(withMinutes({ kind: 'until', untilMs: 1000 }, 10, 5000)).toEqual({ kind: 'until', untilMs: 605_000 })
    expect(withMinutes({ kind: 'trackEnd' }, 10, 5000)).toEqual({ kind: 'until', untilMs: 605_000 })
  })

  test('survives a reload unless it has passed', () => {
    fc.assert(
      fc.property(fc.nat(1e12), minutes, fc.nat(4_000_000), (now, added, later) => {
        const timer = withMinutes(off, added, now)
        const read = sleepTimerFrom(JSON.stringify(timer), now + later)
        expect(read).toEqual(later < added * 60_000 ? timer : off)
      }),
    )
    for (const kind of ['trackEnd', 'workEnd']) expect(sleepTimerFrom(JSON.stringify({ kind }), 0)).toEqual({ kind })
    for (const text of [null, '{', '[]', 'null', '{"kind":"until"}', '{"kind":"until","untilMs":1e300}'])
      expect(sleepTimerFrom(text, 0)).toEqual(off)
  })

  test('PLY-17 any whole number of minutes up to a day is read, in any notation', () => {
    expect(['45', ' 5 ', '０９０', '1440'].map(minutesIn)).toEqual([45, 5, 90, MAX_SLEEP_MINUTES])
    for (const text of ['', '0', '1441', '-5', '1.5', '1e2', '12345', 'an hour', '23:30'])
      expect(minutesIn(text)).toBeNull()
  })

  test('PLY-17 a clock time is read, and anything else rejected', () => {
    expect(clockIn('23:30')).toEqual({ hours: 23, minutes: 30 })
    expect(clockIn('７：０５')).toEqual({ hours: 7, minutes: 5 })
    expect(clockIn('00:00:00')).toEqual({ hours: 0, minutes: 0 })
    for (const text of ['', '24:00', '12:60', '12', '1230', '-1:00', '12:5', 'noon']) expect(clockIn(text)).toBeNull()
  })

  test('PLY-17 a clock time is today, or tomorrow if it has passed', () => {
    const at = (hours: number, minutes: number, day = 15) => new Date(2026, 5, day, hours, minutes).getTime()
    const now = at(22, 17) + 20_000
    expect(untilClock({ hours: 23, minutes: 30 }, now)).toBe(at(23, 30))
    expect(untilClock({ hours: 22, minutes: 18 }, now)).toBe(at(22, 18))
    expect(untilClock({ hours: 22, minutes: 17 }, now)).toBe(at(22, 17, 16))
    expect(untilClock({ hours: 7, minutes: 0 }, now)).toBe(at(7, 0, 16))
    expect([at(23, 59), at(0, 0, 16)].map((ms) => isAnotherDay(ms, now))).toEqual([false, true])
  })

  test('PLY-17 at any moment it is the next time that clocks show it, and survives a reload', () => {
    const time = fc.record({ hours: fc.nat(23), minutes: fc.nat(59) })
    fc.assert(
      fc.property(fc.integer({ min: 1.7e12, max: 2e12 }), time, (now, clock) => {
        const until = untilClock(clock, now)
        expect(until).toBeGreaterThan(now)
        expect(until - now).toBeLessThanOrEqual(25 * 3_600_000)
        const shown = new Date(until)
        // An hour is skipped when daylight saving time begins.
        const isLeftOut = shown.getTimezoneOffset() !== new Date(until - 3_600_000).getTimezoneOffset()
        if (!isLeftOut) expect({ hours: shown.getHours(), minutes: shown.getMinutes() }).toEqual(clock)
        expect(sleepTimerFrom(JSON.stringify({ kind: 'until', untilMs: until }), now)).toMatchObject({ untilMs: until })
        const offered = untilClock(clockIn(clockInAnHour(now))!, now)
        expect(offered - now).toBeGreaterThanOrEqual(3_600_000)
        expect(offered - now).toBeLessThan(3_900_000)
      }),
    )
  })

  test('the fade decreases from full volume to silence', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 60, noNaN: true }), fc.double({ min: 0, max: 60, noNaN: true }), (a, b) => {
        expect(fadeAt(Math.min(a, b))).toBeLessThanOrEqual(fadeAt(Math.max(a, b)))
      }),
    )
    expect([fadeAt(0), fadeAt(FADE_SECONDS), fadeAt(null)]).toEqual([0, 1, 1])
  })
})

describe('PLY-11 the sleep timer', () => {
  const tracks = someTracks(2)
  let store: ReturnType<typeof createPlayerStore>
  let silent: ReturnType<typeof aSilentEngine>
  let player: ReturnType<typeof createCommands>
  let timer: StoreApi<SleepState>
  let disconnect: () => void

  beforeEach(() => {
    vi.useFakeTimers()
    store = createPlayerStore()
    silent = aSilentEngine()
    player = createCommands(store, () => 0.5)
    connectEngine(store, silent.engine, () => 0.5)
    timer = createStore<SleepState>(() => ({ timer: off, secondsLeft: null }))
    disconnect = connectSleepTimer(store, silent.engine, player, timer)
    player.playTracks(tracks, 0)
    silent.becomes('playing')
    player.setVolume(0.8)
    silent.told()
  })
  afterEach(() => {
    disconnect()
    vi.useRealTimers()
  })
  const sleepIn = (count: number) => timer.setState({ timer: withMinutes(off, count, Date.now()) })

  test('fades out, pauses, and restores the volume once silent', () => {
    sleepIn(10)
    vi.advanceTimersByTime((600 - FADE_SECONDS) * 1000 - 200)
    expect(silent.told()).toEqual([])
    vi.advanceTimersByTime(FADE_SECONDS * 500)
    expect(store.getState().fade).toBeGreaterThan(0.2)
    expect(store.getState().fade).toBeLessThan(0.35)
    vi.advanceTimersByTime(FADE_SECONDS * 500 + 300)
    const told = silent.told()
    expect(told.slice(-2)).toEqual(['volume 0', 'pause'])
    expect(told.length).toBeGreaterThan(50)
    silent.becomes('paused')
    expect(silent.told()).toEqual(['seek 0', 'volume 0.8'])
    expect(timer.getState()).toEqual({ timer: off, secondsLeft: null })
    expect(store.getState()).toMatchObject({ volume: 0.8, status: 'paused' })
  })

  test('PLY-21 goes back to a little before the fade, or to the start of a track that began within it', () => {
    for (const isOther of [false, true]) {
      sleepIn(10)
      silent.reaches(40)
      vi.advanceTimersByTime((600 - FADE_SECONDS) * 1000 + 200)
      silent.reaches(54)
      if (isOther) player.next()
      silent.becomes('playing')
      vi.advanceTimersByTime(FADE_SECONDS * 1000)
      silent.told()
      silent.becomes('paused')
      expect(silent.told()).toContain(isOther ? 'seek 0' : `seek ${40 - REWIND_SECONDS}`)
      player.play()
      silent.becomes('playing')
    }
  })

  test('PLY-21 a pause by hand within the fade goes back nowhere', () => {
    sleepIn(10)
    silent.reaches(40)
    vi.advanceTimersByTime(595_000)
    player.pause()
    silent.becomes('paused')
    vi.advanceTimersByTime(6_000)
    expect(silent.told().filter((command) => command.startsWith('seek'))).toEqual([])
    expect(store.getState().fade).toBe(1)
  })

  test('PLY-21 counts whole seconds down to the time, the end of the track or of its work, at the current speed', () => {
    const left = () => timer.getState().secondsLeft
    sleepIn(10)
    expect(left()).toBe(600)
    vi.advanceTimersByTime(1_000)
    expect(left()).toBe(599)
    silent.reaches(20)
    timer.setState({ timer: { kind: 'trackEnd' } })
    expect(left()).toBe(40)
    timer.setState({ timer: { kind: 'workEnd' } })
    expect(left()).toBe(100)
    player.setRate(2)
    vi.advanceTimersByTime(200)
    expect(left()).toBe(50)
    player.playTracks([tracks[0]!, aTrack('1/9', { durationSeconds: null })], 0)
    vi.advanceTimersByTime(200)
    expect(left()).toBeNull()
    timer.setState({ timer: off })
    expect(left()).toBeNull()
  })

  test('PLY-21 at the end of the work it pauses, and another work waits', () => {
    player.playTracks([...tracks, aTrack('2/0', { workId: 2 })], 0)
    timer.setState({ timer: { kind: 'workEnd' } })
    silent.becomes('playing')
    silent.ends()
    silent.becomes('playing')
    expect(store.getState()).toMatchObject({ status: 'playing', queue: { index: 1 } })
    silent.told()
    silent.ends()
    expect(silent.told()).toContain('load /api/media/stream/2/0')
    expect(store.getState()).toMatchObject({ status: 'paused', queue: { index: 2 }, stopsAtEndOf: null })
    expect(timer.getState().timer).toEqual(off)
  })

  test('adding time or turning it off during the fade restores the volume', () => {
    for (const change of [() => sleepIn(10), () => timer.setState({ timer: off })]) {
      sleepIn(10)
      vi.advanceTimersByTime(597_000)
      expect(store.getState().fade).toBeLessThan(0.3)
      change()
      vi.advanceTimersByTime(200)
      expect(silent.told().at(-1)).toBe('volume 0.8')
    }
  })

  test('at the end of the track it fades and pauses, and the next track waits', () => {
    timer.setState({ timer: { kind: 'trackEnd' } })
    silent.reaches(56)
    vi.advanceTimersByTime(200)
    expect(store.getState().fade).toBeLessThan(0.3)
    silent.told()
    silent.ends()
    expect(silent.told()).toEqual([`load ${tracks[1]!.streamUrl}`, 'volume 0.8'])
    expect(store.getState()).toMatchObject({ status: 'paused', queue: { index: 1 }, stopsAtEndOf: null })
    expect(timer.getState().timer).toEqual(off)
    player.play()
    silent.becomes('playing')
    silent.ends()
    expect(store.getState().status).toBe('paused')
  })

  test('ends silently while nothing plays', () => {
    player.pause()
    silent.becomes('paused')
    silent.told()
    sleepIn(10)
    vi.advanceTimersByTime(601_000)
    expect(silent.told()).toEqual(['pause'])
    expect(timer.getState().timer).toEqual(off)
  })
})
