import { redirect } from '@tanstack/react-router'

import { useSettings } from '#features/settings/index.ts'

import type { AppContext } from '../../router.tsx'
import { hasLegacyIds, withoutLegacyIds } from './legacy-ids.ts'
import { listRequest } from './list-request.ts'
import { scanQuery, worksQueries } from './works.queries.ts'
import type { WorksSearch } from './works-search.ts'

/**
 * Loads the list that an address asks for. While one is shown and only its address changes, the screen asks by itself:
 * what is shown then stays until the next is there, and fast changes make one request.
 *
 * @param isArriving  whether another screen is left for this one
 * @throws a redirect, when the address is an old one; in the server, the error of a list that did not come
 */
export async function worksLoader(
  { api, queryClient, i18n }: AppContext,
  search: WorksSearch,
  isArriving: boolean,
): Promise<void> {
  if (hasLegacyIds(search)) {
    const next = await withoutLegacyIds(api, search)
    // oxlint-disable-next-line only-throw-error -- the router's own signal
    throw redirect({ to: '/works', search: next, statusCode: 302, replace: true })
  }
  // The scan's progress is a courtesy: a list is a list without it.
  const scan = queryClient.prefetchQuery(scanQuery(api))
  const visitor = { ...useSettings.getState(), locale: i18n.current.locale }
  const list = worksQueries.list(api, listRequest(search, visitor))
  if (import.meta.env.SSR) {
    await queryClient.ensureQueryData(list)
    await scan
  } else if (isArriving && queryClient.getQueryData(list.queryKey) === undefined) {
    // Its failure is the screen's to tell, within the list's frame.
    await queryClient.prefetchQuery(list)
  }
}
