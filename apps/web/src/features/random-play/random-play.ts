import type { Work } from '@otodana/contract'
import type { QueryClient } from '@tanstack/react-query'

import { mainQueue } from '#features/track-queue/index.ts'
import { playTracks, type QueueTrack } from '#features/player/index.ts'
import { fetchWorks, withFilter } from '#features/works/index.ts'
import { isMissing, type Api } from '#lib/api/api.ts'
import { tracksQuery } from '#lib/queries/tracks-query.ts'

/** The API has that many random orders, and more would only be kept. */
const SEEDS = 100
/** So many works in a row without anything to play, and it is given up. */
const MOST_TRIES = 12

type Deps = { api: Api; queryClient: QueryClient; random: () => number }

/** What was picked, and what it plays. */
export type Pick = { work: Work; tracks: QueueTrack[] }

/**
 * Picks any work within the filter, each as likely as the other, with what it plays by itself. Works that have nothing to
 * play are passed over.
 *
 * @param lastId  the work that was picked before: not again, unless it is the only one
 * @returns `nothingFound` when the filter lets no work through, `nothingToPlay` when those that were tried are silent
 * @throws {ApiError} when the library cannot be asked
 */
export async function pickWork(
  { api, queryClient, random }: Deps,
  globalFilter: string,
  lastId: number | null,
): Promise<Pick | 'nothingFound' | 'nothingToPlay'> {
  const keyword = withFilter('', globalFilter)
  const seed = Math.floor(random() * SEEDS)
  const workAt = (page: number) =>
    fetchWorks(
      api,
      { order: 'random', sort: 'desc', seed, page, pageSize: 1, ...(keyword === '' ? {} : { keyword }) },
      {},
    )
  // How many there are is only known by asking.
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
    return mainQueue(work, await queryClient.fetchQuery(tracksQuery(api, work.id)))
  } catch (error) {
    // It has left the library meanwhile.
    if (isMissing(error)) return []
    throw error
  }
}

/** Plays it from its start. */
export function playPick({ tracks }: Pick): void {
  playTracks(tracks, 0)
}
