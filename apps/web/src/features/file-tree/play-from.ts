import type { TrackFile, TrackNode, Work } from '@otodana/contract'

import { playTracks } from '#features/player/index.ts'

import { queueAround } from '#features/track-queue/index.ts'

/** Plays a file in or below a folder, with the recordings of its own folder in the queue. */
export function playFrom(work: Work, folder: readonly TrackNode[], file: TrackFile): void {
  const queue = queueAround(work, folder, file.hash)
  if (queue) playTracks(queue.tracks, queue.index)
}
