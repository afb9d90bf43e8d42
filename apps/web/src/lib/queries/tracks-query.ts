import { listTracks } from '@otodana/contract'
import { queryOptions } from '@tanstack/react-query'

import type { Api } from '../api/api.ts'

/** What other clients do not read. */
export const tracksExtras = { withVideo: 1, withVersions: 1 } as const

/** A work's folders and files. */
export function tracksQuery(api: Api, workId: number) {
  return queryOptions({
    queryKey: ['tracks', workId],
    queryFn: ({ signal }) => api(listTracks, { params: { id: String(workId) }, query: tracksExtras }, { signal }),
    meta: { isAwaited: true },
  })
}
