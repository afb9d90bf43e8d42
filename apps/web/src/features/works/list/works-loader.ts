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
 * Loads the list of a URL. If only the URL of a displayed list changes, the screen requests it: the previous list stays
 * meanwhile, and fast changes make one request.
 *
 * @param isArriving  whether the visitor comes from another screen
 * @returns the data of the page's head
 * @throws a redirect for an old URL; on the server, if loading failed
 */
export async function worksLoader(
  { api, queryClient, i18n, siteUrl }: AppContext,
  search: WorksSearch,
  isArriving: boolean,
): Promise<WorksLoaded> {
  if (hasLegacyIds(search)) {
    const { withoutLegacyIds } = await import('./legacy-ids.ts')
    const next = await withoutLegacyIds(api, search)
    // oxlint-disable-next-line only-throw-error -- the router's own signal
    throw redirect({ to: '/works', search: withoutDefaults(next, searchDefaults), statusCode: 302, replace: true })
  }
  // Optional: lists work without the scan's progress.
  const scan = queryClient.prefetchQuery(scanQuery(api))
  const visitor = { ...useSettings.getState(), locale: i18n.current.locale, markTarget: markTargetId() }
  const list = worksQueries.list(api, listRequest(search, visitor))
  let isBeyond = false
  if (import.meta.env.SSR) {
    isBeyond = isBeyondLast((await queryClient.ensureQueryData(list)).pagination)
    await scan
  } else if (isArriving && queryClient.getQueryData(list.queryKey) === undefined) {
    // The screen shows a failure in place of the list.
    await queryClient.prefetchQuery(list)
  }
  const { keyword, page } = search
  const asked = keyword === undefined ? null : searchTitle(keyword, i18n.current, listedTags(queryClient))
  const urlOf = (shown: number) => siteUrl + worksHref({ keyword, page: shown })
  return { asked, list: listHead({ urlOf, page, isBeyond, isHidden: keyword !== undefined }) }
}

/** The data of the page's head. */
export type WorksLoaded = {
  /** The search in words; null for the library. */
  asked: string | null
  /** For search engines. Only the server reports a missing page, because they read its pages. */
  list: ReturnType<typeof listHead>
}

/** The tags of all works in cached lists: a search for a tag usually starts at one of them. */
function* listedTags(queryClient: QueryClient): Generator<Tag> {
  for (const [, page] of queryClient.getQueriesData<WorkPage>({ queryKey: LISTS })) {
    for (const work of page?.works ?? []) yield* work.tags
  }
}
