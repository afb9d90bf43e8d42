import { beforeEach, describe, expect, test } from 'vitest'

import { createCommands } from './commands.ts'
import type { PlayerCommands } from './commands.ts'
import { removeTrack } from './queue/queue-edits.ts'
import { connectEngine } from './player-session.ts'
import { createPlayerStore, noSignals } from './player.store.ts'
import type { PlayerStore } from './player.store.ts'
import { aSilentEngine } from './test/a-silent-engine.ts'
import { someTracks } from './test/a-track.ts'

const half = () => 0.5
const tracks = someTracks(3)
const [first, second] = tracks.map((track) => track.streamUrl)

let store: PlayerStore
let player: PlayerCommands
let engine: ReturnType<typeof aSilentEngine>

beforeEach(() => {
  store = createPlayerStore()
  player = createCommands(store, half)
  engine = aSilentEngine()
  connectEngine(store, engine.engine, half)
  engine.told()
})

const status = () => store.getState().status
const index = () => store.getState().queue.index

function playing(at = 0) {
  player.playTracks(tracks, at)
  engine.becomes('playing')
  engine.told()
}

describe('PLY-04 control signals', () => {
  test('each is cleared once the engine has received it', () => {
    player.playTracks(tracks, 0)
    expect(store.getState().signals).toBe(noSignals)
    player.pause()
    expect(store.getState().signals).toBe(noSignals)
    player.seekTo(12)
    expect(store.getState().signals).toBe(noSignals)
    expect(engine.told()).toEqual([`load ${first}`, 'play', 'pause', 'seek 12'])
  })

  test('a signal given before there is an engine waits for it and runs once', () => {
    const early = createPlayerStore()
    const commands = createCommands(early, half)
    commands.playTracks(tracks, 0)
    commands.seekTo(30)
    expect(early.getState().signals).toEqual({ transport: 'wantPlay', seek: { wantSeek: 30 } })

    connectEngine(early, engine.engine, half)
    commands.setVolume(0.5)
    expect(engine.told()).toEqual(['volume 1', 'unmute', `load ${first}`, 'seek 30', 'play', 'volume 0.5'])
    expect(early.getState().signals).toBe(noSignals)
  })

  test('without a track no signal is set', () => {
    player.play()
    player.pause()
    player.seekTo(3)
    player.toggle()
    expect(store.getState().signals).toBe(noSignals)
    expect(engine.told()).toEqual([])
  })
})

describe('PLY-02 the queue plays', () => {
  test('a new current track is loaded and played; the same one continues', () => {
    playing()
    player.next()
    expect(engine.told()).toEqual([`load ${second}`, 'play'])
    player.setTrack(1)
    expect(engine.told()).toEqual(['play'])
  })

  test('removing the current track pauses at the start of the first', () => {
    playing(1)
    player.change((queue) => removeTrack(queue, 1))
    expect(engine.told()).toEqual([`load ${first}`, 'pause'])
    expect([status(), index()]).toEqual(['paused', 0])
  })

  test('emptying the queue unloads the source', () => {
    playing()
    player.clear()
    expect(engine.told()).toEqual(['unload'])
    expect(status()).toBe('idle')
  })

  test('when a track ends the next plays; after the last, playback pauses', () => {
    playing(1)
    engine.ends()
    expect([index(), status()]).toEqual([2, 'loading'])
    engine.becomes('playing')
    engine.ends()
    expect([index(), status()]).toEqual([2, 'paused'])
  })

  test('seeking to the end while paused starts nothing', () => {
    playing()
    player.pause()
    engine.becomes('paused')
    engine.told()
    engine.ends()
    expect([index(), status(), engine.told()]).toEqual([0, 'paused', []])
  })

  test('PLY-03 repeat once restarts the track', () => {
    playing()
    player.setMode('repeatOnce')
    engine.ends()
    expect(engine.told()).toEqual(['seek 0', 'play'])
  })
})

describe('PLY-05 volume', () => {
  test('below 0 is ignored, above 100 % is 100 %, and changing the volume unmutes', () => {
    player.setVolume(0.3)
    player.setVolume(-0.1)
    player.setVolume(Number.NaN)
    player.setMuted(true)
    player.setVolume(7)
    expect(engine.told()).toEqual(['volume 0.3', 'mute', 'volume 1', 'unmute'])
  })
})

describe('PLY-01 failures', () => {
  test('a failing source is retried once from where it stopped, then shown as an error', () => {
    playing()
    engine.reaches(21)
    engine.fails('network')
    expect(engine.told()).toEqual([`load ${first} from 21`, 'play'])
    expect(status()).toBe('loading')
    engine.fails('network')
    expect(engine.told()).toEqual([])
    expect([status(), store.getState().problem]).toEqual(['error', 'network'])
  })

  test('play after an error retries from there, and next still works', () => {
    playing()
    engine.reaches(21)
    engine.fails('network')
    engine.fails('network')
    engine.told()
    player.toggle()
    expect(engine.told()).toEqual([`load ${first} from 21`, 'play'])
    engine.fails('network')
    player.next()
    expect(engine.told()).toEqual([`load ${second}`, 'play'])
    expect([status(), store.getState().problem]).toEqual(['loading', null])
  })

  test('ENG-11 a missing sound output is shown at once; the queue stays, and play tries again', () => {
    playing()
    engine.reaches(20)
    engine.fails('noOutput')
    engine.ends()
    expect(engine.told()).toEqual([])
    expect(store.getState()).toMatchObject({ status: 'error', problem: 'noOutput', queue: { tracks, index: 0 } })
    player.play()
    expect(engine.told()).toEqual([`load ${first} from 20`, 'play'])
  })

  test('a later failure of the same track gets its own retry', () => {
    playing()
    engine.reaches(21)
    engine.fails('network')
    engine.becomes('playing')
    engine.reaches(300)
    engine.told()
    engine.fails('network')
    expect(engine.told()).toEqual([`load ${first} from 300`, 'play'])
  })

  test('blocked autoplay pauses and says so until it plays', () => {
    player.playTracks(tracks, 0)
    engine.isBlocked()
    expect([status(), store.getState().problem]).toEqual(['paused', 'blocked'])
    player.toggle()
    engine.becomes('playing')
    expect([status(), store.getState().problem]).toEqual(['playing', null])
  })
})
