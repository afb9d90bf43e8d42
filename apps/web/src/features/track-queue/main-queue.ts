import { mainVersion, type TrackNode } from '@otodana/contract'

import type { QueueTrack } from '#features/player/index.ts'
import { useSettings } from '#features/settings/index.ts'

import { type QueuedWork, toQueueTracks } from './queue-track.ts'

/** Returns the queue of a work's main recordings; empty if nothing is playable. */
export function mainQueue(work: QueuedWork, tree: readonly TrackNode[]): QueueTrack[] {
  const groups = mainVersion(tree, useSettings.getState())?.groups ?? []
  return groups.flatMap(({ tracks }) => toQueueTracks(work, tracks))
}
