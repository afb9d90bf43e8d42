import { createCommands } from './commands.ts'
import { mayBeLouder } from './engine/loudness.ts'
import { createPlayerStore } from './player.store.ts'
import type { QueueTrack } from './queue/queue.ts'

// One player for the life of the page, so that it plays on across navigation. On the server the store keeps its initial
// state.
export const playerStore = createPlayerStore()
export const player = createCommands(playerStore, Math.random, mayBeLouder)

/** Replaces the queue and plays from `index`; ignored if `index` is out of range. */
export const playTracks: (tracks: readonly QueueTrack[], index: number) => void = player.playTracks

export const togglePlay: () => void = player.toggle

export const pausePlayer: () => void = player.pause

/** Empties the queue. */
export const clearQueue: () => void = player.clear

/** Seeks to a time of the current track, in seconds. */
export const seekTo: (seconds: number) => void = player.seekTo
