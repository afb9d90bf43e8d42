import { contentOf, distinctRecordings, type TrackNode } from '@otodana/contract'

import type { QueueTrack } from '#features/player/index.ts'
import { useSettings } from '#features/settings/index.ts'

import { type QueuedWork, toQueueTracks } from './queue-track.ts'

/**
 * Returns the queue of the folder that a file is in, with that file current; each recording once in its preferred
 * format. null if the file does not exist.
 */
export function queueAround(
  work: QueuedWork,
  tree: readonly TrackNode[],
  hash: string,
): { tracks: QueueTrack[]; index: number } | null {
  const { folders, files } = contentOf(tree)
  const file = files.find((one) => one.type === 'audio' && one.hash === hash)
  if (file) {
    const recordings = distinctRecordings(files, useSettings.getState(), file)
    return { tracks: toQueueTracks(work, recordings), index: recordings.indexOf(file) }
  }
  for (const { children } of folders) {
    const found = queueAround(work, children, hash)
    if (found) return found
  }
  return null
}
