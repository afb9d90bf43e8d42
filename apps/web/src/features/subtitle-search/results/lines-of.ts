import type { SubtitlePage } from '@otodana/contract'

/** Returns the number of lines found; null if the first page does not contain all. */
export function linesOf({ works, pagination, isExact, isPartial }: SubtitlePage): number | null {
  if (!isExact || isPartial || works.length < pagination.totalCount || works.some(({ hasMore }) => hasMore)) return null
  return works.flatMap(({ matches }) => matches).reduce((sum, { lineCount }) => sum + lineCount, 0)
}
