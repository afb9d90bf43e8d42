import { beforeEach, describe, expect, test } from 'vitest'
import { createStore } from 'zustand/vanilla'

import type { QualityBehavior } from '#features/settings/index.ts'

import { createCommands } from '../commands.ts'
import { connectEngine } from '../player-session.ts'
import { createPlayerStore } from '../player.store.ts'
import { addressOf, streamOf } from './quality.ts'
import { aSilentEngine } from '../test/a-silent-engine.ts'
import { aTrack } from '../test/a-track.ts'

const both = aTrack('1/0', { lowQualityUrl: '/small/0' })
const alone = aTrack('1/1')
const tracks = [both, alone, aTrack('1/2', { lowQualityUrl: '/small/2' })]

let store: ReturnType<typeof createPlayerStore>
let player: ReturnType<typeof createCommands>
let silent: ReturnType<typeof aSilentEngine>
const settings = createStore<{ qualityBehavior: QualityBehavior }>(() => ({ qualityBehavior: 'fluentFirst' }))
const choose = (qualityBehavior: QualityBehavior) => settings.setState({ qualityBehavior })

beforeEach(() => {
  settings.setState({ qualityBehavior: 'fluentFirst' }, true)
  store = createPlayerStore()
  player = createCommands(store, () => 0.5)
  silent = aSilentEngine()
  connectEngine(store, silent.engine, () => 0.5, { quality: settings })
  silent.told()
})

function playingAt(seconds: number) {
  player.playTracks(tracks, 0)
  silent.becomes('playing')
  silent.reaches(seconds)
  silent.told()
}
const shown = () => {
  const { status, stream, hasFallenBack, problem } = store.getState()
  return { status, stream, hasFallenBack, problem }
}

describe('PLY-08 which stream of a track plays', () => {
  test('fluentFirst plays the small stream if there is one; qualityFirst the original', () => {
    expect(streamOf(both, 'fluentFirst', false)).toBe('smooth')
    expect(streamOf(alone, 'fluentFirst', false)).toBe('original')
    expect(streamOf(both, 'qualityFirst', false)).toBe('original')
    expect(streamOf(both, 'fluentFirst', true)).toBe('original')
  })

  test('PLY-08 MED-07 a file that no browser can play uses the small stream, whatever the preference', () => {
    const foreign = { ...both, isStreamOnly: true }
    expect(streamOf(foreign, 'qualityFirst', false)).toBe('smooth')
    expect(streamOf(foreign, 'fluentFirst', false)).toBe('smooth')
    // Without ffmpeg, or when the small stream fails, only the original is left.
    expect(streamOf({ ...foreign, lowQualityUrl: '' }, 'qualityFirst', false)).toBe('original')
    expect(streamOf(foreign, 'qualityFirst', true)).toBe('original')
  })

  test('Opus is requested if the browser can play it, and never for the original', () => {
    expect(addressOf(both, 'smooth', true)).toBe('/small/0?format=opus')
    expect(addressOf({ ...both, lowQualityUrl: '/s?t=1' }, 'smooth', true)).toBe('/s?t=1&format=opus')
    expect(addressOf(both, 'smooth', false)).toBe('/small/0')
    expect(addressOf(both, 'original', true)).toBe(both.streamUrl)
  })

  test('the stream is chosen per track and is in the state', () => {
    player.playTracks(tracks, 0)
    expect([silent.told(), shown().stream]).toEqual([['load /small/0', 'play'], 'smooth'])
    player.next()
    expect([silent.told(), shown().stream]).toEqual([[`load ${alone.streamUrl}`, 'play'], 'original'])
    player.next()
    expect([silent.told(), shown().stream]).toEqual([['load /small/2', 'play'], 'smooth'])
  })
})

