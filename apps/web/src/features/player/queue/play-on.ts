import { player, playerStore } from '../player.ts'
import { currentTrack, type QueueTrack } from './queue.ts'
import { nextOfWork } from './work-end.ts'

/** Whether a track is the current one, playing or not. */
export function isCurrent(hash: string): boolean {
  return currentTrack(playerStore.getState().queue)?.hash === hash
}

/** Returns the track of the same work that is queued after a queued one, or null. */
export function queuedAfter(hash: string): QueueTrack | null {
  return nextOfWork(playerStore.getState().queue, hash)
}

/** Plays the current track from its position. */
export const play: () => void = player.play
