import type { AudioEngine } from './engine/audio-engine.ts'
import { presentRate } from './commands.ts'
import { getEngine, playerStore } from './player.ts'
import type { PlayerState, PlayerStore } from './player.store.ts'
import { currentTrack, type QueueTrack } from './queue/queue.ts'

/** By how much sound may be further than the clock says: what lay ready in the loudspeaker's buffer, and rounding. */
export const SLACK_SECONDS = 0.5

/** How the player was when it was looked at. */
export type Moment = {
  hash: string
  /** Of the track. */
  seconds: number
  /** By a clock that only ever goes on. */
  ms: number
  rate: number
  /** Whether sound comes out, as far as a page can know. */
  isHeard: boolean
}

/**
 * Whether all of a track between two looks at the player has been heard: it sounded from the first on, and no further than
 * time has passed. What was skipped is not, nor is a pause or a wait for data, in which the position stays.
 *
 * @param ahead  by how many seconds more was heard up to the first look than time has passed: the slack is given once and
 *   not at each look, or it could be leapt through a work by it
 * @returns the same up to the second look, at most `SLACK_SECONDS`
 */
export function isHeardBetween(before: Moment, now: Moment, ahead: number): { isHeard: boolean; ahead: number } {
  const played = now.seconds - before.seconds
  const passed = ((now.ms - before.ms) / 1_000) * before.rate
  const aheadThen = Math.max(0, ahead + played - passed)
  const isHeard = before.isHeard && before.hash === now.hash && played > 0 && aheadThen <= SLACK_SECONDS
  // Time in which nothing is heard makes up for it.
  return { isHeard, ahead: isHeard ? aheadThen : Math.max(0, ahead - passed) }
}

/** @param from, to  seconds of the track */
export type ListeningListener = (track: QueueTrack, from: number, to: number) => void

/**
 * Calls with each stretch that has been heard, several times a second while it sounds and not at all otherwise.
 *
 * @param nowMs  a clock that only ever goes on
 */
export function measureListening(
  store: PlayerStore,
  engine: () => AudioEngine,
  nowMs: () => number,
  listener: ListeningListener,
): () => void {
  let before: Moment | null = null
  let ahead = 0
  let stopPositions: (() => void) | null = null

  function look() {
    const state = store.getState()
    const track = currentTrack(state.queue)
    const now = track && momentOf(track, state)
    const from = before
    before = now
    if (!track || !now || !from) return
    const found = isHeardBetween(from, now, ahead)
    ahead = found.ahead
    if (found.isHeard) listener(track, from.seconds, now.seconds)
  }

  function momentOf({ hash }: QueueTrack, state: PlayerState): Moment {
    const isHeard = state.status === 'playing' && !state.isMuted && state.volume * state.level * state.fade > 0
    return { hash, seconds: engine().position(), ms: nowMs(), rate: presentRate(state), isHeard }
  }

  function follow(state: PlayerState) {
    const isPlaying = state.status === 'playing'
    // No engine is made for it: one is there when something sounds.
    if (isPlaying || stopPositions) look()
    if (isPlaying) stopPositions ??= engine().onPosition(look)
    else {
      stopPositions?.()
      stopPositions = null
    }
  }

  follow(store.getState())
  const unsubscribe = store.subscribe(follow)
  return () => {
    unsubscribe()
    stopPositions?.()
  }
}

/** The same of this page's player. */
export function onListened(listener: ListeningListener): () => void {
  return measureListening(playerStore, getEngine, () => performance.now(), listener)
}
