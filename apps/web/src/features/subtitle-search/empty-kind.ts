import type { SubtitlePage } from '@otodana/contract'

/** Why a page of results is empty: the search has not come far enough, the results end earlier, or there are none. */
export function emptyKind({ isPartial, pagination, index }: SubtitlePage): 'partial' | 'pastEnd' | 'off' | 'none' {
  if (isPartial) return 'partial'
  if (pagination.page > 1 && pagination.totalCount > 0) return 'pastEnd'
  return index.state === 'off' ? 'off' : 'none'
}
