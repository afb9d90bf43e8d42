import { listPlaylists, listReviews, type Progress } from '@otodana/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import type { Api } from '#lib/api/api.ts'

import { orderOf, PAGE_SIZE, type FavouriteSort } from './favourites-search.ts'

const meta = { isPersonal: true, needsAccount: true, isAwaited: true }

type WorksPage = { progress: Progress | null; sort: FavouriteSort; page: number }

/** A member's marked works; requires a login. */
export const favouritesQueries = {
  /** One page of marked works, or of those of one progress. */
  works: (api: Api, { progress, sort, page }: WorksPage) =>
    queryOptions({
      queryKey: ['favourites', 'works', progress, sort, page],
      queryFn: ({ signal }) =>
        api(
          listReviews,
          { query: { ...orderOf(sort), page, pageSize: PAGE_SIZE, filter: progress ?? 'all' } },
          { signal },
        ),
      // Placeholder: another page or order of the same tab, but not another tab.
      placeholderData: (data, query) => (query?.queryKey[2] === progress ? keepPreviousData(data) : undefined),
      meta,
    }),
  /** Number of works of one progress. */
  count: (api: Api, progress: Progress) =>
    queryOptions({
      queryKey: ['favourites', 'count', progress],
      queryFn: async ({ signal }) => {
        const { pagination } = await api(listReviews, { query: { filter: progress, pageSize: 1 } }, { signal })
        return pagination.totalCount
      },
      meta,
    }),
  /** One page of the member's own playlists. */
  folders: (api: Api, page: number) =>
    queryOptions({
      // Below the playlists' key, so that changes of those invalidate it.
      queryKey: ['playlists', 'folders', page],
      queryFn: ({ signal }) =>
        api(listPlaylists, { query: { filterBy: 'owned', page, pageSize: PAGE_SIZE } }, { signal }),
      placeholderData: keepPreviousData,
      meta,
    }),
}
