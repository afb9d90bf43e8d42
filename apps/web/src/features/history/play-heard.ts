import { getWorkInfo } from '@otodana/contract'
import type { QueryClient } from '@tanstack/react-query'

import { isCurrent, play, playTracks, seekTo } from '#features/player/index.ts'
import { queueAround } from '#features/track-queue/index.ts'
import type { Api } from '#lib/api/api.ts'
import { tracksQuery } from '#lib/queries/tracks-query.ts'

type Deps = { api: Api; queryClient: QueryClient }

/** A track, and where it was left; 0: from the start. */
export type LeftTrack = { hash: string; workId: number; seconds: number }

/**
 * Plays a track in its folder's queue from where it was left. The current track just goes on.
 *
 * @returns false if the file does not exist any more
 * @throws {ApiError} loading failed
 */
export async function playHeard({ api, queryClient }: Deps, { hash, workId, seconds }: LeftTrack): Promise<boolean> {
  if (!isCurrent(hash)) {
    const [work, tree] = await Promise.all([
      api(getWorkInfo, { params: { id: String(workId) } }),
      queryClient.fetchQuery(tracksQuery(api, workId)),
    ])
    const queue = queueAround(work, tree, hash)
    if (!queue) return false
    playTracks(queue.tracks, queue.index)
    seekTo(seconds)
  }
  play()
  return true
}
