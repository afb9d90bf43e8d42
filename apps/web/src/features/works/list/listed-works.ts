import type { Work } from '@otodana/contract'

/** The key that all lists of works begin with in the query cache. */
export const LISTS = ['works'] as const

/**
 * A work that a list in the cache holds: its page can show it while the rest is on its way.
 *
 * @param data  whatever a query has brought: the library's lists, a playlist's, the member's own; some lists tell of works
 *   only in part, which is not enough
 */
export function findListed(data: unknown, id: number): Work | undefined {
  if (typeof data !== 'object' || data === null || !('works' in data) || !Array.isArray(data.works)) return undefined
  return (data.works as Work[]).find((work) => work.id === id && work.circle && work.tags)
}
