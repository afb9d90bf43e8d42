import type { Work, WorkPage } from '@otodana/contract'

/** The key that all lists of works begin with in the query cache. */
export const LISTS = ['works'] as const

/** A work that some list in the cache holds: its page can show it while the rest is on its way. */
export function findListed(pages: readonly (WorkPage | undefined)[], id: number): Work | undefined {
  for (const page of pages) {
    const work = page?.works.find((candidate) => candidate.id === id)
    if (work) return work
  }
  return undefined
}
