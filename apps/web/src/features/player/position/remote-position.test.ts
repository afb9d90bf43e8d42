import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import type { DevicePosition } from '#lib/queries/playback-positions-query.ts'

import { createCommands } from '../commands.ts'
import { noAnswer, type RemotePositionAnswer } from './remote-position-rules.ts'
import { followRemotePosition, AUTO_SEEK_WITHIN_MS, NOTICE_MS } from './remote-position.ts'
import { findPosition, type SavedPosition } from './positions.ts'
import { connectEngine } from '../player-session.ts'
import { createPlayerStore } from '../player.store.ts'
import { aSilentEngine } from '../test/a-silent-engine.ts'
import { someTracks } from '../test/a-track.ts'

const HOUR_MS = 3_600_000
const tracks = someTracks(3).map((track) => ({ ...track, durationSeconds: 1800 }))
const [first, second] = tracks.map(({ hash }) => hash) as [string, string]

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const onPhone = (hash: string, seconds: number, agoMs = HOUR_MS): DevicePosition => ({
  hash,
  seconds,
  atMs: Date.now() - agoMs,
  serverMs: Date.now() - agoMs,
  device: { id: 'phone', name: 'Firefox on Android' },
})

/** A device whose server answers after a while, or not at all. */
function aDevice(options: { places?: DevicePosition[] | null; here?: SavedPosition[]; answersAfterMs?: number } = {}) {
  const { here = [], answersAfterMs = 100 } = options
  let places = options.places ?? null
  let asked = 0
  const noted = new Map<string, RemotePositionAnswer>()
  const store = createPlayerStore()
  const player = createCommands(store, () => 0.5)
  const silent = aSilentEngine(1800)
  connectEngine(store, silent.engine, () => 0.5, { startSecondsOf: (hash) => findPosition(here, hash)?.seconds ?? 0 })
  const stop = followRemotePosition(
    { store, player, position: silent.engine.position, readPositions: () => here },
    {
      deviceId: 'desk',
      async find() {
        asked++
        await new Promise((resolve) => setTimeout(resolve, answersAfterMs))
        return places
      },
      answers: { of: (hash) => noted.get(hash) ?? noAnswer, write: (hash, note) => void noted.set(hash, note) },
    },
  )
  return {
    store,
    player,
    silent,
    stop,
    asked: () => asked,
    shown: () => store.getState().remotePosition,
    serverHas: (now: DevicePosition[]) => (places = now),
    play(index = 0) {
      player.playTracks(tracks, index)
      silent.becomes('playing')
    },
    answer: (ms = answersAfterMs) => vi.advanceTimersByTimeAsync(ms),
  }
}
const left = (hash: string, seconds: number, agoMs = 2 * HOUR_MS): SavedPosition => ({
  hash,
  seconds,
  by: 'tab',
  atMs: Date.now() - agoMs,
})

describe('PLY-14 the remote position of a track', () => {
  test('playback starts at the local position, and the listener is asked', async () => {
    const device = aDevice({ here: [left(first, 100)], places: [onPhone(first, 754)] })
    device.play()
    expect(device.silent.told()).toContain(`load ${tracks[0]!.streamUrl} from 100`)
    expect(device.shown()).toBeNull()
    await device.answer()
    expect(device.shown()).toMatchObject({ seconds: 754, device: 'Firefox on Android', isTaken: false })
    expect(device.silent.told().filter((each) => each.startsWith('seek'))).toEqual([])
    device.player.goToRemotePosition()
    expect(device.silent.told()).toEqual(['seek 754'])
    expect(device.shown()).toBeNull()
  })

  test('a track never played here continues from it, with a notice for a while and a way back', async () => {
    const device = aDevice({ places: [onPhone(first, 754)] })
    device.play()
    device.silent.reaches(0.1)
    device.silent.told()
    await device.answer()
    expect(device.silent.told()).toEqual(['seek 754'])
    expect(device.shown()).toMatchObject({ seconds: 754, isTaken: true })
    device.player.goToRemotePosition()
    expect(device.silent.told()).toEqual(['seek 0'])
    expect(device.shown()).toBeNull()

    const other = aDevice({ places: [onPhone(first, 754)] })
    other.play()
    await other.answer()
    await vi.advanceTimersByTimeAsync(NOTICE_MS)
    expect(other.shown()).toBeNull()
  })

  test('it is resumed however near the start; if late, it is too near to ask', async () => {
    const device = aDevice({ places: [onPhone(first, 11)] })
    device.play()
    device.silent.told()
    await device.answer()
    expect(device.silent.told()).toEqual(['seek 11'])
    expect(device.shown()).toMatchObject({ seconds: 11, isTaken: true })
    const late = aDevice({ places: [onPhone(first, 11)], answersAfterMs: AUTO_SEEK_WITHIN_MS + 1 })
    late.play()
    late.silent.told()
    await late.answer()
    expect(late.silent.told()).toEqual([])
    expect(late.shown()).toBeNull()
  })

  test('if the answer is late or the listener has sought, it asks in place of seeking', async () => {
    const late = aDevice({ places: [onPhone(first, 754)], answersAfterMs: AUTO_SEEK_WITHIN_MS + 1 })
    late.play()
    await late.answer()
    expect(late.shown()).toMatchObject({ seconds: 754, isTaken: false })
    const sought = aDevice({ places: [onPhone(first, 754)] })
    sought.play()
    sought.silent.reaches(300)
    await sought.answer()
    expect(sought.shown()).toMatchObject({ seconds: 754, isTaken: false })
    expect([...late.silent.told(), ...sought.silent.told()].filter((each) => each.startsWith('seek'))).toEqual([])
  })

  test('after “stay” it is not asked about again until that device plays on', async () => {
    const device = aDevice({ here: [left(first, 100)], places: [onPhone(first, 754)] })
    device.play()
    await device.answer()
    device.player.stayOnDevice()
    device.silent.becomes('paused')
    device.silent.becomes('playing')
    await device.answer()
    expect(device.asked()).toBe(2)
    expect(device.shown()).toBeNull()
    device.silent.becomes('paused')
    device.serverHas([onPhone(first, 800, 60_000)])
    device.silent.becomes('playing')
    await device.answer()
    expect(device.shown()).toMatchObject({ seconds: 800 })
  })

  test('a question disappears with its track, and comes back with it', async () => {
    const here = [left(first, 100)]
    const device = aDevice({ here, places: [onPhone(first, 754)] })
    device.play()
    await device.answer()
    here.push(left(first, 400, 0))
    device.player.next()
    expect(device.shown()).toBeNull()
    await device.answer()
    expect(device.shown()).toBeNull()
    device.player.previous()
    await device.answer()
    expect(device.shown()).toMatchObject({ seconds: 754, isTaken: false })
  })

  test('an answer that arrives after a change of track or account does nothing', async () => {
    const device = aDevice({ places: [onPhone(first, 754), onPhone(second, 30, 1)] })
    device.play()
    device.player.next()
    device.silent.told()
    device.stop()
    await device.answer()
    expect(device.shown()).toBeNull()
    expect(device.silent.told()).toEqual([])
  })

  test('nothing is requested before playback, and without an answer nothing happens', async () => {
    const device = aDevice({ here: [left(first, 100)] })
    device.store.setState({ queue: { tracks, index: 0, mode: 'order', round: [], heard: 0 } })
    expect(device.asked()).toBe(0)
    device.player.play()
    device.silent.becomes('playing')
    await device.answer()
    expect(device.asked()).toBe(1)
    expect(device.shown()).toBeNull()
  })
})
