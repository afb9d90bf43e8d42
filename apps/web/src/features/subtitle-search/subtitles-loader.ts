import { useSettings } from '#features/settings/index.ts'

import type { AppContext } from '../../router.tsx'
import { subtitleRequest } from './subtitle-request.ts'
import type { SubtitlesSearch } from './subtitles-search.ts'
import { subtitlesQuery } from './subtitles.queries.ts'

/**
 * Loads what an address searches for. While one search is shown and only its address changes, the screen asks by itself:
 * what is shown stays until the next is there.
 *
 * @throws in the server, the error of an answer that did not come
 */
export async function subtitlesLoader(
  { api, queryClient }: AppContext,
  search: SubtitlesSearch,
  isArriving: boolean,
): Promise<void> {
  const query = subtitlesQuery(api, subtitleRequest(search, useSettings.getState().globalFilter))
  if (!query.enabled) return
  if (import.meta.env.SSR) await queryClient.ensureQueryData(query)
  // Its failure is the screen's to tell.
  else if (isArriving) await queryClient.prefetchQuery(query)
}
