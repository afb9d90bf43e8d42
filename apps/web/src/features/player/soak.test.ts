import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { isActive } from './commands.ts'
import { positionToSave } from './position/position-rules.ts'
import type { SavedPosition } from './position/positions.ts'
import { noSignals } from './player.store.ts'
import { MAX_FILES } from './prefetch/prefetch-plan.ts'
import { addressOf, streamOf } from './engine/quality.ts'
import { moveTrack, removeTrack } from './queue/queue-edits.ts'
import { playModes } from './queue/queue.ts'
import { restoredFrom } from './position/saved-player.ts'
import { off, withMinutes } from './sleep/sleep-timer.ts'
import { STALL_SECONDS } from './engine/stall-watcher.ts'
import { aWholePlayer, durations, tracks } from './test/a-whole-player.ts'
import type { WholePlayer } from './test/a-whole-player.ts'

const STEP = 0.5

/** Actions of a restless listener, a weak connection and a busy server. */
const deeds: ((on: WholePlayer) => void)[] = [
  ({ player }) => player.next(),
  ({ player }) => player.previous(),
  ({ player, random }) => player.setTrack(Math.floor(random() * 210)),
  ({ player, random }) => player.setMode(playModes[Math.floor(random() * 4)]!),
  ({ player, random }) => player.seekTo(random() * 200 - 10),
  ({ player, engine, random }) => player.seekTo(engine.position() + random() * 60 - 20),
  ({ player }) => player.toggle(),
  ({ player, random }) => player.setRate(0.5 + random() * 2.5),
  ({ player, random }) => player.setVolume(random() * 3),
  ({ player, random }) => player.setFast(random() < 0.5),
  ({ player, random, store }) =>
    player.change((queue) => removeTrack(queue, Math.floor(random() * store.getState().queue.tracks.length))),
  ({ player, random }) =>
    player.change((queue) => moveTrack(queue, Math.floor(random() * 150), Math.floor(random() * 150))),
  ({ settings, random }) => {
    for (let turn = random() < 0.3 ? 10 : 1; turn > 0; turn--)
      settings.setState(({ qualityBehavior }) => ({
        qualityBehavior: qualityBehavior === 'fluentFirst' ? 'qualityFirst' : 'fluentFirst',
      }))
  },
  ({ settings }) => settings.setState(({ evenLoudness }) => ({ evenLoudness: !evenLoudness })),
  ({ sleepTimer, random }) =>
    sleepTimer.setState({ timer: random() < 0.5 ? withMinutes(off, 1, Date.now()) : { kind: 'trackEnd' } }),
  ({ sleepTimer }) => sleepTimer.setState({ timer: off }),
  ({ weather }) => void (weather.isOffline = true),
  ({ weather }) => void (weather.isStalled = true),
  ({ weather }) => void (weather.isSmoothBroken = !weather.isSmoothBroken),
  clearUp,
  clearUp,
  ({ player }) => player.play(),
  ({ player }) => player.play(),
  ({ keeper }) => keeper.flush(),
]

function clearUp({ weather, network }: WholePlayer) {
  weather.isOffline = weather.isStalled = false
  network.dispatchEvent(new Event('online'))
}

