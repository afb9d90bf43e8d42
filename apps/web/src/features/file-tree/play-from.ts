import type { TrackFile, TrackNode, Work } from '@otodana/contract'

import { playTracks } from '#features/player/index.ts'

import { queueAround } from '#features/track-queue/index.ts'

/** Plays a file of a folder, or of one below it, with its own folder's other recordings around it in the queue. */
export function playFrom(work: Work, folder: readonly TrackNode[], file: TrackFile): void {
  const queue = queueAround(work, folder, file.hash)
  if (queue) playTracks(queue.tracks, queue.index)
}
