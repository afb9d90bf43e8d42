import { getSeries } from '@otodana/contract'
import { queryOptions } from '@tanstack/react-query'

import type { Api } from '../api/api.ts'

/** A series with its works in order. */
export function seriesQuery(api: Api, id: number) {
  return queryOptions({
    queryKey: ['series', id],
    queryFn: ({ signal }) => api(getSeries, { params: { id } }, { signal }),
    meta: { isAwaited: true },
  })
}
