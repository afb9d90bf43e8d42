import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'

import type { QualityBehavior } from '#features/settings/index.ts'
import { setAtHand } from '#lib/kept/at-hand.ts'
import type { Quality } from '#lib/kept/kept-path.ts'

import { createCommands } from '../commands.ts'
import { connectEngine } from '../player-session.ts'
import { createPlayerStore } from '../player.store.ts'
import { aSilentEngine } from '../test/a-silent-engine.ts'
import { aTrack } from '../test/a-track.ts'
import { keptSources } from './kept-source.ts'

const track = (file: number, over = {}) =>
  aTrack(`1/${file}`, { lowQualityUrl: `http://here/api/media/streamLowQuality/1/${file}`, ...over })
const kept = (...files: [fileId: number, quality: Quality][]) =>
  setAtHand(files.map(([fileId, quality]) => [0, 1, fileId, quality]))

let controller: object | null
let isOnline: boolean

beforeEach(() => {
  controller = {}
  isOnline = true
  vi.stubGlobal('navigator', {
    get onLine() {
      return isOnline
    },
    serviceWorker: {
      get controller() {
        return controller
      },
    },
  })
})
afterEach(() => kept())

test('OFF-13 a track plays from this device in the wanted quality, whatever the origin and format of its streams', () => {
  const sources = keptSources(true)
  kept([1, 'small'], [2, 'original'])
  expect(sources.find(track(1), 'smooth', false)).toBe('/kept/1/1/small')
  expect(sources.find(track(2), 'original', false)).toBe('/kept/1/2/original')
  expect(sources.find(track(3), 'smooth', false)).toBeNull()
  sources.drop('/kept/1/1/small')
  expect(sources.find(track(1), 'smooth', false)).toBeNull()
})

test('OFF-13 the original replaces the small stream, unless no browser plays it; the small one the original only without a network', () => {
  const { find } = keptSources(false)
  kept([1, 'original'], [2, 'small'])
  expect(find(track(1), 'smooth', false)).toBe('/kept/1/1/original')
  expect(find(track(1, { isStreamOnly: true }), 'smooth', false)).toBeNull()
  expect(find(track(2), 'original', false)).toBeNull()
  expect(find(track(2), 'original', true)).toBe('/kept/1/2/small')
  isOnline = false
  expect(find(track(2), 'original', false)).toBe('/kept/1/2/small')
})

test('OFF-54 an older version plays only without the network', () => {
  const { find } = keptSources(false)
  setAtHand([[0, 1, 1, 'original']], [[0, 1, 1, 'original']])
  expect([find(track(1), 'original', false), find(track(1), 'smooth', false)]).toEqual([null, null])
  expect(find(track(1), 'original', true)).toBe('/kept/1/1/original')
  isOnline = false
  expect([find(track(1), 'original', false), find(track(1), 'smooth', false)]).toEqual([
    '/kept/1/1/original',
    '/kept/1/1/original',
  ])
  isOnline = true
  // The new one is here.
  setAtHand([[0, 1, 1, 'renewed']])
  expect(find(track(1), 'original', false)).toBe('/kept/1/1/original')
  setAtHand([[0, 1, 2, 'small']], [[0, 1, 2, 'small']])
  expect([find(track(2), 'smooth', false), find(track(2), 'smooth', true)]).toEqual([null, '/kept/1/2/small'])
  setAtHand([[0, 1, 2, 'renewedSmall']])
  expect(find(track(2), 'smooth', false)).toBe('/kept/1/2/small')
})

test('OFF-13 without a service worker nothing plays from this device', () => {
  kept([1, 'small'])
  controller = null
  expect(keptSources(false).find(track(1), 'smooth', false)).toBeNull()
})

/** A player with one track that is kept. */
function playing() {
  const store = createPlayerStore()
  const silent = aSilentEngine()
  const quality = createStore<{ qualityBehavior: QualityBehavior }>(() => ({ qualityBehavior: 'fluentFirst' }))
  kept([1, 'small'])
  connectEngine(store, silent.engine, () => 0.5, { quality, kept: keptSources(false) })
  const player = createCommands(store, () => 0.5)
  player.playTracks([track(1), track(2)], 0)
  return { store, silent, player, quality }
}
const network = 'http://here/api/media/streamLowQuality/1/1'

test('OFF-13 OFF-15 a source on this device that fails is replaced by the network, where it stopped, and not used again', () => {
  const { store, silent, player } = playing()
  silent.becomes('playing')
  expect([silent.told().slice(-2), store.getState().isKept]).toEqual([['load /kept/1/1/small', 'play'], true])
  silent.reaches(30)
  silent.fails('network')
  expect([silent.told(), store.getState().isKept]).toEqual([[`load ${network} from 30`, 'play'], false])
  silent.becomes('playing')
  player.next()
  player.previous()
  expect(silent.told()).toContain(`load ${network}`)
  // The network has its own retry.
  silent.fails('network')
  silent.fails('network')
  expect(store.getState().stream).toBe('original')
})

test('OFF-13 where the original cannot be reached, the small one on this device plays', () => {
  const { store, silent, quality } = playing()
  silent.becomes('playing')
  silent.told()
  quality.setState({ qualityBehavior: 'qualityFirst' })
  expect(silent.told()).toEqual(['load /api/media/stream/1/1', 'play'])
  silent.fails('network')
  expect([silent.told(), store.getState().isKept]).toEqual([['load /kept/1/1/small', 'play'], true])
})
