import { playlistFilters, type PlaylistFilter } from '@otodana/contract'

import { oneOf, text } from '#lib/readers.ts'
import { stringifySearch } from '#lib/navigation/search-params.ts'

/** The search parameters of the playlists screen. */
export type PlaylistsSearch = { filterBy: PlaylistFilter; page: number }
/** The search parameters of a playlist's screen; an invalid id finds no playlist. */
export type PlaylistSearch = { id: string; page: number; keyword: string }

const readFilter = oneOf(playlistFilters)
const readPage = text(6, /^[1-9]\d*$/)
const readId = text(36, /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i)

/** Parses them; invalid values are ignored. */
export function playlistsSearch({ filterBy, page }: { filterBy?: unknown; page?: unknown }): PlaylistsSearch {
  return { filterBy: readFilter(filterBy) ?? 'all', page: pageOf(page) }
}

/** Parses them; invalid values are ignored. */
export function playlistSearch({ id, page, keyword }: { [Name in keyof PlaylistSearch]?: unknown }): PlaylistSearch {
  return {
    id: readId(id)?.toLowerCase() ?? '',
    page: pageOf(page),
    // Kept as typed, even if it is longer than the maximum.
    keyword: typeof keyword === 'string' ? keyword.trim() : '',
  }
}

function pageOf(page: unknown): number {
  return Number(readPage(typeof page === 'number' ? String(page) : page) ?? 1)
}

/** Returns the URL of the lists; defaults are omitted, so that each screen has one URL. */
export function playlistsHref({ filterBy, page }: PlaylistsSearch): string {
  return `/playlists${stringifySearch({ filterBy: filterBy === 'all' ? '' : filterBy, page: page === 1 ? '' : page })}`
}

/** Returns the URL of a playlist, or of a search in it. */
export function playlistHref(id: string, page = 1, keyword = ''): string {
  return `/playlist${stringifySearch({ id, keyword, page: page === 1 ? '' : page })}`
}
