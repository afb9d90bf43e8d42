import { oneOf, text } from '#lib/readers.ts'
import { stringifySearch } from '#lib/navigation/search-params.ts'

import type { NameKind } from './name-kinds.ts'

/** Longer than any name; what is typed beyond it is cut off by the field. */
export const MAX_FILTER_LENGTH = 100

export const nameSorts = ['count', 'name'] as const
export type NameSort = (typeof nameSorts)[number]

export const namesDefaults = { q: '', sort: 'count' } as const

/** The screen's URL parameters. */
export type NamesSearch = {
  /** What the names are filtered by. */
  q: string
  sort: NameSort
}

/** Undefined where it is none. */
export const readFilter = text(MAX_FILTER_LENGTH)
const readSort = oneOf(nameSorts)

/** Reads them; whatever is wrong counts as left out. */
export function namesSearch({ q, sort }: { q?: unknown; sort?: unknown }): NamesSearch {
  return { q: readFilter(q) ?? namesDefaults.q, sort: readSort(sort) ?? namesDefaults.sort }
}

/** The screen's URL; defaults are left out, so that one screen has one address. */
export function namesHref(kind: NameKind, { q, sort }: NamesSearch): string {
  return `/${kind}${stringifySearch({ q, sort: sort === namesDefaults.sort ? '' : sort })}`
}
