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

// One player for the life of the page, whatever is mounted: that is what lets it sound across navigation. On the
// server the store stays as it begins, since nothing there gives commands.
export const playerStore = createPlayerStore()
export const player = createCommands(playerStore, Math.random, mayBeLouder)

let engine: AudioEngine | undefined
let prefetch: Prefetch | undefined

/** The engine of this page, made on first use; browser only. */
export function getEngine(): AudioEngine {
  if (engine) return engine
  const element = document.createElement('audio')
  // In the document, so that developer tools, extensions and tests can see what sounds.
  document.body.append(element)
  engine = createHtmlAudioEngine(element)
  const playsOpus = element.canPlayType('audio/webm; codecs=opus') !== ''
  const atHand = {
    find: (url: string) => prefetch?.find(url) ?? null,
    forget: (url: string) => prefetch?.forget(url),
  }
  connectEngine(playerStore, engine, Math.random, { startSecondsOf, quality: useSettings, playsOpus, atHand })
  connectCompanions(engine, playsOpus)
  return engine
}

/** What goes along with the sound is no part of the first load; where it does not arrive, it is asked for again. */
function connectCompanions(made: AudioEngine, playsOpus: boolean, isBack = false): void {
  import('./player-services.ts').then(
    ({ connectServices }) => (prefetch = connectServices(playerStore, made, player, playsOpus, isBack)),
    () => addEventListener('online', () => connectCompanions(made, playsOpus, true), { once: true }),
  )
}

/** Shows what was queued before a reload, paused at its place, unless something is queued by now. */
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

/** Goes on or, with a negative number, back within the current track. */
export function seekBy(seconds: number): void {
  player.seekTo(getEngine().position() + seconds)
}

/** Queues these tracks instead of what was queued and plays from `index`; ignored out of range. */
export const playTracks: (tracks: readonly QueueTrack[], index: number) => void = player.playTracks

export const togglePlay: () => void = player.toggle

export const pausePlayer: () => void = player.pause

/** Forgets what was queued. */
export const clearQueue: () => void = player.clear

/** Goes to a time of the current track, in seconds. */
export const seekTo: (seconds: number) => void = player.seekTo

/** Where the sound is, for what goes along with it: the seconds, and a call whenever they are worth asking for again. */
export const playback = {
  position: (): number => getEngine().position(),
  onPosition: (listener: () => void): (() => void) => getEngine().onPosition(listener),
}
