import { useSettings } from '#features/settings/index.ts'

import { connectEngine } from '../player-session.ts'
import { player, playerStore } from '../player.ts'
import { startSecondsOf } from '../position/saved-positions.ts'
import type { Prefetch } from '../prefetch/prefetch.ts'
import { audioElement } from './audio-element.ts'
import { canPlayOpus } from './quality.ts'
import type { AudioEngine } from './audio-engine.ts'
import { keptSources } from './kept-source.ts'
import { createPairedEngine } from './paired-engine.ts'

let engine: AudioEngine | undefined
let prefetch: Prefetch | undefined

/** Returns the engine of this page, created on first use; browser only. */
export function getEngine(): AudioEngine {
  if (engine) return engine
  const element = audioElement()
  engine = createPairedEngine(element, document.createElement('audio'))
  const playsOpus = canPlayOpus(element)
  const prefetched = {
    find: (url: string) => prefetch?.find(url) ?? null,
    forget: (url: string) => prefetch?.forget(url),
  }
  const kept = keptSources(playsOpus)
  connectEngine(playerStore, engine, Math.random, { startSecondsOf, quality: useSettings, playsOpus, prefetched, kept })
  connectPlayerServices(engine, playsOpus)
  return engine
}

/** The player services load after playback has begun; a failed import is retried. */
function connectPlayerServices(made: AudioEngine, playsOpus: boolean, isBack = false): void {
  import('../player-services.ts').then(
    ({ connectServices }) => (prefetch = connectServices(playerStore, made, player, playsOpus, isBack)),
    () => addEventListener('online', () => connectPlayerServices(made, playsOpus, true), { once: true }),
  )
}

/** Seeks relative to the current position; negative seconds go back. */
export function seekBy(seconds: number): void {
  player.seekTo(getEngine().position() + seconds)
}

/** The position in seconds, and a subscription to its changes. */
export const playback = {
  position: (): number => getEngine().position(),
  onPosition: (listener: () => void): (() => void) => getEngine().onPosition(listener),
}
