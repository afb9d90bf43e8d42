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
   * One page of a list. What has been superseded (another page, another sort) is given up, and its request with it.
   *
   * @param settleMs  how long to wait for that before asking
   */
  list: (api: Api, request: ListRequest, settleMs = 0) =>
    queryOptions({
      queryKey: [...LISTS, listKey(request)],
      queryFn: async ({ signal }) => {
        if (settleMs > 0) await pause(settleMs, signal)
        // What is shown meanwhile is the list of before: for a minute it would pass for this one.
        return fetchWorks(api, request, { signal, isImpatient: true })
      },
      // It says what the visitor thinks of each work.
      meta: { isPersonal: true, isAwaited: true },
      placeholderData: keepPreviousData,
      // A library that is still empty is asked again until its first works are there.
      refetchInterval: ({ state }) => (isBare(request, state.data) ? EMPTY_POLL_MS : false),
    }),
}

/** A request as a key: a hundred thousand works in it would be written as text at every render. */
export function listKey({ localSubtitledWorks, ...rest }: { localSubtitledWorks?: readonly number[] }): object {
  return localSubtitledWorks ? { ...rest, local: fingerprint(localSubtitledWorks) } : rest
}

function fingerprint(ids: readonly number[]): string {
  let sum = 0
  for (const id of ids) sum = (Math.imul(sum, 31) + id) | 0
  return `${ids.length}:${sum}`
}

/** How the scan of the library is going, asked again while one is running and until the first one has begun. */
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

/** Whether an answer says that there is no work at all, rather than none that fits. */
function isBare(request: ListRequest, page: WorkPage | undefined): boolean {
  return page?.pagination.totalCount === 0 && !isNarrowed(request)
}