const made = new Set<string>()
beforeEach(() => {
  vi.useFakeTimers({ now: 0, toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  made.clear()
  let count = 0
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    const url = `blob:${count++}`
    made.add(url)
    return url
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void made.delete(url))
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** Waits for pending promises. */
const settle = async () => {
  for (let turn = 0; turn < 12; turn++) await Promise.resolve()
}

/** The loaded stream is the one chosen last, or the original if the small one has failed. */
function expectChosenStream({ store, settings, world, blobs, now }: WholePlayer) {
  const track = now()
  const src = world.source()
  if (!track) {
    expect(src).toBeNull()
    return
  }
  const { stream } = store.getState()
  expect(blobs.get(src!) ?? src).toBe(addressOf(track, stream, false))
  const chosen = streamOf(track, settings.getState().qualityBehavior, false)
  if (stream !== chosen) expect([chosen, stream]).toEqual(['smooth', 'original'])
}

/** A reloaded track starts at its position, or at the beginning if it was finished. */
function expectPlaceKept({ world, blobs }: WholePlayer) {
  const indexOf = (src: string) => (blobs.get(src) ?? src).split('/')[2]!
  for (const { src, fromSrc, startSeconds, position } of world.loads()) {
    if (fromSrc === null || indexOf(src) !== indexOf(fromSrc)) continue
    const isOver = startSeconds === 0 && position >= durations.get(indexOf(src))! - 0.25
    if (!isOver) expect(startSeconds).toBe(position)
  }
}

test.each([1, 2])(
  'PLY-01 PLY-02 PLY-08 PLY-09 PLY-14 two hours of random actions leave nothing stuck or lost (seed %i)',
  async (seed) => {
    const on = aWholePlayer(seed, vi.advanceTimersByTime)
    const { world, store, player, engine, random, now } = on
    const listeners = world.listeners()
    player.playTracks(tracks, 0)
    let loadingSeconds = 0
    let unlikeSteps = 0
    let left: SavedPosition | null = null
    let changes = 0

    for (let seconds = 0; seconds < 2 * 3600; seconds += STEP) {
      if (random() < 0.05) deeds[Math.floor(random() * deeds.length)]!(on)
      expectPlaceKept(on)
      // The action may have been a seek in the same track.
      if (left && left.hash === now()?.hash) left = { ...left, seconds: engine.position() }
      world.step(STEP)
      await settle()

      const { signals, status, problem, queue } = store.getState()
      expect(signals).toBe(noSignals)
      expectChosenStream(on)
      expect(queue.tracks.length === 0 ? 0 : queue.index).toBeLessThan(Math.max(1, queue.tracks.length))
      // The end of a repeating track is reported before its start.
      unlikeSteps = (status === 'playing') === world.isPlaying() ? 0 : unlikeSteps + 1
      expect(unlikeSteps).toBeLessThan(2)
      // A stall is reported before long.
      loadingSeconds = status === 'loading' && problem === null ? loadingSeconds + STEP : 0
      expect(loadingSeconds).toBeLessThan(2 * STALL_SECONDS)

      const hash = now()?.hash ?? null
      if (left && left.hash !== hash) {
        changes++
        expectPlaceWritten(on, left)
      }

      expect(world.listeners()).toBe(listeners)
      expect(vi.getTimerCount()).toBeLessThanOrEqual(4)
      expect(made.size).toBeLessThanOrEqual(MAX_FILES + 1)
      if (seconds % 300 === 0) await expectAlive(on)
      const last = now()
      left = last && { hash: last.hash, seconds: engine.position(), by: '', atMs: 0 }
      if (queue.tracks.length < 150) player.playTracks(tracks, 0)
    }
    expect(changes).toBeGreaterThan(60)
    on.end()
    expect([world.listeners(), vi.getTimerCount(), made.size]).toEqual([0, 0, 0])
  },
  60_000,
)

/** The saved position is at most a second behind when the track has changed. */
function expectPlaceWritten({ store, placeOf }: WholePlayer, { hash, seconds }: SavedPosition) {
  // While the listener is asked which position counts, none is saved.
  if (store.getState().otherTabSeconds !== null) return
  const written = placeOf(hash)?.seconds ?? 0
  const heard = [seconds, seconds + STEP * 3].map((each) => positionToSave(each, durations.get(hash.slice(2))!))
  const isNear = heard.some((each) => Math.abs(each - written) <= STEP * 3)
  expect(isNear, `${hash} was left at ${seconds}, written is ${written}`).toBe(true)
}

/** However it got here: online and asked to play, it plays, and a reload would resume from here. */
async function expectAlive(on: WholePlayer) {
  const { world, store, player, engine, storage, keeper, sleepTimer, weather, now } = on
  sleepTimer.setState({ timer: off })
  weather.isSmoothBroken = false
  clearUp(on)
  const { queue } = store.getState()
  if (queue.tracks.length === 0) return
  player.setTrack(queue.index)
  player.seekTo(1)
  if (!isActive(store.getState().status)) player.play()
  for (let turn = 0; turn < 8; turn++) {
    world.step(STEP)
    await settle()
  }
  expect(store.getState()).toMatchObject({ status: 'playing', problem: null })
  keeper.flush()
  const restored = restoredFrom(storage, on.random)
  expect(restored?.queue.tracks.length).toBe(queue.tracks.length)
  expect(restored?.queue.tracks[restored.queue.index]?.hash).toBe(now()?.hash)
  expect(Math.abs((restored?.seconds ?? 0) - engine.position())).toBeLessThan(5)
}

test('PLY-03 PLY-08 a shuffle round plays each of 200 tracks once, whatever happens on the way', async () => {
  const on = aWholePlayer(4, vi.advanceTimersByTime)
  const { world, store, player, settings, weather, random, now } = on
  player.setMode('shuffle')
  player.playTracks(tracks, 17)
  const heard: string[] = []
  for (let seconds = 0; heard.length < 200 && seconds < 8 * 3600; seconds += STEP) {
    if (random() < 0.01) settings.setState({ qualityBehavior: random() < 0.5 ? 'fluentFirst' : 'qualityFirst' })
    if (random() < 0.01) player.seekTo(random() * 200)
    if (random() < 0.005) weather.isOffline = true
    if (random() < 0.05) clearUp(on)
    if (store.getState().status === 'error') player.play()
    world.step(STEP)
    await settle()
    const hash = now()!.hash
    if (hash !== heard.at(-1)) heard.push(hash)
  }
  expect(new Set(heard).size).toBe(200)
  expect(heard[0]).toBe('1/17')
  on.end()
})