describe('PLY-08 switching the quality', () => {
  test('keeps the position and goes on playing; speed, volume and mute stay', () => {
    playingAt(33)
    player.setRate(1.5)
    player.setVolume(0.4)
    silent.told()
    choose('qualityFirst')
    expect(silent.told()).toEqual([`load ${both.streamUrl} from 33`, 'play'])
    expect(shown()).toMatchObject({ status: 'loading', stream: 'original' })
    silent.becomes('playing')
    choose('fluentFirst')
    expect(silent.told()).toEqual(['load /small/0 from 33', 'play'])
  })

  test('while paused stays silent and keeps the position', () => {
    playingAt(33)
    player.pause()
    // The engine has the command and has not answered yet.
    choose('qualityFirst')
    expect(silent.told()).toEqual(['pause', `load ${both.streamUrl} from 33`])
    silent.becomes('paused')
    choose('fluentFirst')
    expect(silent.told()).toEqual(['load /small/0 from 33'])
    expect(shown().status).toBe('paused')
    player.play()
    choose('qualityFirst')
    expect(silent.told()).toEqual(['play', `load ${both.streamUrl} from 33`, 'play'])
  })

  test('after the system has paused playback, it stays paused', () => {
    playingAt(33)
    silent.becomes('paused')
    choose('qualityFirst')
    expect(silent.told()).toEqual([`load ${both.streamUrl} from 33`])
    silent.isBlocked()
    choose('fluentFirst')
    expect(silent.told()).toEqual(['load /small/0 from 33'])
  })

  test('ten times while loading plays the last choice', () => {
    playingAt(33)
    for (let turn = 0; turn < 5; turn++) {
      choose('qualityFirst')
      choose('fluentFirst')
    }
    choose('qualityFirst')
    const told = silent.told()
    expect(told.slice(-2)).toEqual([`load ${both.streamUrl} from 33`, 'play'])
    expect(told.filter((line) => line.startsWith('load') && !line.endsWith('from 33'))).toEqual([])
    silent.becomes('loading')
    silent.becomes('playing')
    expect(shown()).toMatchObject({ status: 'playing', stream: 'original', problem: null })
  })

  test('MED-07 an original that the browser cannot play falls back to the small stream; if that fails too, an error is shown', () => {
    playingAt(33)
    choose('qualityFirst')
    silent.told()
    silent.fails('unplayable')
    expect(silent.told()).toEqual(['load /small/0 from 33', 'play'])
    expect(shown()).toMatchObject({ status: 'loading', stream: 'smooth', problem: null })
    silent.becomes('playing')
    expect(shown()).toMatchObject({ status: 'playing', hasFallenBack: false })
    silent.fails('unplayable')
    silent.fails('unplayable')
    expect(shown()).toMatchObject({ status: 'error', problem: 'unplayable' })
    expect(silent.told()).toEqual(['load /small/0 from 33', 'play'])
  })

  test('does not reload a track with one stream, and does nothing with an empty queue', () => {
    choose('qualityFirst')
    choose('fluentFirst')
    player.playTracks(tracks, 1)
    silent.told()
    choose('qualityFirst')
    expect(silent.told()).toEqual([])
  })

  test('starts a finished track from the beginning', () => {
    playingAt(60)
    player.pause()
    silent.told()
    choose('qualityFirst')
    expect(silent.told()).toEqual([`load ${both.streamUrl}`])
  })
})

describe('PLY-08 MED-02 a small stream that cannot be played', () => {
  test('falls back to the original at the same position, with one notice', () => {
    playingAt(33)
    silent.fails('unplayable')
    expect(silent.told()).toEqual([`load ${both.streamUrl} from 33`, 'play'])
    expect(shown()).toMatchObject({ status: 'loading', stream: 'original', hasFallenBack: false })
    silent.becomes('playing')
    expect(shown().hasFallenBack).toBe(true)
    player.acceptFallback()
    silent.becomes('loading')
    silent.becomes('playing')
    expect(shown().hasFallenBack).toBe(false)
    // Another track tries its own small stream, and shows no second notice.
    player.setTrack(2)
    silent.told()
    silent.fails('unplayable')
    expect(silent.told()).toEqual([`load ${tracks[2]!.streamUrl}`, 'play'])
    silent.becomes('playing')
    expect(shown()).toMatchObject({ stream: 'original', hasFallenBack: false })
  })

  test('after a network error is retried once first', () => {
    playingAt(33)
    silent.fails('network')
    expect(silent.told()).toEqual(['load /small/0 from 33', 'play'])
    silent.fails('network')
    expect(silent.told()).toEqual([`load ${both.streamUrl} from 33`, 'play'])
  })

  test('with the original failing too is an error without a notice; the next retry begins with the small stream', () => {
    playingAt(33)
    silent.fails('unplayable')
    silent.fails('network')
    silent.fails('network')
    expect(shown()).toMatchObject({ status: 'error', problem: 'network', hasFallenBack: false })
    silent.told()
    player.play()
    expect(silent.told()).toEqual(['load /small/0 from 33', 'play'])
    expect(shown().stream).toBe('smooth')
  })

  test('while paused stays silent', () => {
    playingAt(33)
    player.pause()
    silent.becomes('paused')
    silent.told()
    silent.fails('unplayable')
    expect(silent.told()).toEqual([`load ${both.streamUrl} from 33`])
    expect(shown().status).toBe('paused')
  })

  test('is retried when the listener chooses it again', () => {
    playingAt(33)
    silent.fails('unplayable')
    silent.becomes('playing')
    choose('qualityFirst')
    expect(shown().hasFallenBack).toBe(false)
    silent.told()
    choose('fluentFirst')
    expect(silent.told()).toEqual(['load /small/0 from 33', 'play'])
  })
})
