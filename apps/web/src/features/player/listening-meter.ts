import type { AudioEngine } from './engine/audio-engine.ts'
import { effectiveRate } from './commands.ts'
import { getEngine } from './engine/page-engine.ts'
import { playerStore } from './player.ts'
import type { PlayerState, PlayerStore } from './player.store.ts'
import { currentTrack, type QueueTrack } from './queue/queue.ts'

/** How far the position may run ahead of the clock: output buffers and rounding. */
export const SLACK_SECONDS = 0.5

/** A reading of the player. */
export type Moment = {
  hash: string
  /** Position in the track. */
  seconds: number
  /** From a monotonic clock. */
  ms: number
  rate: number
  /** Whether sound comes out, as far as a page can know. */
  isHeard: boolean
}

/**
 * Whether the whole stretch between two readings was heard: it played from the first one on, and the position moved no
 * further than time allows. Seeks, pauses and stalls do not count.
 *
 * @param ahead by how many seconds the position already ran ahead; the slack is granted once, not per reading, or small
 *   seeks could fake listening
 * @returns the same up to the second reading, at most `SLACK_SECONDS`
 */
export function isHeardBetween(before: Moment, now: Moment, ahead: number): { isHeard: boolean; ahead: number } {
  const played = now.seconds - before.seconds
  const passed = ((now.ms - before.ms) / 1_000) * before.rate
  const aheadThen = Math.max(0, ahead + played - passed)
  const isHeard = before.isHeard && before.hash === now.hash && played > 0 && aheadThen <= SLACK_SECONDS
  // Silence uses up the lead.
  return { isHeard, ahead: isHeard ? aheadThen : Math.max(0, ahead - passed) }
}

/** @param from, to  seconds of the track */
export type ListeningListener = (track: QueueTrack, from: number, to: number) => void

/**
 * Calls with each stretch heard, several times a second during playback.
 *
 * @param nowMs a monotonic clock
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
    return { hash, seconds: engine().position(), ms: nowMs(), rate: effectiveRate(state), isHeard }
  }

  function follow(state: PlayerState) {
    const isPlaying = state.status === 'playing'
    // Does not create the engine: while something plays there is one.
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

/** The listening meter of this page's player. */
export function onListened(listener: ListeningListener): () => void {
  return measureListening(playerStore, getEngine, () => performance.now(), listener)
}
