import { listSeriesWorks, type Work } from '@otodana/contract'
import { queryOptions } from '@tanstack/react-query'

import type { Api } from '#lib/api/api.ts'
import { seriesQuery } from '#lib/queries/series-query.ts'

/** The most that a call gives. */
const PAGE_SIZE = 100

export const seriesQueries = {
  one: seriesQuery,
  /** All works in order, page by page: hardly any series has a second one. */
  works: (api: Api, id: number) =>
    queryOptions({
      queryKey: ['series', id, 'works'],
      queryFn: async ({ signal }) => {
        const works: Work[] = []
        for (let page = 1; ; page++) {
          const query = { page, pageSize: PAGE_SIZE }
          const found = await api(listSeriesWorks, { params: { id }, query }, { signal })
          works.push(...found.works)
          if (found.works.length < PAGE_SIZE || works.length >= found.pagination.totalCount) return { works }
        }
      },
      meta: { isAwaited: true },
    }),
}
