/** Rules for the end of a work within the queue, as pure functions. */
import { currentTrack, indexAfterEnd } from './queue.ts'
import type { Queue, QueueTrack } from './queue.ts'

/** Whether the current track is followed by another work, by a repetition, or by nothing. */
export function isLastOfWork(queue: Queue): boolean {
  return followingOfWork(queue) === null
}

/** Returns the tracks of the current work that play after the current one, up to the end of the work. */
export function restOfWork(queue: Queue): QueueTrack[] {
  const rest: QueueTrack[] = []
  let index = followingOfWork(queue)
  while (index !== null) {
    rest.push(queue.tracks[index]!)
    index = followingOfWork({ ...queue, index })
  }
  return rest
}

/** Returns the track of the same work that comes after a queued one, in the order of the list; null if there is none. */
export function nextOfWork({ tracks }: Queue, hash: string): QueueTrack | null {
  const index = tracks.findIndex((track) => track.hash === hash)
  const [track, next] = [tracks[index], tracks[index + 1]]
  return track && next?.workId === track.workId ? next : null
}

function followingOfWork(queue: Queue): number | null {
  const { tracks, index, mode } = queue
  const following = indexAfterEnd(queue)
  if (following === null || mode === 'repeatOnce' || (mode === 'allRepeat' && following <= index)) return null
  return tracks[following]?.workId === currentTrack(queue)?.workId ? following : null
}
