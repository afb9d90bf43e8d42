import { listChapters } from '@otodana/contract'
import { queryOptions } from '@tanstack/react-query'

import type { Api } from '../api/api.ts'

/** Only a scan changes them. */
const STALE_MS = 60 * 60_000

/** Chapters of a work's tracks, of those that have any. */
export function chaptersQuery(api: Api, workId: number) {
  return queryOptions({
    queryKey: ['chapters', workId],
    queryFn: ({ signal }) => api(listChapters, { params: { id: String(workId) } }, { signal }),
    staleTime: STALE_MS,
    gcTime: STALE_MS,
  })
}
