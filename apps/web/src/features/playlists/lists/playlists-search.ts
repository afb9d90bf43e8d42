import { playlistFilters, type PlaylistFilter } from '@otodana/contract'

import { oneOf, text } from '#lib/readers.ts'
import { stringifySearch } from '#lib/navigation/search-params.ts'

/** The URL parameters of the lists' screen. */
export type PlaylistsSearch = { filterBy: PlaylistFilter; page: number }
/** The URL parameters of one list's screen; an id that is none is no list's. */
export type PlaylistSearch = { id: string; page: number; keyword: string }

const readFilter = oneOf(playlistFilters)
const readPage = text(6, /^[1-9]\d*$/)
const readId = text(36, /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i)

/** Reads them; whatever is wrong counts as left out. */
export function playlistsSearch({ filterBy, page }: { filterBy?: unknown; page?: unknown }): PlaylistsSearch {
  return { filterBy: readFilter(filterBy) ?? 'all', page: pageOf(page) }
}

/** Reads them; whatever is wrong counts as left out. */
export function playlistSearch({ id, page, keyword }: { [Name in keyof PlaylistSearch]?: unknown }): PlaylistSearch {
  return {
    id: readId(id)?.toLowerCase() ?? '',
    page: pageOf(page),
    // As it was asked for, even if there is more of it than is searched.
    keyword: typeof keyword === 'string' ? keyword.trim() : '',
  }
}

function pageOf(page: unknown): number {
  return Number(readPage(typeof page === 'number' ? String(page) : page) ?? 1)
}

/** The lists' URL; defaults are left out, so that one screen has one address. */
export function playlistsHref({ filterBy, page }: PlaylistsSearch): string {
  return `/playlists${stringifySearch({ filterBy: filterBy === 'all' ? '' : filterBy, page: page === 1 ? '' : page })}`
}

/** The URL of one list, or of a search in it. */
export function playlistHref(id: string, page = 1, keyword = ''): string {
  return `/playlist${stringifySearch({ id, keyword, page: page === 1 ? '' : page })}`
}
