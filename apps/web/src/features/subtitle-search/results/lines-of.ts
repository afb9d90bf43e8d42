import type { SubtitlePage } from '@otodana/contract'

/** How many lines a search has found; null when its first page does not tell of all of them. */
export function linesOf({ works, pagination, isExact, isPartial }: SubtitlePage): number | null {
  if (!isExact || isPartial || works.length < pagination.totalCount || works.some(({ hasMore }) => hasMore)) return null
  return works.flatMap(({ matches }) => matches).reduce((sum, { lineCount }) => sum + lineCount, 0)
}
