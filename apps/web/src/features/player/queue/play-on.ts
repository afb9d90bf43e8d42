import { player, playerStore } from '../player.ts'
import { currentTrack } from './queue.ts'

/** Whether a track is the one that plays, or would. */
export function isCurrent(hash: string): boolean {
  return currentTrack(playerStore.getState().queue)?.hash === hash
}

/** Goes on with the current track, from where it is. */
export const play: () => void = player.play
