import { getWorkEdit, listWorkEdits } from '@otodana/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

import type { Api } from '#lib/api/api.ts'

export const editingQueries = {
  form: (api: Api, workId: number) =>
    queryOptions({
      queryKey: ['editing', workId, 'form'],
      queryFn: ({ signal }) => api(getWorkEdit, { params: { id: String(workId) } }, { signal }),
      // A newer state under unsaved changes would hide another editor's change of the same field.
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      staleTime: 0,
      gcTime: 0,
      meta: { isPersonal: true, needsAccount: true },
    }),
  history: (api: Api, workId: number) =>
    infiniteQueryOptions({
      queryKey: ['editing', workId, 'history'],
      queryFn: ({ signal, pageParam }) =>
        api(
          listWorkEdits,
          { params: { id: String(workId) }, ...(pageParam === null ? {} : { query: { before: pageParam } }) },
          { signal },
        ),
      initialPageParam: null as number | null,
      getNextPageParam: ({ edits, hasMore }) => (hasMore ? (edits.at(-1)?.id ?? null) : null),
      staleTime: 0,
      gcTime: 0,
      meta: { isPersonal: true, needsAccount: true },
    }),
}
