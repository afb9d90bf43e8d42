import { oneOf, text, wholeNumber } from '#lib/readers.ts'
import { stringifySearch } from '#lib/search-params.ts'

export const adminParts = ['overview', 'library', 'users', 'settings', 'security'] as const
export type AdminPart = (typeof adminParts)[number]

/** As long as the server takes it. */
export const MAX_USER_SEARCH_LENGTH = 100

/** The page's URL parameters. */
export type AdminSearch = {
  part: AdminPart
  /** What the accounts' names hold. */
  q: string
  /** Of the accounts, from 1. */
  page: number
}

const readPart = oneOf(adminParts)
const readText = text(MAX_USER_SEARCH_LENGTH)
const readPage = wholeNumber(1, 100_000)

/** Reads them; whatever is wrong counts as left out. */
export function adminSearch(given: object): AdminSearch {
  const { part, q, page } = given as Record<string, unknown>
  return {
    part: readPart(part) ?? 'overview',
    q: readText(q) ?? '',
    page: readPage(Number(page)) ?? 1,
  }
}

/** The page's URL; defaults are left out, so that one part has one address. */
export function adminHref({ part = 'overview', q, page }: Partial<AdminSearch>): string {
  return `/admin${stringifySearch({ part: part === 'overview' ? '' : part, q, page: page === 1 ? undefined : page })}`
}
