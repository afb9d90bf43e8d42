import type { AppContext } from '#i18n/app-context.ts'
import { namesQuery } from '#lib/queries/names-query.ts'

import { entriesOf, entryOrder, filterEntries, findable, firstEntries, type NameEntry } from './name-list.ts'
import type { NameKind } from './name-kinds.ts'
import type { NamesSearch } from './names-search.ts'

/** Number of lines in the server's page; the browser fetches the whole list. */
export const OPENING_LENGTH = 300

/** What a page shows until the whole list is loaded. */
export type Opening = {
  entries: readonly NameEntry[]
  /** Number of names that match the filter. */
  found: number
  /** Total number. */
  total: number
}

/**
 * The server renders the first lines only, because twenty thousand would take megabytes. The browser waits for the
 * whole list, which it caches.
 */
export async function namesLoader(
  { api, queryClient, i18n }: AppContext,
  kind: NameKind,
  { q, sort }: NamesSearch,
): Promise<Opening | null> {
  const query = namesQuery(api, kind)
  if (!import.meta.env.SSR) {
    await queryClient.prefetchQuery(query)
    return null
  }
  const names = await queryClient.fetchQuery(query)
  queryClient.removeQueries(query)
  const { locale } = i18n.current
  const all = entriesOf(names, locale, false)
  const found = q === '' ? all : filterEntries(findable(all), q)
  const entries = firstEntries(found, OPENING_LENGTH, entryOrder(sort, locale)).map(
    ({ id, name, term, count, of }) => ({
      id,
      name,
      term,
      count,
      ...(of !== undefined && { of }),
    }),
  )
  return { entries, found: found.length, total: all.length }
}
