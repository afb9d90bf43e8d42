import { getWorkInfo } from '@otodana/contract'
import type { QueryClient } from '@tanstack/react-query'

import { isCurrent, play, playTracks, readPositions, seekTo, type TrackPosition } from '#features/player/index.ts'
import { queueAround } from '#features/track-queue/index.ts'
import type { Api } from '#lib/api/api.ts'
import { tracksQuery } from '#lib/queries/tracks-query.ts'

type Deps = { api: Api; queryClient: QueryClient }

/** A track, and where it was left; 0: where the player would begin. */
export type LeftTrack = {
  hash: string
  workId: number
  seconds: number
  /** When it was left: a later position on this device counts instead. Without it, this position counts. */
  atMs?: number
}

/**
 * Plays a track in its folder's queue from where it was left. The current track just goes on.
 *
 * @returns false if the file does not exist any more
 * @throws {ApiError} loading failed
 */
export async function playHeard({ api, queryClient }: Deps, track: LeftTrack): Promise<boolean> {
  const { hash, workId, seconds } = track
  if (!isCurrent(hash)) {
    const [work, tree] = await Promise.all([
      api(getWorkInfo, { params: { id: String(workId) } }),
      queryClient.fetchQuery(tracksQuery(api, workId)),
    ])
    const queue = queueAround(work, tree, hash)
    if (!queue) return false
    playTracks(queue.tracks, queue.index)
    if (isToSeek(track, readPositions())) seekTo(seconds)
  }
  play()
  return true
}

/** Whether a track begins where it was left, and not where the player would begin. */
export function isToSeek({ hash, seconds, atMs = Infinity }: LeftTrack, positions: readonly TrackPosition[]): boolean {
  return seconds > 0 && !positions.some((position) => position.hash === hash && position.atMs > atMs)
}
