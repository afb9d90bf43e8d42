import * as z from 'zod/mini'

import { stringifySearch } from '#lib/search-params.ts'

import type { NameKind } from './name-kinds.ts'

/** Longer than any name; what is typed beyond it is cut off by the field. */
export const MAX_FILTER_LENGTH = 100

export const nameSorts = ['count', 'name'] as const
export type NameSort = (typeof nameSorts)[number]

export const namesDefaults = { q: '', sort: 'count' } as const

/** The screen's URL parameters; whatever is wrong counts as left out. */
export const NamesSearch = z.object({
  /** What the names are filtered by. */
  q: z.catch(z.string().check(z.maxLength(MAX_FILTER_LENGTH)), namesDefaults.q),
  sort: z.catch(z.enum(nameSorts), namesDefaults.sort),
})
export type NamesSearch = z.output<typeof NamesSearch>

/** The screen's URL; defaults are left out, so that one screen has one address. */
export function namesHref(kind: NameKind, { q, sort }: NamesSearch): string {
  return `/${kind}${stringifySearch({ q, sort: sort === namesDefaults.sort ? '' : sort })}`
}
