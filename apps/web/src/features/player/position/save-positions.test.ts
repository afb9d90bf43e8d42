import { beforeEach, describe, expect, test } from 'vitest'

import { createCommands } from '../commands.ts'
import { savePositions } from './save-positions.ts'
import { findPosition } from './positions.ts'
import type { SavedPosition } from './positions.ts'
import { connectEngine } from '../player-session.ts'
import { createPlayerStore } from '../player.store.ts'
import { aSilentEngine } from '../test/a-silent-engine.ts'
import { someTracks } from '../test/a-track.ts'

const half = () => 0.5
const tracks = someTracks(3).map((track) => ({ ...track, durationSeconds: 1800 }))
const [first, second] = tracks.map(({ hash }) => hash) as [string, string]

/** Shared by all tabs. */
let stored: SavedPosition[]
beforeEach(() => {
  stored = []
})
const secondsOf = (hash: string) => findPosition(stored, hash)?.seconds

function aTab(name: string) {
  const store = createPlayerStore()
  const player = createCommands(store, half)
  const silent = aSilentEngine(1800)
  connectEngine(store, silent.engine, half, { startSecondsOf: (hash) => secondsOf(hash) ?? 0 })
  const own = new Map<string, number>()
  const saved = {
    read: () => stored,
    write: (places: readonly SavedPosition[]) => void (stored = [...places]),
    writeOwn: (hash: string, seconds: number) => void own.set(hash, seconds),
  }
  const keeper = savePositions(store, silent.engine, saved, name)
  return {
    store,
    player,
    keeper,
    ownSecondsOf: (hash: string) => own.get(hash),
    told: silent.told,
    pauses: () => silent.becomes('paused'),
    ends: silent.ends,
    /** Plays up to a position. */
    plays(index: number, until: number) {
      if (store.getState().queue.tracks.length === 0) player.playTracks(tracks, index)
      else player.play()
      silent.becomes('playing')
      silent.reaches(until)
    },
    goesOnTo: silent.reaches,
  }
}

describe('PLY-14 the position is saved', () => {
  test('every few seconds during playback, and at once on a pause', () => {
    const tab = aTab('a')
    tab.plays(0, 2)
    expect(secondsOf(first)).toBeUndefined()
    tab.goesOnTo(4.1)
    expect(secondsOf(first)).toBe(4.1)
    tab.goesOnTo(5.5)
    expect(secondsOf(first)).toBe(4.1)
    tab.pauses()
    expect(secondsOf(first)).toBe(5.5)
  })

  test('per track when the track changes, and each starts at its own', () => {
    const tab = aTab('a')
    tab.plays(0, 303)
    tab.goesOnTo(305.5)
    tab.player.next()
    expect(secondsOf(first)).toBe(305.5)
    tab.goesOnTo(100)
    tab.told()
    tab.player.previous()
    expect(tab.told()).toContain(`load ${tracks[0]!.streamUrl} from 305.5`)
    expect(secondsOf(second)).toBe(100)
  })

  test('when the page is left; a page that has not played saves nothing', () => {
    const tab = aTab('a')
    tab.plays(0, 303)
    tab.goesOnTo(304)
    tab.keeper.flush()
    expect(secondsOf(first)).toBe(304)
    const idle = aTab('b')
    const before = stored
    idle.keeper.flush()
    expect(stored).toBe(before)
  })

  test('as the start once the track is finished', () => {
    const tab = aTab('a')
    tab.plays(0, 1500)
    tab.goesOnTo(1799.9)
    tab.player.next()
    expect(secondsOf(first)).toBe(0)
  })

  test('as the start once the last track is finished, so that it starts over', () => {
    const tab = aTab('a')
    tab.plays(2, 1500)
    tab.goesOnTo(1800)
    tab.ends()
    tab.keeper.flush()
    expect(tab.store.getState().status).toBe('paused')
    expect(secondsOf(tracks[2]!.hash)).toBe(0)
  })
})

describe('PLY-14 two tabs with the same track', () => {
  test('an idle tab does not overwrite the position of the other', () => {
    const [a, b] = [aTab('a'), aTab('b')]
    a.plays(0, 100)
    a.pauses()
    b.plays(0, 900)
    a.keeper.flush()
    expect(secondsOf(first)).toBe(900)
  })

  test('the listener is asked, and nothing is overwritten before the answer', () => {
    const [a, b] = [aTab('a'), aTab('b')]
    a.plays(0, 100)
    a.pauses()
    b.plays(0, 900)
    b.pauses()
    a.plays(0, 110)
    expect(a.store.getState().otherTabSeconds).toBe(900)
    expect(secondsOf(first)).toBe(900)
    expect(a.ownSecondsOf(first)).toBe(110)

    a.player.stayHere()
    a.goesOnTo(120)
    expect(secondsOf(first)).toBe(120)
    expect(a.store.getState().otherTabSeconds).toBeNull()
  })

  test("choosing the other tab's position continues from there", () => {
    const [a, b] = [aTab('a'), aTab('b')]
    a.plays(0, 100)
    a.pauses()
    b.plays(0, 900)
    a.plays(0, 101)
    a.told()
    a.player.goToOtherTab()
    expect(a.told()).toEqual(['seek 900'])
    a.goesOnTo(905)
    expect(secondsOf(first)).toBe(905)
  })

  test('a question disappears with its track', () => {
    const [a, b] = [aTab('a'), aTab('b')]
    a.plays(0, 100)
    a.pauses()
    b.plays(0, 900)
    a.plays(0, 101)
    a.player.next()
    expect(a.store.getState().otherTabSeconds).toBeNull()
    expect(secondsOf(first)).toBe(900)
  })
})
