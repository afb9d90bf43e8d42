import { player, playerStore } from '../player.ts'
import { currentTrack } from './queue.ts'

/** Whether a track is the current one, playing or not. */
export function isCurrent(hash: string): boolean {
  return currentTrack(playerStore.getState().queue)?.hash === hash
}

/** Plays the current track from its position. */
export const play: () => void = player.play
