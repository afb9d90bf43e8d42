import { listTracks } from '@otodana/contract'
import { queryOptions } from '@tanstack/react-query'

import type { Api } from '../api/api.ts'

/** A work's folders and files. */
export function tracksQuery(api: Api, workId: number) {
  return queryOptions({
    queryKey: ['tracks', workId],
    queryFn: ({ signal }) => api(listTracks, { params: { id: String(workId) }, query: { withVideo: 1 } }, { signal }),
    meta: { isAwaited: true },
  })
}
