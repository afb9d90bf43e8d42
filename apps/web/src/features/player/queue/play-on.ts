import { player, playerStore } from '../player.ts'
import { currentTrack, type QueueTrack } from './queue.ts'
import { isLastOfWork, nextOfWork } from './work-end.ts'

/** Whether a track is the current one, playing or not. */
export function isCurrent(hash: string): boolean {
  return currentTrack(playerStore.getState().queue)?.hash === hash
}

/** Returns the track of the same work that is queued after a queued one, or null. */
export function queuedAfter(hash: string): QueueTrack | null {
  return nextOfWork(playerStore.getState().queue, hash)
}

/** Returns the other tracks of a queued one's work. */
export function queuedBeside(hash: string): QueueTrack[] {
  const { tracks } = playerStore.getState().queue
  const workId = tracks.find((track) => track.hash === hash)?.workId
  return tracks.filter((track) => track.workId === workId && track.hash !== hash)
}

/** Whether no other track of its work plays after a queued one. */
export function endsWork(hash: string): boolean {
  const { queue } = playerStore.getState()
  const index = queue.tracks.findIndex((track) => track.hash === hash)
  return index >= 0 && isLastOfWork({ ...queue, index })
}

/** Plays the current track from its position. */
export const play: () => void = player.play
