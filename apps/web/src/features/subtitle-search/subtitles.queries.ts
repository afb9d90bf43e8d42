import { searchSubtitles } from '@otodana/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import type { Api } from '#lib/api/api.ts'
import { pause } from '#lib/pause.ts'

import type { SubtitleRequest } from './subtitle-request.ts'

const BUILDING_POLL_MS = 5_000

/**
 * One page of a search in subtitles.
 *
 * @param settleMs  how long to wait whether it is superseded before asking
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
    // There will be more to find in a moment.
    refetchInterval: ({ state }) => (state.data?.index.state === 'building' ? BUILDING_POLL_MS : false),
  })
}
