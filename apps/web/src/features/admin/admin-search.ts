import type { FeedbackState } from '@otodana/contract'

import { oneOf, text, wholeNumber } from '#lib/readers.ts'
import { stringifySearch } from '#lib/navigation/search-params.ts'

export const adminParts = ['overview', 'library', 'feedback', 'users', 'settings', 'backups', 'security'] as const
type AdminPart = (typeof adminParts)[number]

/** The server's limit. */
export const MAX_USER_SEARCH_LENGTH = 100

/** The page's search parameters. */
export type AdminSearch = {
  part: AdminPart
  /** Filters accounts by name. */
  q: string
  /** Of the accounts, the reports or the missing works, counted from 1. */
  page: number
  /** Which reports are listed. */
  state: FeedbackState
}

const readPart = oneOf(adminParts)
const readText = text(MAX_USER_SEARCH_LENGTH)
const readState = oneOf(['open', 'done'])
const readPage = wholeNumber(1, 100_000)

/** Parses them; invalid values are ignored. */
export function adminSearch(given: object): AdminSearch {
  const { part, q, page, state } = given as Record<string, unknown>
  return {
    part: readPart(part) ?? 'overview',
    q: readText(q) ?? '',
    page: readPage(Number(page)) ?? 1,
    state: readState(state) ?? 'open',
  }
}

/** Returns the page's URL; defaults are omitted, so that each part has one URL. */
export function adminHref({ part = 'overview', q, page, state }: Partial<AdminSearch>): string {
  return `/admin${stringifySearch({
    part: part === 'overview' ? '' : part,
    q,
    state: state === 'open' ? undefined : state,
    page: page === 1 ? undefined : page,
  })}`
}
