import type { TrackFile, TrackNode, Work } from '@otodana/contract'

import { queueAround } from '#features/track-queue/index.ts'
import { isCurrent, play, playTracks, seekTo } from '#features/player/index.ts'

/** Plays a file of a work from a time in seconds; if it is not the current track, in its folder's queue. */
export function playAt(work: Work, tree: readonly TrackNode[], file: TrackFile, seconds: number): void {
  const queue = isCurrent(file.hash) ? null : queueAround(work, tree, file.hash)
  if (queue) playTracks(queue.tracks, queue.index)
  seekTo(seconds)
  play()
}
