import { searchSubtitles } from '@otodana/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import type { Api } from '#lib/api/api.ts'
import { pause } from '#lib/pause.ts'

import type { SubtitleRequest } from './subtitle-request.ts'

const BUILDING_POLL_MS = 5_000

/**
 * One page of a subtitle search.
 *
 * @param settleMs  delay before the request, in case it is superseded
 */
export function subtitlesQuery(api: Api, request: SubtitleRequest, settleMs = 0) {
  return queryOptions({
    queryKey: ['subtitle-search', request],
    queryFn: async ({ signal }) => {
      if (settleMs > 0) await pause(settleMs, signal)
      return api(searchSubtitles, { query: request }, { signal })
    },
    enabled: request.query !== '',
    meta: { isAwaited: true },
    placeholderData: keepPreviousData,
    // More results will follow shortly.
    refetchInterval: ({ state }) => (state.data?.index.state === 'building' ? BUILDING_POLL_MS : false),
  })
}
