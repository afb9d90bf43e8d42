import { progresses, type Progress, type ReviewOrder } from '@otodana/contract'

import { oneOf, text } from '#lib/readers.ts'
import { stringifySearch } from '#lib/navigation/search-params.ts'

/** The orders by their names in URLs. */
export const favouriteSorts = [
  'updated_at',
  'updated_at-asc',
  'userRating',
  'release',
  'release-asc',
  'review_count',
  'dl_count',
  'nsfw-asc',
] as const
export type FavouriteSort = (typeof favouriteSorts)[number]

export const PAGE_SIZE = 20

/** The content: all marked works, those of one progress, or playlists. */
export type FavouritesMode = { mode: 'review' } | { mode: 'folder' } | { mode: 'progress'; progress: Progress }

export type FavouritesPage = FavouritesMode & { sort: FavouriteSort; page: number }

const readSort = oneOf(favouriteSorts)
const readPage = text(6, /^[1-9]\d*$/)
const readProgress = oneOf(progresses)

/** Parses the path after `/favourites/`; null if unknown. `progress` alone starts with the works being listened to. */
export function favouritesMode(name: string | undefined): FavouritesMode | null {
  if (name === undefined) return { mode: 'review' }
  if (name === 'folder') return { mode: 'folder' }
  const progress = name === 'progress' ? 'listening' : readProgress(name)
  return progress === undefined ? null : { mode: 'progress', progress }
}

/** Parses a mode's search parameters; invalid values are ignored. */
export function favouritesPage(
  mode: FavouritesMode,
  { sort, page }: { sort?: unknown; page?: unknown },
): FavouritesPage {
  return { ...mode, sort: readSort(sort) ?? 'updated_at', page: Number(readPage(page) ?? 1) }
}

/** Returns the screen's URL; defaults are omitted, so that each screen has one URL. */
export function favouritesHref(shown: FavouritesMode & Partial<FavouritesPage>): string {
  const { sort = 'updated_at', page = 1 } = shown
  return `${pathOf(shown)}${stringifySearch({
    sort: sort === 'updated_at' ? '' : sort,
    page: page === 1 ? '' : page,
  })}`
}

function pathOf(mode: FavouritesMode): string {
  if (mode.mode === 'review') return '/favourites'
  return `/favourites/${mode.mode === 'folder' ? 'folder' : mode.progress}`
}

/** Returns the API's parameters for an order. */
export function orderOf(sort: FavouriteSort): { order: ReviewOrder; sort: 'asc' | 'desc' } {
  const [order, direction] = sort.split('-')
  return { order: order as ReviewOrder, sort: direction === 'asc' ? 'asc' : 'desc' }
}
