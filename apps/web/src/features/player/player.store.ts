import { createStore } from 'zustand/vanilla'

import type { EngineError } from './engine/audio-engine.ts'
import type { Stream } from './engine/quality.ts'
import { emptyQueue } from './queue/queue.ts'
import type { Queue } from './queue/queue.ts'

export type PlayerStatus = 'idle' | 'loading' | 'playing' | 'paused' | 'error'

/** Where another device left the current track. */
export type RemotePosition = {
  seconds: number
  atMs: number
  /** The device's name, as its owner set it. */
  device: string
  /** Playback already continues from there; otherwise the listener is asked. */
  isTaken: boolean
}

/**
 * Commands waiting for the engine. `connectEngine` takes each signal and clears it, so that a command given before
 * there is an engine is neither lost nor run twice.
 */
export type Signals = {
  transport: 'nothing' | 'wantPlay' | 'wantPause'
  /** Seconds in the current track, or nothing. */
  seek: 'nothing' | { wantSeek: number }
}

export type PlayerState = {
  queue: Queue
  status: PlayerStatus
  signals: Signals
  /** The stream of the current track that plays. */
  stream: Stream
  /** It plays from this device, where it is kept. */
  isKept: boolean
  /** The small stream failed and the listener sees a notice that the original plays. */
  hasFallenBack: boolean
  /** 0 to 3; above 1 amplified. */
  volume: number
  /** The speed, 0.5 to 3. */
  rate: number
  /** Factor on the volume that evens out the loudness of tracks; 1 leaves it unchanged. */
  level: number
  /** Factor on the volume, 0 to 1, while the sleep timer fades out. */
  fade: number
  /** The sleep timer pauses at the end of the current track or of its work. */
  stopsAtEndOf: null | 'track' | 'work'
  /** A control is held to play fast. */
  isFast: boolean
  isMuted: boolean
  /** Why the current track does not play although it should: an error, a stall, or blocked autoplay. */
  problem: null | EngineError | 'blocked' | 'stalled'
  /** How many tracks in a row did not play and were skipped, before the current one. */
  skipped: number
  /** When an error last interrupted playback, in ms since 1970; null if the track was only loaded. */
  silencedMs: number | null
  /** Another tab's position in the current track, while the listener is asked which one counts. */
  otherTabSeconds: number | null
  /** Another device's position, until the listener has answered. */
  remotePosition: RemotePosition | null
}

export const noSignals: Signals = { transport: 'nothing', seek: 'nothing' }

export const initialPlayerState: PlayerState = {
  queue: emptyQueue,
  status: 'idle',
  signals: noSignals,
  stream: 'original',
  isKept: false,
  hasFallenBack: false,
  volume: 1,
  rate: 1,
  level: 1,
  fade: 1,
  stopsAtEndOf: null,
  isFast: false,
  isMuted: false,
  problem: null,
  skipped: 0,
  silencedMs: null,
  otherTabSeconds: null,
  remotePosition: null,
}

export function createPlayerStore(initial: PlayerState = initialPlayerState) {
  return createStore<PlayerState>(() => initial)
}
export type PlayerStore = ReturnType<typeof createPlayerStore>
