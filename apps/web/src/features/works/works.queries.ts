import { getScan, type ScanStatus, type WorkPage } from '@otodana/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import type { Api } from '#lib/api/api.ts'
import { pause } from '#lib/pause.ts'

import { fetchWorks, isNarrowed, type ListRequest } from './list/list-request.ts'
import { LISTS } from './list/listed-works.ts'

const EMPTY_POLL_MS = 3_000
const SCAN_POLL_MS = 1_500

/** Lists of works. */
export const worksQueries = {
  /**
   * One page of a list. Superseded requests (another page, another order) are aborted.
   *
   * @param settleMs  delay before the request, in case it is superseded
   */
  list: (api: Api, request: ListRequest, settleMs = 0) =>
    queryOptions({
      queryKey: [...LISTS, listKey(request)],
      queryFn: async ({ signal }) => {
        if (settleMs > 0) await pause(settleMs, signal)
        // The previous list is shown meanwhile: after a minute it would be mistaken for this one.
        return fetchWorks(api, request, { signal, isImpatient: true })
      },
      // Contains the visitor's marks.
      meta: { isPersonal: true, isAwaited: true },
      placeholderData: keepPreviousData,
      // An empty library is polled until its first works appear.
      refetchInterval: ({ state }) => (isBare(request, state.data) ? EMPTY_POLL_MS : false),
    }),
}

/** Returns a short key for a request: a hundred thousand works would otherwise be serialised on every render. */
export function listKey({ localSubtitledWorks, ...rest }: { localSubtitledWorks?: readonly number[] }): object {
  return localSubtitledWorks ? { ...rest, local: fingerprint(localSubtitledWorks) } : rest
}

function fingerprint(ids: readonly number[]): string {
  let sum = 0
  for (const id of ids) sum = (Math.imul(sum, 31) + id) | 0
  return `${ids.length}:${sum}`
}

/** The scan's status, polled while one is running and until the first one has started. */
export function scanQuery(api: Api) {
  return queryOptions({
    queryKey: ['scan'],
    queryFn: ({ signal }) => api(getScan, {}, { signal }),
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? SCAN_POLL_MS : false),
  })
}

function isUnderWay(scan: ScanStatus | undefined): boolean {
  return scan?.state === 'running' || scan?.last === null
}

/** Whether the library is empty, rather than that nothing matches. */
function isBare(request: ListRequest, page: WorkPage | undefined): boolean {
  return page?.pagination.totalCount === 0 && !isNarrowed(request)
}
