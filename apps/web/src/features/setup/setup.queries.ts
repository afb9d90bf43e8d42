import { getSetup, listWorks } from '@otodana/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import type { Api } from '#lib/api/api.ts'

const FIRST_WORKS = 8

export const setupQueries = {
  /** @param token  of the visitor, who sees more as an administrator */
  state: (api: Api, token: string | null) =>
    queryOptions({
      queryKey: ['setup', token],
      queryFn: ({ signal }) => api(getSetup, {}, { signal }),
      staleTime: 0,
    }),
  /** @param added  by the running scan so far */
  works: (api: Api, added: number) =>
    queryOptions({
      queryKey: ['setup', 'works', added],
      queryFn: ({ signal }) => api(listWorks, { query: { pageSize: FIRST_WORKS } }, { signal }),
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
}
