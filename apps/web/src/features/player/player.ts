import { useSettings } from '#features/settings/index.ts'

import type { AudioEngine } from './engine/audio-engine.ts'
import { createCommands } from './commands.ts'
import { createHtmlAudioEngine } from './engine/html-audio-engine.ts'
import { startSecondsOf } from './position/saved-positions.ts'
import { mayBeLouder } from './engine/loudness.ts'
import { connectEngine } from './player-session.ts'
import { createPlayerStore } from './player.store.ts'
import type { Prefetch } from './prefetch/prefetch.ts'
import type { QueueTrack } from './queue/queue.ts'
import { hasSavedPlayer } from './has-saved-player.ts'

// One player for the life of the page, so that it plays on across navigation. On the server the store keeps its initial
// state.
export const playerStore = createPlayerStore()
export const player = createCommands(playerStore, Math.random, mayBeLouder)

let engine: AudioEngine | undefined
let prefetch: Prefetch | undefined

/** Returns the engine of this page, created on first use; browser only. */
export function getEngine(): AudioEngine {
  if (engine) return engine
  const element = document.createElement('audio')
  // In the document, so that developer tools, extensions and tests can see it.
  document.body.append(element)
  engine = createHtmlAudioEngine(element)
  const playsOpus = element.canPlayType('audio/webm; codecs=opus') !== ''
  const prefetched = {
    find: (url: string) => prefetch?.find(url) ?? null,
    forget: (url: string) => prefetch?.forget(url),
  }
  connectEngine(playerStore, engine, Math.random, { startSecondsOf, quality: useSettings, playsOpus, prefetched })
  connectPlayerServices(engine, playsOpus)
  return engine
}

/** The player services are not in the first load; a failed import is retried. */
function connectPlayerServices(made: AudioEngine, playsOpus: boolean, isBack = false): void {
  import('./player-services.ts').then(
    ({ connectServices }) => (prefetch = connectServices(playerStore, made, player, playsOpus, isBack)),
    () => addEventListener('online', () => connectPlayerServices(made, playsOpus, true), { once: true }),
  )
}

/** Restores the queue from before a reload, paused at its position, unless there is a queue already. */
export function restorePlayer(): void {
  if (!hasSavedPlayer()) return
  import('./player-services.ts').then(
    ({ restoreSavedPlayer }) => restoreSavedPlayer(playerStore, Math.random),
    () => addEventListener('online', restorePlayer, { once: true }),
  )
}

const stopWaiting = playerStore.subscribe(() => {
  stopWaiting()
  getEngine()
})

/** Seeks relative to the current position; negative seconds go back. */
export function seekBy(seconds: number): void {
  player.seekTo(getEngine().position() + seconds)
}

/** Replaces the queue and plays from `index`; ignored if `index` is out of range. */
export const playTracks: (tracks: readonly QueueTrack[], index: number) => void = player.playTracks

export const togglePlay: () => void = player.toggle

export const pausePlayer: () => void = player.pause

/** Empties the queue. */
export const clearQueue: () => void = player.clear

/** Seeks to a time of the current track, in seconds. */
export const seekTo: (seconds: number) => void = player.seekTo

/** The position in seconds, and a subscription to its changes. */
export const playback = {
  position: (): number => getEngine().position(),
  onPosition: (listener: () => void): (() => void) => getEngine().onPosition(listener),
}
