import { listPlaylists, listReviews, type Progress } from '@otodana/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import type { Api } from '#lib/api/api.ts'

import { orderOf, PAGE_SIZE, type FavouriteSort } from './favourites-search.ts'

const meta = { isPersonal: true, needsAccount: true, isAwaited: true }

type WorksPage = { progress: Progress | null; sort: FavouriteSort; page: number }

/** A member's marked works; only with a login. */
export const favouritesQueries = {
  /** One page of the works that have marks, or one progress. */
  works: (api: Api, { progress, sort, page }: WorksPage) =>
    queryOptions({
      queryKey: ['favourites', 'works', progress, sort, page],
      queryFn: ({ signal }) =>
        api(
          listReviews,
          { query: { ...orderOf(sort), page, pageSize: PAGE_SIZE, filter: progress ?? 'all' } },
          { signal },
        ),
      // The list of another tab is not this one's; another page or order of the same may stand in for it.
      placeholderData: (data, query) => (query?.queryKey[2] === progress ? keepPreviousData(data) : undefined),
      meta,
    }),
  /** How many works have one progress. */
  count: (api: Api, progress: Progress) =>
    queryOptions({
      queryKey: ['favourites', 'count', progress],
      queryFn: async ({ signal }) => {
        const { pagination } = await api(listReviews, { query: { filter: progress, pageSize: 1 } }, { signal })
        return pagination.totalCount
      },
      meta,
    }),
  /** One page of the playlists that are the member's own. */
  folders: (api: Api, page: number) =>
    queryOptions({
      // Among the playlists, so that a change of one is a change of these.
      queryKey: ['playlists', 'folders', page],
      queryFn: ({ signal }) =>
        api(listPlaylists, { query: { filterBy: 'owned', page, pageSize: PAGE_SIZE } }, { signal }),
      placeholderData: keepPreviousData,
      meta,
    }),
}
