import { getScan, listWorks, type ScanStatus, type Work, type WorkPage, type WorksQuery } from '@otodana/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import type { Api } from '#lib/api.ts'

const EMPTY_POLL_MS = 3_000
const SCAN_POLL_MS = 1_500

/** Lists of works. */
export const worksQueries = {
  all: ['works'] as const,
  list: (api: Api, query: Partial<WorksQuery>) =>
    queryOptions({
      queryKey: [...worksQueries.all, query],
      queryFn: ({ signal }) => api(listWorks, { query }, { signal }),
      placeholderData: keepPreviousData,
      // A library that is still empty is asked again until its first works are there.
      refetchInterval: ({ state }) => (isBare(query, state.data) ? EMPTY_POLL_MS : false),
    }),
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
export function isBare(query: Partial<WorksQuery>, page: WorkPage | undefined): boolean {
  return page?.pagination.totalCount === 0 && !query.keyword
}

/** A work that some list in the cache holds: its page can show it while the rest is on its way. */
export function findListed(pages: readonly (WorkPage | undefined)[], id: number): Work | undefined {
  for (const page of pages) {
    const work = page?.works.find((candidate) => candidate.id === id)
    if (work) return work
  }
  return undefined
}
