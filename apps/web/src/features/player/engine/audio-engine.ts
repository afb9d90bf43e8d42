/** What the engine does now; `loading` means it should play but waits for data. */
export type EngineState = 'loading' | 'playing' | 'paused'

/** Why a source failed: it did not load, the browser cannot decode it, or the machine has no sound output. */
export type EngineError = 'network' | 'unplayable' | 'noOutput'

type Unsubscribe = () => void

/**
 * Plays one source at a time. Times are seconds from the start of the source.
 *
 * Commands return at once; their results arrive through the listeners. The position is read, not stored: `onPosition`
 * only signals that it may have changed.
 */
export interface AudioEngine {
  /** Replaces the source, paused. The start position is applied once the source is long enough to seek in. */
  load(src: string, startSeconds?: number): void
  /** Fetches the start of a source that may be loaded next. */
  prepare(src: string): void
  /** Removes the source and discards what was fetched. */
  unload(): void
  play(): void
  pause(): void
  /** Clamped to the source. */
  seek(seconds: number): void
  /** @param volume 0 to 3; above 1 the sound is amplified where the source allows it */
  setVolume(volume: number): void
  /** Sets the speed, 1 being the original; the pitch is kept. */
  setRate(rate: number): void
  setMuted(muted: boolean): void

  position(): number
  /** null while unknown. */
  duration(): number | null
  /** The end of the buffered range around the position. */
  bufferedUntil(): number

  /** Called when position, duration or buffer may have changed. */
  onPosition(listener: () => void): Unsubscribe
  /** Called when the position jumped or the duration changed, which elapsed time cannot predict. */
  onDiscontinuity(listener: () => void): Unsubscribe
  onState(listener: (state: EngineState) => void): Unsubscribe
  /** The source played to its end. */
  onEnd(listener: () => void): Unsubscribe
  /** The source failed. The engine is paused. */
  onError(listener: (error: EngineError) => void): Unsubscribe
  /** Autoplay was blocked: the browser wants a user gesture. The engine is paused. */
  onBlocked(listener: () => void): Unsubscribe
}
