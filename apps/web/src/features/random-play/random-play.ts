import type { Work } from '@otodana/contract'
import { reachableTree } from '#features/offline/index.ts'
import type { QueryClient } from '@tanstack/react-query'

import { mainQueue } from '#features/track-queue/index.ts'
import { playTracks, type QueueTrack } from '#features/player/index.ts'
import { type EditionsRequest, fetchWorks, withFilter } from '#features/works/index.ts'
import { isMissing, type Api } from '#lib/api/api.ts'
import { tracksQuery } from '#lib/queries/tracks-query.ts'

/** Limits the number of random orders that the server caches. */
const SEEDS = 100
/** Maximum number of consecutive works without anything to play. */
const MOST_TRIES = 12

type Deps = { api: Api; queryClient: QueryClient; random: () => number; editions: EditionsRequest }

/** A picked work and its tracks. */
export type Pick = { work: Work; tracks: QueueTrack[] }

/**
 * Picks a random work that matches the filter, uniformly, with the tracks it plays by default. Skips works without
 * playable audio.
 *
 * @param lastId  the previous pick: not repeated, unless it is the only one
 * @returns `nothingFound` if no work matches the filter, `nothingToPlay` if those that were tried have no audio
 * @throws {ApiError}
 */
export async function pickWork(
  { api, queryClient, random, editions }: Deps,
  globalFilter: string,
  lastId: number | null,
): Promise<Pick | 'nothingFound' | 'nothingToPlay'> {
  const keyword = withFilter('', globalFilter)
  const seed = Math.floor(random() * SEEDS)
  const workAt = (page: number) =>
    fetchWorks(
      api,
      { order: 'random', sort: 'desc', seed, page, pageSize: 1, ...editions, ...(keyword === '' ? {} : { keyword }) },
      {},
    )
  // The total is only known from a response.
  const first = await workAt(1)
  const { totalCount } = first.pagination
  if (totalCount === 0) return 'nothingFound'
  const start = Math.floor(random() * totalCount)
  let last: Pick | null = null
  for (let step = 0; step < Math.min(totalCount, MOST_TRIES); step++) {
    const place = (start + step) % totalCount
    const page = place === 0 ? first : await workAt(place + 1)
    // The library may have shrunk meanwhile.
    const [work] = page.works
    const tracks = work ? await tracksOf(queryClient, api, work) : []
    if (!work || tracks.length === 0) continue
    if (work.id !== lastId) return { work, tracks }
    last = { work, tracks }
  }
  return last ?? 'nothingToPlay'
}

async function tracksOf(queryClient: QueryClient, api: Api, work: Work): Promise<QueueTrack[]> {
  try {
    return mainQueue(work, reachableTree(await queryClient.fetchQuery(tracksQuery(api, work.id))))
  } catch (error) {
    // It is no longer in the library.
    if (isMissing(error)) return []
    throw error
  }
}

/** Plays it from the start. */
export function playPick({ tracks }: Pick): void {
  playTracks(tracks, 0)
}
