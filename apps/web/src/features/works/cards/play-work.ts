import type { Work } from '@otodana/contract'
import type { QueryClient } from '@tanstack/react-query'

import { presentAccount } from '#features/accounts/index.ts'
import { reachableTree } from '#features/offline/index.ts'
import { indexToResume, playTracks, readPositions, withRemotePositions } from '#features/player/index.ts'
import { mainQueue } from '#features/track-queue/index.ts'
import type { Api } from '#lib/api/api.ts'
import { type DevicePosition, playbackPositionsQuery } from '#lib/queries/playback-positions-query.ts'
import { tracksQuery } from '#lib/queries/tracks-query.ts'

type Deps = { api: Api; queryClient: QueryClient }

/**
 * Plays a work's main recordings from the saved position, as the button on its page does.
 *
 * @returns false if nothing is playable
 * @throws {ApiError} loading the files failed
 */
export async function playWork({ api, queryClient }: Deps, work: Work): Promise<boolean> {
  const [tree, elsewhere] = await Promise.all([
    queryClient.fetchQuery(tracksQuery(api, work.id)),
    positionsElsewhere({ api, queryClient }, work.id),
  ])
  const tracks = mainQueue(work, reachableTree(tree))
  if (tracks.length === 0) return false
  const hashes = tracks.map(({ hash }) => hash)
  playTracks(tracks, indexToResume(hashes, withRemotePositions(readPositions(), elsewhere)) ?? 0)
  return true
}

/** Without an answer, this device's positions have to do. */
async function positionsElsewhere({ api, queryClient }: Deps, workId: number): Promise<readonly DevicePosition[]> {
  const account = presentAccount()
  if (account === null) return []
  return queryClient.fetchQuery(playbackPositionsQuery(api, account, workId)).catch(() => [])
}
