import { getWork, getWorkInfo, type Work } from '@otodana/contract'
import { queryOptions, type QueryClient } from '@tanstack/react-query'

import { useSession } from '#features/accounts/index.ts'
import { findListed } from '#features/works/index.ts'
import type { Api } from '#lib/api/api.ts'
import { tracksQuery } from '#lib/queries/tracks-query.ts'

/** What other clients do not read. */
const ours = { withCoverTone: 1, withFacts: 1, withEditions: 1 } as const

/** Queries of one work by id. */
export const workQueries = {
  info: (api: Api, id: number) =>
    queryOptions({
      queryKey: ['work', id],
      queryFn: ({ signal }) => api(getWorkInfo, { params: { id: String(id) }, query: ours }, { signal }),
      meta: { isAwaited: true },
    }),
  /** The same with the member's data, which replaces `info`; requires a login. */
  personal: (api: Api, id: number) =>
    queryOptions({
      queryKey: ['personalWork', id],
      queryFn: async ({ client, signal }) => {
        const { token } = useSession.getState()
        const work = await api(getWork, { params: { id: String(id) }, query: ours }, { signal })
        // An empty page waits for the public data first.
        if (client.getQueryData(workQueries.info(api, id).queryKey)) await supersede(client, work, token)
        return work
      },
      meta: { isPersonal: true, needsAccount: true },
    }),
  tracks: tracksQuery,
}

/**
 * The member's response includes the public data, whose query is cancelled; not if the member has logged out meanwhile.
 *
 * @param token  of the response's owner
 */
export async function supersede(queryClient: QueryClient, own: Work, token: string | null): Promise<void> {
  if (token === null || token !== useSession.getState().token) return
  const { queryKey } = workQueries.info(undefined as never, own.id)
  await queryClient.cancelQueries({ queryKey, exact: true })
  queryClient.setQueryData(queryKey, own)
}

/** Takes the work from a cached list, so that its page shows at once, and asks for the facts that lists do not have. */
export function seedFromLists(queryClient: QueryClient, id: number): void {
  const { queryKey } = workQueries.info(undefined as never, id)
  if (queryClient.getQueryData(queryKey)) return
  for (const { state } of queryClient.getQueryCache().getAll()) {
    const work = findListed(state.data, id)
    if (work) queryClient.setQueryData(queryKey, work, { updatedAt: 0 })
  }
}
