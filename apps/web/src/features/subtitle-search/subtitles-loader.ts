import { useSettings } from '#features/settings/index.ts'
import type { AppContext } from '#i18n/app-context.ts'

import { subtitleRequest } from './subtitle-request.ts'
import { subtitlesHead } from './subtitles-head.ts'
import type { SubtitlesSearch } from './subtitles-search.ts'
import { subtitlesQuery } from './subtitles.queries.ts'

/**
 * Loads a subtitle search. If only the URL of a displayed search changes, the screen requests it, and keeps the
 * previous results meanwhile.
 *
 * @returns the page's head
 * @throws on the server, if loading failed
 */
export async function subtitlesLoader(
  context: AppContext,
  search: SubtitlesSearch,
  isArriving: boolean,
): Promise<{ head: ReturnType<typeof subtitlesHead> }> {
  const { api, queryClient } = context
  const query = subtitlesQuery(api, subtitleRequest(search, useSettings.getState().globalFilter))
  if (query.enabled && import.meta.env.SSR) await queryClient.ensureQueryData(query)
  // The screen shows a failure.
  else if (query.enabled && isArriving) await queryClient.prefetchQuery(query)
  return { head: subtitlesHead(context, search) }
}
