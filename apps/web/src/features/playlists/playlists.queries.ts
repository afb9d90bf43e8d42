import {
  getPlaylist,
  listPlaylists,
  listPlaylistsWithWork,
  listPlaylistWorks,
  listPlaylistWorksByKeyword,
  MAX_KEYWORD_LENGTH_IN_ADDRESS,
  MAX_PAGE_SIZE,
  type Playlist,
  type PlaylistFilter,
} from '@otodana/contract'
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'

import { noteListChange } from '#features/kept/index.ts'
import { withFilter } from '#features/works/index.ts'
import type { Api } from '#lib/api/api.ts'
import { notifyTabs } from '#lib/browser/tabs.ts'

import type { PlaylistSearch } from './lists/playlists-search.ts'

export const LISTS_PER_PAGE = 20
export const WORKS_PER_PAGE = 20
export const MENU_LISTS_PER_PAGE = 12
/** Of the dialog that reorders works. */
export const ROWS_PER_PAGE = 100

/** Personal data differ between visitors. */
const meta = { isPersonal: true, isAwaited: true }
const ownMeta = { ...meta, needsAccount: true }

export const playlistQueries = {
  /** One page of the member's playlists. */
  list: (api: Api, filterBy: PlaylistFilter, page: number) =>
    queryOptions({
      queryKey: ['playlists', filterBy, page],
      queryFn: ({ signal }) => api(listPlaylists, { query: { filterBy, page, pageSize: LISTS_PER_PAGE } }, { signal }),
      meta: ownMeta,
      placeholderData: keepPreviousData,
    }),
  /** All playlists of the member, for choosing one: at most a thousand, in one or two calls. */
  own: (api: Api) =>
    queryOptions({
      queryKey: ['playlists', 'own'],
      queryFn: async ({ signal }) => {
        const own: Playlist[] = []
        for (let page = 1; ; page++) {
          const query = { filterBy: 'owned', page, pageSize: MAX_PAGE_SIZE } as const
          const { playlists, pagination } = await api(listPlaylists, { query }, { signal })
          own.push(...playlists)
          if (playlists.length === 0 || own.length >= pagination.totalCount) return own
        }
      },
      meta: ownMeta,
    }),
  one: (api: Api, id: string) =>
    queryOptions({
      queryKey: ['playlist', id],
      queryFn: ({ signal }) => api(getPlaylist, { query: { id } }, { signal }),
      meta,
    }),
  /**
   * One page of a playlist's works.
   *
   * @param keyword  filters them; empty for all
   * @param markTarget  the playlist whose status to include; empty for none
   */
  works: (api: Api, { id, page, keyword }: PlaylistSearch, markTarget: string) =>
    queryOptions({
      queryKey: ['playlist-works', id, page, keyword, markTarget],
      queryFn: ({ signal }) => {
        const searched = withFilter(keyword, '')
        const asked = { id, page, pageSize: WORKS_PER_PAGE, ...(searched === '' ? {} : { keyword: searched }) }
        const marks = [markTarget].filter((one) => one !== '')
        // Some proxies reject longer URLs.
        return searched.length > MAX_KEYWORD_LENGTH_IN_ADDRESS
          ? api(listPlaylistWorksByKeyword, { body: { ...asked, withPlaylistStatus: marks } }, { signal })
          : api(
              listPlaylistWorks,
              { query: marks.length > 0 ? { ...asked, 'withPlaylistStatus[]': marks } : asked },
              { signal },
            )
      },
      meta,
      placeholderData: (previous, query) => (query?.queryKey[1] === id ? previous : undefined),
    }),
  /** A long page of a playlist's works, to reorder them. */
  order: (api: Api, id: string, page: number) =>
    queryOptions({
      queryKey: ['playlist-works', id, 'order', page],
      queryFn: ({ signal }) => api(listPlaylistWorks, { query: { id, page, pageSize: ROWS_PER_PAGE } }, { signal }),
      meta: ownMeta,
      placeholderData: keepPreviousData,
    }),
  /** One page of the member's playlists, and whether they contain a work. */
  withWork: (api: Api, workId: number, page: number) =>
    queryOptions({
      queryKey: ['playlists-with-work', workId, page],
      queryFn: ({ signal }) =>
        api(
          listPlaylistsWithWork,
          { query: { workID: String(workId), page, pageSize: MENU_LISTS_PER_PAGE, version: 2 } },
          { signal },
        ),
      meta: ownMeta,
      // Always stale, because other devices change it too.
      staleTime: 0,
      placeholderData: keepPreviousData,
    }),
}

/** Refetches everything that shows playlists, here and in other tabs, after one was created, changed or deleted. */
export function refreshPlaylists(queryClient: QueryClient): void {
  for (const key of ['playlists', 'playlist', 'playlist-works', 'playlists-with-work'])
    void queryClient.invalidateQueries({ queryKey: [key] })
  noteListChange()
  notifyTabs()
}
