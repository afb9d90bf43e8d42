import type { Work } from '@otodana/contract'
import { reachableTree } from '#features/offline/index.ts'
import type { QueryClient } from '@tanstack/react-query'

import { mainQueue } from '#features/track-queue/index.ts'
import { addTracks, isCurrent, playTracks, type QueueTrack } from '#features/player/index.ts'
import { isMissing, type Api } from '#lib/api/api.ts'
import { tracksQuery } from '#lib/queries/tracks-query.ts'

import { usePlaylistOverlay, type Run } from '../overlay.store.ts'
import { playlistQueries, WORKS_PER_PAGE } from '../playlists.queries.ts'

/** Number of tracks to queue after the current one; below it more works are requested. */
const AHEAD = 10

export type Deps = { api: Api; queryClient: QueryClient }

/** Returns a page of a list's works; the first is 1. */
export type WorkPages = (page: number) => Promise<{ works: readonly Work[]; isLast: boolean }>

/**
 * Plays a list from its first work on. Works are requested as needed, so that one of ten thousand starts as fast as one
 * of ten.
 *
 * @param id  of the list, unique among all lists
 * @returns whether there was anything to play
 * @throws {ApiError} loading failed
 */
export async function playAll(deps: Deps, id: string, pages: WorkPages): Promise<boolean> {
  const nextTracks = tracksOf(deps, pages)
  const first = await nextTracks()
  if (first === null) return false
  playTracks(first, 0)
  usePlaylistOverlay.setState({ run: createRun(id, first, nextTracks) })
  return true
}

/** @param keyword  only matching works; empty: all */
export function playlistPages({ api, queryClient }: Deps, id: string, keyword: string): WorkPages {
  return async (page) => {
    const { works, pagination } = await queryClient.fetchQuery(playlistQueries.works(api, { id, page, keyword }, ''))
    return { works, isLast: page * WORKS_PER_PAGE >= pagination.totalCount }
  }
}

/**
 * Returns the tracks of the next work that has any, and null at the end. After a failure the same work is tried again.
 */
export function tracksOf({ api, queryClient }: Deps, pages: WorkPages): () => Promise<QueueTrack[] | null> {
  let page = 1
  let works: Work[] = []
  let isLast = false
  const seen = new Set<number>()

  async function peek(): Promise<Work | null> {
    while (works.length === 0) {
      if (isLast) return null
      const found = await pages(page)
      isLast = found.isLast
      page++
      // If the list changes meanwhile, works move between pages.
      works = found.works.filter(({ id }) => !seen.has(id))
    }
    return works[0] ?? null
  }

  return async () => {
    for (;;) {
      const work = await peek()
      if (work === null) return null
      const tree = await queryClient.fetchQuery(tracksQuery(api, work.id)).catch((error: unknown) => {
        // It is no longer in the library.
        if (isMissing(error)) return []
        throw error
      })
      seen.add(work.id)
      works = works.slice(1)
      const tracks = mainQueue(work, reachableTree(tree))
      if (tracks.length > 0) return tracks
    }
  }
}

/** @param nextTracks  see `tracksOf` */
function createRun(
  id: string,
  first: readonly QueueTrack[],
  nextTracks: () => Promise<readonly QueueTrack[] | null>,
): Run {
  const places = new Map(first.map(({ hash }, index) => [hash, index]))
  let isOver = false
  let isBusy = false
  const isOurs = () => [...places.keys()].some(isCurrent)

  return {
    id,
    async goOn(hash) {
      if (isOver || isBusy) return !isOver
      isBusy = true
      try {
        const place = hash === null ? undefined : places.get(hash)
        // Something else is being played.
        if (place === undefined) isOver = true
        while (!isOver && places.size - 1 - place! < AHEAD) {
          const tracks = await nextTracks()
          if (tracks === null || !isOurs()) isOver = true
          else {
            addTracks(tracks)
            for (const track of tracks) places.set(track.hash, places.size)
          }
        }
      } finally {
        isBusy = false
      }
      return !isOver
    },
  }
}
