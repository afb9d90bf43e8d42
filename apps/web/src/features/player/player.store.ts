import { createStore } from 'zustand/vanilla'

import type { EngineError } from './engine/audio-engine.ts'
import type { Stream } from './engine/quality.ts'
import { emptyQueue } from './queue/queue.ts'
import type { Queue } from './queue/queue.ts'

export type PlayerStatus = 'idle' | 'loading' | 'playing' | 'paused' | 'error'

/** Where the current track was left on another device. */
export type RemotePosition = {
  seconds: number
  atMs: number
  /** What its owner calls the device. */
  device: string
  /** It plays from there already; otherwise the listener is asked. */
  isTaken: boolean
}

/**
 * What is wanted of the engine and not yet handed to it. Whoever has an engine takes each signal and sets it back to
 * nothing, so that a command given before there is an engine is neither lost nor carried out twice.
 */
export type Signals = {
  transport: 'nothing' | 'wantPlay' | 'wantPause'
  /** Seconds from the start of the current track, or nothing. */
  seek: 'nothing' | { wantSeek: number }
}

export type PlayerState = {
  queue: Queue
  status: PlayerStatus
  signals: Signals
  /** Of the current track, the one that plays. */
  stream: Stream
  /** The small stream could not be played, and the listener is told that this is the original. */
  hasFallenBack: boolean
  /** 0 to 3; above 1 it is amplified */
  volume: number
  /** How fast it plays, 0.5 to 3. */
  rate: number
  /** What the volume is multiplied by, so that tracks are about as loud as each other; 1 as they were made. */
  level: number
  /** The share of the volume that is heard, 0 to 1, while the sleep timer fades the sound out. */
  fade: number
  /** The sleep timer pauses when the current track ends. */
  stopsAtTrackEnd: boolean
  /** A control is held, and it plays fast until it is let go. */
  isHurried: boolean
  isMuted: boolean
  /**
   * Why the current track does not sound although it should: an error, loading takes long, or the browser waits for a
   * gesture.
   */
  trouble: null | EngineError | 'blocked' | 'stuck'
  /** When the last error ended what sounded or was to sound, in ms since 1970; null when that only lay ready. */
  silencedMs: number | null
  /** Where in the current track another tab has left off, while the listener is asked which of the two places counts. */
  elsewhereSeconds: number | null
  /** The same of another device, until the listener has answered. */
  remotePosition: RemotePosition | null
}

export const noSignals: Signals = { transport: 'nothing', seek: 'nothing' }

export const initialPlayerState: PlayerState = {
  queue: emptyQueue,
  status: 'idle',
  signals: noSignals,
  stream: 'original',
  hasFallenBack: false,
  volume: 1,
  rate: 1,
  level: 1,
  fade: 1,
  stopsAtTrackEnd: false,
  isHurried: false,
  isMuted: false,
  trouble: null,
  silencedMs: null,
  elsewhereSeconds: null,
  remotePosition: null,
}

export function createPlayerStore(initial: PlayerState = initialPlayerState) {
  return createStore<PlayerState>(() => initial)
}
export type PlayerStore = ReturnType<typeof createPlayerStore>
