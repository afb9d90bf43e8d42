import { createStore } from 'zustand/vanilla'

import type { QualityBehavior } from '#features/settings/index.ts'
import { aStorage } from '#test/a-storage.ts'

import { createCommands } from '../commands.ts'
import { applyLevels } from '../engine/apply-levels.ts'
import { savePositions } from '../position/save-positions.ts'
import { findPosition } from '../position/positions.ts'
import type { SavedPosition } from '../position/positions.ts'
import { connectEngine } from '../player-session.ts'
import { createPlayerStore } from '../player.store.ts'
import { connectPrefetch } from '../prefetch/prefetch.ts'
import { currentTrack } from '../queue/queue.ts'
import { savePlayer } from '../position/saved-player.ts'
import { connectSleepTimer } from '../sleep/connect-sleep-timer.ts'
import { off } from '../sleep/sleep-timer.ts'
import type { SleepState } from '../sleep/sleep-timer.store.ts'
import { watchForStalls } from '../engine/stall-watcher.ts'
import { aTrack } from './a-track.ts'
import { aWorld } from './a-world.ts'
import type { Weather } from './a-world.ts'

export const tracks = Array.from({ length: 200 }, (_, index) =>
  aTrack(`1/${index}`, {
    streamUrl: `/original/${index}`,
    lowQualityUrl: index % 3 === 0 ? '' : `/small/${index}`,
    durationSeconds: 30 + ((index * 37) % 150),
  }),
)
/** Seconds, by the number in the track's hash. */
export const durations = new Map(tracks.map(({ hash, durationSeconds }) => [hash.slice(2), durationSeconds!]))

/** The whole player without its screens, with a controlled clock, random source and connection. */
export function aWholePlayer(seed: number, pass: (ms: number) => void) {
  const random = chance(seed)
  const weather: Weather = { isOffline: false, isSmoothBroken: false, isStalled: false }
  const blobs = new Map<string, string>()
  const durationOf = (src: string) => durations.get((blobs.get(src) ?? src).split('/')[2]!)!
  const world = aWorld({ pass, random, durationOf, weather })
  const { engine } = world
  const store = createPlayerStore()
  const player = createCommands(store, random, () => true)
  const settings = createStore(() => ({
    qualityBehavior: 'fluentFirst' as QualityBehavior,
    prefetchMegabytes: 100,
    evenLoudness: true,
  }))
  const network = new EventTarget()
  const sleepTimer = createStore<SleepState>(() => ({ timer: off, secondsLeft: null }))
  let places: SavedPosition[] = []
  const kept = new Map<string, string>()
  const storage = aStorage(kept)

  // A file has one byte here, so it arrives at once.
  const fetch = (url: string) => {
    if (weather.isOffline) return Promise.reject(new TypeError('Failed to fetch'))
    if (weather.isSmoothBroken && url.startsWith('/small/')) return Promise.resolve(new Response(null, { status: 404 }))
    return Promise.resolve({
      status: 206,
      headers: new Headers({ 'content-range': 'bytes 0-0/1', etag: '"1"' }),
      blob: () => Promise.resolve(new Blob([url])).then((blob) => Object.defineProperty(blob, 'size', { value: 1 })),
    })
  }
  const prefetch = connectPrefetch({
    store,
    engine,
    settings,
    playsOpus: false,
    connection: () => ({}),
    fetch: fetch as unknown as typeof globalThis.fetch,
    isKept: () => false,
    isApis: (url) => new URL(url, 'http://here').origin === 'http://here',
  })
  const prefetched = {
    find(url: string) {
      const here = prefetch.find(url)
      if (here !== null) blobs.set(here, url)
      return here
    },
    forget: prefetch.forget,
  }
  const startSecondsOf = (hash: string) => findPosition(places, hash)?.seconds ?? 0
  const disconnect = connectEngine(store, engine, random, { startSecondsOf, quality: settings, prefetched })
  const saved = savePlayer(store, [storage], 'tab', 0)
  const keeper = savePositions(
    store,
    engine,
    { read: () => places, write: (now) => (places = [...now]), writeOwn: saved.saveAt },
    'tab',
  )
  const ends = [
    connectSleepTimer(store, engine, player, sleepTimer),
    watchForStalls(store, player, network),
    applyLevels(store, settings, {
      find: ({ hash }) => ({ hash, waveform: '', loudness: -10 - (Number(hash.slice(2)) % 20), truePeak: -9 }),
      load: () => {},
      onChange: () => () => {},
    }),
    () => {
      prefetch.disconnect()
      keeper.disconnect()
      saved.disconnect()
      disconnect()
    },
  ]
  return {
    world,
    engine,
    store,
    player,
    settings,
    network,
    sleepTimer,
    weather,
    random,
    keeper,
    storage,
    blobs,
    placeOf: (hash: string) => findPosition(places, hash),
    now: () => currentTrack(store.getState().queue),
    end: () => ends.forEach((each) => each()),
  }
}
export type WholePlayer = ReturnType<typeof aWholePlayer>

/** Mulberry32, a seeded generator. */
function chance(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
