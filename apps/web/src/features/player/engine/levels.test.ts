import type { FileSound } from '@otodana/contract'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { StoreApi } from 'zustand/vanilla'

import { createCommands } from '../commands.ts'
import { applyLevels } from './apply-levels.ts'
import { decibelsOf, factorOf, levelBetween, levelOf, TARGET_LUFS } from './levels.ts'
import { connectEngine } from '../player-session.ts'
import { createPlayerStore } from '../player.store.ts'
import { aSilentEngine } from '../test/a-silent-engine.ts'
import { aTrack } from '../test/a-track.ts'

const inDecibels = (loudness: number | null, truePeak: number | null) =>
  Math.round(decibelsOf(levelOf({ loudness, truePeak })) * 100) / 100

describe('PLY-05 the level of a track when all play equally loud', () => {
  test('a loud track is lowered to −18 LUFS, a quiet one is raised as far as its peak allows', () => {
    expect(TARGET_LUFS).toBe(-18)
    expect(inDecibels(-9, 0.3)).toBe(-9)
    expect(inDecibels(-24, -12)).toBe(6)
    expect(inDecibels(-24, -4)).toBe(3)
    expect(inDecibels(-24, -0.2)).toBe(0)
    expect(inDecibels(-60, -50)).toBe(12)
  })

  test('a track without a known peak is never raised; a silent or unmeasured one is unchanged', () => {
    expect(inDecibels(-30, null)).toBe(0)
    expect(inDecibels(-10, null)).toBe(-8)
    expect(inDecibels(null, null)).toBe(0)
    expect(levelOf(undefined)).toBe(1)
  })

  test('no peak below −1 dBTP is raised above it, and nothing is raised beyond the target', () => {
    const level = { min: -70, max: 3, noNaN: true }
    fc.assert(
      fc.property(fc.double(level), fc.double(level), (loudness, truePeak) => {
        const gain = decibelsOf(levelOf({ loudness, truePeak }))
        expect(truePeak + gain).toBeLessThanOrEqual(Math.max(-1, truePeak) + 1e-9)
        if (gain > 0) expect(loudness + gain).toBeLessThanOrEqual(TARGET_LUFS + 1e-9)
      }),
    )
  })

  test('a ramp is linear in decibels', () => {
    expect(levelBetween(1, factorOf(-12), 0.5)).toBeCloseTo(factorOf(-6))
    expect([levelBetween(0.5, 2, 0), levelBetween(0.5, 2, 1), levelBetween(0.5, 2, 3)]).toEqual([0.5, 2, 2])
  })
})

describe('PLY-05 levelling the current track', () => {
  const tracks = [aTrack('1/0'), aTrack('1/1'), aTrack('2/0', { workId: 2 })]
  let known: Map<string, Pick<FileSound, 'loudness' | 'truePeak'>>
  let loaded: number[]
  let tell: () => void
  let settings: StoreApi<{ evenLoudness: boolean }>
  let store: ReturnType<typeof createPlayerStore>
  let player: ReturnType<typeof createCommands>
  let silent: ReturnType<typeof aSilentEngine>
  let stop: () => void

  beforeEach(() => {
    vi.useFakeTimers()
    known = new Map()
    loaded = []
    settings = createStore(() => ({ evenLoudness: true }))
    store = createPlayerStore()
    player = createCommands(
      store,
      () => 0.5,
      () => true,
    )
    silent = aSilentEngine()
    connectEngine(store, silent.engine, () => 0.5)
    stop = applyLevels(store, settings, {
      find: ({ hash }) => {
        const sound = known.get(hash)
        return sound && { hash, waveform: '', ...sound }
      },
      load: (workId) => void loaded.push(workId),
      onChange(listener) {
        tell = listener
        return () => {}
      },
    })
    silent.told()
  })
  afterEach(() => {
    stop()
    vi.useRealTimers()
  })
  const volumes = () => silent.told().flatMap((line) => (line.startsWith('volume ') ? [Number(line.slice(7))] : []))
  const play = (index: number) => {
    player.playTracks(tracks, index)
    silent.becomes('playing')
  }

  test('a track begins at its known level, combined with the volume', () => {
    known.set('1/0', { loudness: -12, truePeak: 0 })
    known.set('1/1', { loudness: -24, truePeak: -12 })
    player.setVolume(0.5)
    play(0)
    expect(volumes().at(-1)).toBeCloseTo(0.5 * factorOf(-6))
    player.next()
    expect(volumes().at(-1)).toBeCloseTo(0.5 * factorOf(6))
    player.setVolume(2)
    expect(volumes().at(-1)).toBeCloseTo(2 * factorOf(6))
    expect(vi.getTimerCount()).toBe(0)
  })

  test('the levels of the current and the next track are loaded', () => {
    play(1)
    expect(loaded).toEqual([1_000_001, 2])
  })

  test('a level that arrives during a track is ramped, once', () => {
    play(0)
    silent.told()
    known.set('1/0', { loudness: -6, truePeak: 0 })
    tell()
    tell()
    expect(vi.getTimerCount()).toBe(1)
    vi.advanceTimersByTime(3_000)
    const steps = volumes()
    expect(steps.at(-1)).toBeCloseTo(factorOf(-12))
    for (const [index, step] of steps.entries())
      expect(Math.abs(decibelsOf(step / (steps[index - 1] ?? 1)))).toBeLessThan(0.5)
    expect(vi.getTimerCount()).toBe(0)
    known.clear()
    tell()
    expect([volumes(), vi.getTimerCount()]).toEqual([[], 0])
  })

  test('switching it is gradual while playing and immediate while paused; a new track ends the ramp', () => {
    known.set('1/0', { loudness: -12, truePeak: 0 })
    play(0)
    settings.setState({ evenLoudness: false })
    vi.advanceTimersByTime(1_000)
    expect(store.getState().level).toBeCloseTo(factorOf(-3), 1)
    player.next()
    expect([store.getState().level, vi.getTimerCount()]).toEqual([1, 0])
    silent.becomes('paused')
    known.set('1/1', { loudness: -12, truePeak: 0 })
    settings.setState({ evenLoudness: true })
    expect(store.getState().level).toBeCloseTo(factorOf(-6))
    settings.setState({ evenLoudness: false })
    expect([store.getState().level, vi.getTimerCount()]).toEqual([1, 0])
  })

  test('while it is off nothing is loaded', () => {
    settings.setState({ evenLoudness: false })
    known.set('1/0', { loudness: -6, truePeak: 0 })
    play(0)
    expect([loaded, store.getState().level]).toEqual([[], 1])
  })

  test('the sleep timer fades from the level, and mute is unaffected', () => {
    known.set('1/0', { loudness: -12, truePeak: 0 })
    play(0)
    player.setMuted(true)
    store.setState({ fade: 0.25 })
    expect(volumes().at(-1)).toBeCloseTo(0.25 * factorOf(-6))
    expect(store.getState().isMuted).toBe(true)
  })
})
