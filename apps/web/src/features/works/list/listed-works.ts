import type { Work } from '@otodana/contract'

/** Prefix of the query keys of all lists of works. */
export const LISTS = ['works'] as const

/**
 * Returns a work from a cached list, for showing its page while the rest is loading.
 *
 * @param data  of any query: the library's lists, a playlist's, the member's; some lists contain works
 *   only in part, which is not enough
 */
export function findListed(data: unknown, id: number): Work | undefined {
  if (typeof data !== 'object' || data === null || !('works' in data) || !Array.isArray(data.works)) return undefined
  return (data.works as Work[]).find((work) => work.id === id && work.circle && work.tags)
}
