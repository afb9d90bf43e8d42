/** What the engine does right now; `loading` means it is asked to play but has to wait for data. */
export type EngineState = 'loading' | 'playing' | 'paused'

/** Why a source cannot be played: it did not arrive, or it arrived and is not audio this browser can decode. */
export type EngineError = 'network' | 'unplayable'

type Unsubscribe = () => void

/**
 * Makes the sound of one source at a time. Times are seconds from the start of the source.
 *
 * Commands return at once; what became of them arrives through the listeners. The position is asked for, not stored:
 * `onPosition` only says that it is worth asking again.
 */
export interface AudioEngine {
  /** Replaces the source; it stays paused. A start position is kept until the source is long enough to seek in. */
  load(src: string, startSeconds?: number): void
  /** Drops the source and what was fetched of it. */
  unload(): void
  play(): void
  pause(): void
  /** Clamped to the source. */
  seek(seconds: number): void
  /** @param volume 0 to 3; above 1 it is amplified, where the source lets it */
  setVolume(volume: number): void
  /** How fast it plays, 1 as it was made; voices keep their pitch. */
  setRate(rate: number): void
  setMuted(muted: boolean): void

  position(): number
  /** null until it is known. */
  duration(): number | null
  /** The end of the stretch around the position that is already here. */
  bufferedUntil(): number

  /** Called when position, duration or buffer may have changed. */
  onPosition(listener: () => void): Unsubscribe
  /** Called when the position jumped or the duration changed: what cannot be foretold from time passing. */
  onDiscontinuity(listener: () => void): Unsubscribe
  onState(listener: (state: EngineState) => void): Unsubscribe
  /** The source played to its end. */
  onEnd(listener: () => void): Unsubscribe
  onError(listener: (error: EngineError) => void): Unsubscribe
  /** The browser refused to start sound without the listener's gesture; the engine is paused. */
  onBlocked(listener: () => void): Unsubscribe
}
