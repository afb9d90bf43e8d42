import { initialTracks, type TrackNode } from '@otodana/contract'

import type { QueueTrack } from '#features/player/index.ts'
import { useSettings } from '#features/settings/index.ts'

import { type QueuedWork, toQueueTrack } from './queue-track.ts'

/** Returns the queue of a work's main recordings; empty if nothing is playable. */
export function mainQueue(work: QueuedWork, tree: readonly TrackNode[]): QueueTrack[] {
  return initialTracks(tree, useSettings.getState()).map((file) => toQueueTrack(work, file))
}
