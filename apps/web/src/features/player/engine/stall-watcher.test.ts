import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { StoreApi } from 'zustand/vanilla'

import type { QualityBehavior } from '#features/settings/index.ts'

import { createCommands } from '../commands.ts'
import { connectEngine } from '../player-session.ts'
import { createPlayerStore } from '../player.store.ts'
import { STALL_SECONDS, watchForStalls } from './stall-watcher.ts'
import { aSilentEngine } from '../test/a-silent-engine.ts'
import { aTrack } from '../test/a-track.ts'

const tracks = [
  aTrack('1/0', { lowQualityUrl: '/small/0' }),
  aTrack('1/1'),
  aTrack('1/2', { lowQualityUrl: '/small/2' }),
]
const [first] = tracks.map((track) => track.streamUrl)
let store: ReturnType<typeof createPlayerStore>
let player: ReturnType<typeof createCommands>
let silent: ReturnType<typeof aSilentEngine>
let network: EventTarget
let settings: StoreApi<{ qualityBehavior: QualityBehavior }>
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  store = createPlayerStore()
  player = createCommands(store, () => 0.5)
  silent = aSilentEngine()
  network = new EventTarget()
  settings = createStore(() => ({ qualityBehavior: 'qualityFirst' }))
  connectEngine(store, silent.engine, () => 0.5, { quality: settings })
  stop = watchForStalls(store, player, network)
  player.playTracks(tracks, 0)
  silent.becomes('playing')
  silent.reaches(33)
  silent.told()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})
const problem = () => store.getState().problem
function getsStuck() {
  silent.becomes('loading')
  vi.advanceTimersByTime(STALL_SECONDS * 1000)
}

describe('PLY-09 a stall while loading', () => {
  test('is shown after a while, and no longer once it plays or is paused', () => {
    silent.becomes('loading')
    vi.advanceTimersByTime(STALL_SECONDS * 1000 - 1)
    expect(problem()).toBeNull()
    vi.advanceTimersByTime(1)
    expect(problem()).toBe('stalled')
    silent.becomes('playing')
    expect(problem()).toBeNull()
    getsStuck()
    player.pause()
    silent.becomes('paused')
    expect(problem()).toBeNull()
    vi.advanceTimersByTime(60_000)
    expect(problem()).toBeNull()
  })

  test('a retry loads the track again at its position', () => {
    getsStuck()
    player.play()
    expect(silent.told()).toEqual([`load ${first} from 33`, 'play'])
    expect(store.getState()).toMatchObject({ status: 'loading', problem: null })
  })

  test('switching to the small stream keeps the position, and a new stall is shown again', () => {
    getsStuck()
    settings.setState({ qualityBehavior: 'fluentFirst' })
    player.play()
    expect(silent.told()).toEqual(['load /small/0 from 33', 'play', 'play'])
    expect(store.getState()).toMatchObject({ status: 'loading', problem: null, stream: 'smooth' })
    vi.advanceTimersByTime(STALL_SECONDS * 1000)
    expect(problem()).toBe('stalled')
  })

  test('a retry that stalls too is shown again', () => {
    getsStuck()
    player.play()
    vi.advanceTimersByTime(STALL_SECONDS * 1000)
    expect(problem()).toBe('stalled')
  })
})

describe('PLY-16 the watcher is loaded after playback starts', () => {
  /** A visit with events before the player services have loaded. */
  function aVisit(happens: (its: { player: typeof player; silent: typeof silent }) => void, isBack = false) {
    const its = { store: createPlayerStore(), silent: aSilentEngine() }
    const commands = createCommands(its.store, () => 0.5)
    connectEngine(its.store, its.silent.engine, () => 0.5, { quality: settings })
    happens({ player: commands, silent: its.silent })
    its.silent.told()
    stop()
    stop = watchForStalls(its.store, commands, network, isBack)
    return its
  }
  const fails = (silent: ReturnType<typeof aSilentEngine>) => [1, 2].forEach(() => silent.fails('network'))

  test('a first track that does not load is reported like any other', () => {
    const visit = aVisit((its) => its.player.playTracks(tracks, 0))
    expect(visit.store.getState().status).toBe('loading')
    vi.advanceTimersByTime(STALL_SECONDS * 1000)
    expect(visit.store.getState().problem).toBe('stalled')
    visit.silent.becomes('playing')
    expect(visit.store.getState().problem).toBeNull()
  })

  test('a first track that failed offline continues when the connection is back', () => {
    const visit = aVisit((its) => {
      its.player.playTracks(tracks, 0)
      fails(its.silent)
    })
    expect(visit.store.getState()).toMatchObject({ status: 'error', problem: 'network' })
    expect(visit.silent.told()).toEqual([])
    network.dispatchEvent(new Event('online'))
    expect(visit.silent.told()).toEqual([`load ${first}`, 'play'])
  })

  test('also if the watcher itself loads only with the connection', () => {
    const visit = aVisit((its) => {
      its.player.playTracks(tracks, 0)
      fails(its.silent)
    }, true)
    expect(visit.silent.told()).toEqual([`load ${first}`, 'play'])
  })

  test.each([false, true])(
    'a track that was only loaded while paused does not start with the connection (%s)',
    (isBack) => {
      const visit = aVisit((its) => {
        its.player.playTracks(tracks, 0)
        its.player.pause()
        its.silent.becomes('paused')
        fails(its.silent)
      }, isBack)
      expect(visit.store.getState()).toMatchObject({ status: 'error', problem: 'network' })
      network.dispatchEvent(new Event('online'))
      expect(visit.silent.told()).toEqual([])
    },
  )
})

describe('PLY-09 a connection loss', () => {
  test('when short, playback continues where it was', () => {
    silent.fails('network')
    silent.fails('network')
    expect(store.getState()).toMatchObject({ status: 'error', problem: 'network' })
    silent.told()
    vi.advanceTimersByTime(60_000)
    network.dispatchEvent(new Event('online'))
    expect(silent.told()).toEqual([`load ${first} from 33`, 'play'])
  })

  test('when long, nothing starts by itself, nor does a paused track', () => {
    silent.fails('network')
    silent.fails('network')
    silent.told()
    vi.advanceTimersByTime(121_000)
    network.dispatchEvent(new Event('online'))
    expect(silent.told()).toEqual([])
    player.play()
    silent.becomes('paused')
    silent.told()
    network.dispatchEvent(new Event('online'))
    expect(silent.told()).toEqual([])
  })
})
