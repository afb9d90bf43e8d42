import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { createCommands } from '../commands.ts'
import { MAX_SKIPPED, SKIP_AFTER_SECONDS, skipBrokenTracks } from './skip-broken-track.ts'
import { connectEngine } from '../player-session.ts'
import { createPlayerStore } from '../player.store.ts'
import { aSilentEngine } from '../test/a-silent-engine.ts'
import { aTrack, someTracks } from '../test/a-track.ts'

let store: ReturnType<typeof createPlayerStore>
let player: ReturnType<typeof createCommands>
let silent: ReturnType<typeof aSilentEngine>
let isThere: (url: string) => boolean
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  isThere = () => true
  store = createPlayerStore()
  player = createCommands(store, () => 0.5)
  silent = aSilentEngine()
  connectEngine(store, silent.engine, () => 0.5)
  stop = skipBrokenTracks(store, player, (url) => Promise.resolve(isThere(url)))
  player.playTracks([aTrack('1/0'), aTrack('1/1'), aTrack('1/2')], 0)
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})
const at = () => store.getState().queue.index
async function breaks() {
  silent.fails('unplayable')
  silent.fails('unplayable')
  await vi.advanceTimersByTimeAsync(0)
  expect(store.getState().problem).toBe('unplayable')
}
const wait = (seconds = SKIP_AFTER_SECONDS) => vi.advanceTimersByTimeAsync(seconds * 1000)

test('PLY-02 a broken track is shown for a while, then the next one plays', async () => {
  await breaks()
  await wait(SKIP_AFTER_SECONDS - 0.1)
  expect(at()).toBe(0)
  await wait(0.1)
  expect(at()).toBe(1)
  expect(store.getState()).toMatchObject({ status: 'loading', problem: null })
})

test('PLY-02 while the server does not answer nothing is skipped', async () => {
  isThere = () => false
  await breaks()
  await wait(600)
  expect(at()).toBe(0)
})

test('PLY-02 a missing file is skipped if the next one exists, but not two in a row', async () => {
  isThere = (url) => url.endsWith('/1/1')
  await breaks()
  await wait()
  expect(at()).toBe(1)
  await breaks()
  isThere = () => false
  await wait()
  expect(at()).toBe(2)

  isThere = (url) => url.endsWith('/1/2')
  player.setTrack(0)
  await breaks()
  await wait(600)
  expect(at()).toBe(0)
})

test('PLY-02 at the last track, and in a queue of broken tracks, playback stops', async () => {
  await breaks()
  await wait()
  await breaks()
  await wait()
  expect(at()).toBe(2)
  await breaks()
  await wait(600)
  expect(at()).toBe(2)

  player.setMode('allRepeat')
  for (let turn = 0; turn < 9; turn++) {
    player.play()
    await breaks()
    await wait()
  }
  expect(store.getState().problem).toBe('unplayable')
})

test('PLY-02 a command in the meantime cancels the skip: another track, a pause, a retry', async () => {
  await breaks()
  player.play()
  await wait()
  expect(at()).toBe(0)
  silent.becomes('playing')
  await wait()
  expect(at()).toBe(0)
})

test.each([
  ['was to sound', false, 1],
  ['was only made ready', true, 0],
])('PLY-16 PLY-02 a broken first track that %s before this was loaded', async (_, isPaused, index) => {
  stop()
  if (isPaused) {
    player.pause()
    silent.becomes('paused')
  }
  await breaks()
  stop = skipBrokenTracks(store, player, () => Promise.resolve(true))
  await wait()
  expect(at()).toBe(index)
})

test('PLY-02 a broken track that was only loaded while paused does not start the next one', async () => {
  player.pause()
  silent.becomes('paused')
  await breaks()
  await wait(600)
  expect(at()).toBe(0)
})

describe('PLY-26 broken tracks in a row', () => {
  const skipped = () => store.getState().skipped
  beforeEach(() => player.playTracks(someTracks(9), 0))

  test('are skipped up to a limit, also if each sounds for a moment; the number of them is kept for the notice', async () => {
    for (let turn = 0; turn <= MAX_SKIPPED; turn++) {
      expect([at(), skipped()]).toEqual([turn, turn])
      silent.becomes('playing')
      await breaks()
      await wait()
    }
    await wait(600)
    expect([at(), skipped()]).toEqual([MAX_SKIPPED, MAX_SKIPPED])
  })

  test('do not count from before a track that sounds, nor from before one chosen by the listener', async () => {
    await breaks()
    await wait()
    expect(skipped()).toBe(1)
    silent.becomes('playing')
    await wait()
    expect([at(), skipped()]).toEqual([1, 0])
    await breaks()
    await wait()
    player.next()
    expect([at(), skipped()]).toEqual([3, 0])
  })
})

test('ENG-11 without a sound output nothing is skipped', async () => {
  silent.fails('noOutput')
  await wait(600)
  expect(at()).toBe(0)
})
