import { getSelectionEdit } from '@otodana/contract'
import { type QueryClient, QueryObserver, queryOptions } from '@tanstack/react-query'

import type { Api } from '#lib/api/api.ts'

import { useFollowedEdit } from './followed-edit.ts'

const POLL_MS = 500
const KEY = 'selection-edit'

/** A change of many works, polled while it runs. */
export function selectionEditQuery(api: Api, id: number) {
  return queryOptions({
    queryKey: [KEY, id],
    queryFn: ({ signal }) => api(getSelectionEdit, { params: { id } }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data, error } }) => (error || (data && data.state !== 'running') ? false : POLL_MS),
    meta: { isPersonal: true, needsAccount: true },
  })
}

/** Follows a change until it ends, on every screen; then all lists are loaded again, because any may show other works. */
export function followEdit(api: Api, queryClient: QueryClient, id: number): void {
  if (useFollowedEdit.getState().id === id) return
  useFollowedEdit.setState({ id })
  const stop = new QueryObserver(queryClient, selectionEditQuery(api, id)).subscribe(({ data }) => {
    if (!data || data.state === 'running') return
    stop()
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== KEY })
  })
}
