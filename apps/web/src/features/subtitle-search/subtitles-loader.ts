import { useSettings } from '#features/settings/index.ts'
import type { AppContext } from '#i18n/app-context.ts'

import { subtitleRequest } from './subtitle-request.ts'
import { subtitlesHead } from './subtitles-head.ts'
import type { SubtitlesSearch } from './subtitles-search.ts'
import { subtitlesQuery } from './subtitles.queries.ts'

/**
 * Loads what an address searches for. While one search is shown and only its address changes, the screen asks by itself:
 * what is shown stays until the next is there. The page's head comes along, since no other screen needs what makes it.
 *
 * @throws in the server, the error of an answer that did not come
 */
export async function subtitlesLoader(
  context: AppContext,
  search: SubtitlesSearch,
  isArriving: boolean,
): Promise<{ head: ReturnType<typeof subtitlesHead> }> {
  const { api, queryClient } = context
  const query = subtitlesQuery(api, subtitleRequest(search, useSettings.getState().globalFilter))
  if (query.enabled && import.meta.env.SSR) await queryClient.ensureQueryData(query)
  // Its failure is the screen's to tell.
  else if (query.enabled && isArriving) await queryClient.prefetchQuery(query)
  return { head: subtitlesHead(context, search) }
}
