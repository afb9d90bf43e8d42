import { oneOf, text } from '#lib/readers.ts'
import { stringifySearch } from '#lib/navigation/search-params.ts'

import type { NameKind } from './name-kinds.ts'

/** Longer than any name; also the field's maximum length. */
export const MAX_FILTER_LENGTH = 100

export const nameSorts = ['count', 'name'] as const
export type NameSort = (typeof nameSorts)[number]

export const namesDefaults = { q: '', sort: 'count' } as const

/** The screen's search parameters. */
export type NamesSearch = {
  /** The filter. */
  q: string
  sort: NameSort
}

/** Undefined if invalid. */
export const readFilter = text(MAX_FILTER_LENGTH)
const readSort = oneOf(nameSorts)

/** Parses them; invalid values are ignored. */
export function namesSearch({ q, sort }: { q?: unknown; sort?: unknown }): NamesSearch {
  return { q: readFilter(q) ?? namesDefaults.q, sort: readSort(sort) ?? namesDefaults.sort }
}

/** Returns the screen's URL; defaults are omitted, so that each screen has one URL. */
export function namesHref(kind: NameKind, { q, sort }: NamesSearch): string {
  return `/${kind}${stringifySearch({ q, sort: sort === namesDefaults.sort ? '' : sort })}`
}
