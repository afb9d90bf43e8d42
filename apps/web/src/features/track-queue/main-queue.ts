import type { TrackNode } from '@otodana/contract'

import type { QueueTrack } from '#features/player/index.ts'
import { useSettings } from '#features/settings/index.ts'

import { initialTracks } from './main-recordings.ts'
import { type QueuedWork, toQueueTrack } from './queue-track.ts'

/** What a work plays when its listener has not chosen, as it is queued; empty when nothing of it can be played. */
export function mainQueue(work: QueuedWork, tree: readonly TrackNode[]): QueueTrack[] {
  return initialTracks(tree, useSettings.getState()).map((file) => toQueueTrack(work, file))
}
