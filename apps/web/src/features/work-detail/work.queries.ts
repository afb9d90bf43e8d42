import { getWork, getWorkInfo, type Work } from '@otodana/contract'
import { queryOptions, type QueryClient } from '@tanstack/react-query'

import { useSession } from '#features/accounts/index.ts'
import { findListed } from '#features/works/index.ts'
import type { Api } from '#lib/api/api.ts'
import { tracksQuery } from '#lib/queries/tracks-query.ts'

const withTone = { withCoverTone: 1 } as const

/** What belongs to one work, by its id. */
export const workQueries = {
  info: (api: Api, id: number) =>
    queryOptions({
      queryKey: ['work', id],
      queryFn: ({ signal }) => api(getWorkInfo, { params: { id: String(id) }, query: withTone }, { signal }),
      meta: { isAwaited: true },
    }),
  /** The same with the member's own data, which replaces `info`; only after a login. */
  personal: (api: Api, id: number) =>
    queryOptions({
      queryKey: ['personalWork', id],
      queryFn: async ({ client, signal }) => {
        const { token } = useSession.getState()
        const work = await api(getWork, { params: { id: String(id) }, query: withTone }, { signal })
        // A page that has nothing yet waits for what everybody knows.
        if (client.getQueryData(workQueries.info(api, id).queryKey)) await supersede(client, work, token)
        return work
      },
      meta: { isPersonal: true, needsAccount: true },
    }),
  tracks: tracksQuery,
}

/**
 * The member's own answer includes the public one, whose query is then cancelled; not when the member has logged out
 * meanwhile.
 *
 * @param token  whose answer it is
 */
export async function supersede(queryClient: QueryClient, own: Work, token: string | null): Promise<void> {
  if (token === null || token !== useSession.getState().token) return
  const { queryKey } = workQueries.info(undefined as never, own.id)
  await queryClient.cancelQueries({ queryKey, exact: true })
  queryClient.setQueryData(queryKey, own)
}

/** Takes the work from a list that was just looked at, so that its page shows at once. */
export function seedFromLists(queryClient: QueryClient, id: number): void {
  const { queryKey } = workQueries.info(undefined as never, id)
  if (queryClient.getQueryData(queryKey)) return
  for (const { state } of queryClient.getQueryCache().getAll()) {
    const work = findListed(state.data, id)
    // As old as its list: it is asked for again when that is stale.
    if (work) queryClient.setQueryData(queryKey, work, { updatedAt: state.dataUpdatedAt })
  }
}
