import type { AudioEngine } from './audio-engine.ts'
import { FORWARD_SECONDS, REWIND_SECONDS, createCommands } from './commands.ts'
import { createHtmlAudioEngine } from './html-audio-engine.ts'
import { connectMediaSession } from './media-session.ts'
import { connectEngine } from './player-session.ts'
import { createPlayerStore } from './player.store.ts'

// One player for the life of the page, whatever is mounted: that is what lets it sound across navigation. On the
// server the store stays as it begins, since nothing there gives commands.
export const playerStore = createPlayerStore()
export const player = createCommands(playerStore, Math.random)

let engine: AudioEngine | undefined

/** The engine of this page, made on first use; browser only. */
export function getEngine(): AudioEngine {
  if (engine) return engine
  const element = document.createElement('audio')
  element.preload = 'auto'
  // In the document, so that developer tools, extensions and tests can see what sounds.
  document.body.append(element)
  engine = createHtmlAudioEngine(element)
  connectEngine(playerStore, engine, Math.random)
  if ('mediaSession' in navigator) connectMediaSession(navigator.mediaSession, playerStore, engine, player)
  return engine
}

const stopWaiting = playerStore.subscribe(() => {
  stopWaiting()
  getEngine()
})

export function rewind(): void {
  player.seekTo(getEngine().position() - REWIND_SECONDS)
}

export function forward(): void {
  player.seekTo(getEngine().position() + FORWARD_SECONDS)
}
