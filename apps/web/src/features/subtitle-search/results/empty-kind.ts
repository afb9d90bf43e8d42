import type { SubtitlePage } from '@otodana/contract'

export type EmptyKind = 'partial' | 'pastEnd' | 'off' | 'signs' | 'none'

/**
 * Returns why a page of results is empty: an incomplete search, a page beyond the end, no search terms, or no matches.
 */
export function emptyKind({ isPartial, pagination, index, ignored }: SubtitlePage, query: string): EmptyKind {
  if (isPartial) return 'partial'
  if (pagination.page > 1 && pagination.totalCount > 0) return 'pastEnd'
  if (index.state === 'off') return 'off'
  const left = ignored.reduce((text, { words }) => text.replaceAll(words, ''), query)
  return /[^\s"“”]/.test(left) ? 'none' : 'signs'
}
