import type { Tag, WorkPage } from '@otodana/contract'
import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'

import { useSettings } from '#features/settings/index.ts'
import type { AppContext } from '#i18n/app-context.ts'
import { isBeyondLast, listHead } from '#lib/navigation/list-head.ts'

import { listRequest } from './list-request.ts'
import { LISTS } from './listed-works.ts'
import { markTargetId } from '../mark-target-id.ts'
import { searchTitle } from './search-title.ts'
import { scanQuery, worksQueries } from '../works.queries.ts'
import { hasLegacyIds, searchDefaults, withoutDefaults, worksHref, type WorksSearch } from '../works-search.ts'

/**
 * Loads the list that an address asks for. While one is shown and only its address changes, the screen asks by itself:
 * what is shown then stays until the next is there, and fast changes make one request.
 *
 * @param isArriving  whether another screen is left for this one
 * @returns what the page's head says
 * @throws a redirect, when the address is an old one; in the server, the error of a list that did not come
 */
export async function worksLoader(
  { api, queryClient, i18n, origin }: AppContext,
  search: WorksSearch,
  isArriving: boolean,
): Promise<WorksLoaded> {
  if (hasLegacyIds(search)) {
    const { withoutLegacyIds } = await import('./legacy-ids.ts')
    const next = await withoutLegacyIds(api, search)
    // oxlint-disable-next-line only-throw-error -- the router's own signal
    throw redirect({ to: '/works', search: withoutDefaults(next, searchDefaults), statusCode: 302, replace: true })
  }
  // The scan's progress is a courtesy: a list is a list without it.
  const scan = queryClient.prefetchQuery(scanQuery(api))
  const visitor = { ...useSettings.getState(), locale: i18n.current.locale, markTarget: markTargetId() }
  const list = worksQueries.list(api, listRequest(search, visitor))
  let isBeyond = false
  if (import.meta.env.SSR) {
    isBeyond = isBeyondLast((await queryClient.ensureQueryData(list)).pagination)
    await scan
  } else if (isArriving && queryClient.getQueryData(list.queryKey) === undefined) {
    // Its failure is the screen's to tell, within the list's frame.
    await queryClient.prefetchQuery(list)
  }
  const { keyword, page } = search
  const asked = keyword === undefined ? null : searchTitle(keyword, i18n.current, listedTags(queryClient))
  const urlOf = (shown: number) => origin + worksHref({ keyword, page: shown })
  return { asked, list: listHead({ urlOf, page, isBeyond, isHidden: keyword !== undefined }) }
}

/** What the page's head is made of. */
export type WorksLoaded = {
  /** What is searched for, in words; null for the library. */
  asked: string | null
  /** For search engines. That there is no such page, only the server says: they read its pages. */
  list: ReturnType<typeof listHead>
}

/** The tags of all works that some list shows or has just shown: a search for a tag mostly begins at one of them. */
function* listedTags(queryClient: QueryClient): Generator<Tag> {
  for (const [, page] of queryClient.getQueriesData<WorkPage>({ queryKey: LISTS })) {
    for (const work of page?.works ?? []) yield* work.tags
  }
}
