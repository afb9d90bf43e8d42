import type { Flag } from '@otodana/contract'

import {
  editionsRequest,
  type EditionsRequest,
  withFilter,
  type ListVisitor,
  type WorksSearch,
} from '#features/works/index.ts'

/** One page of suggestions, as requested from the API. */
export type SuggestionRequest = {
  keyword: string
  page: number
  pageSize: number
  subtitle: Flag
  localSubtitledWorks: number[]
  withPlaylistStatus: string[]
} & EditionsRequest

/** The keyword that servers of this family treat as "everything". */
const NO_KEYWORD = ' '

type Asked = Pick<WorksSearch, 'page' | 'pageSize' | 'subtitle'>

/** Returns the request of a screen or a shelf, with the visitor's filter. */
export function suggestionRequest({ page, pageSize, subtitle }: Asked, visitor: ListVisitor): SuggestionRequest {
  const isSubtitled = subtitle === 1
  return {
    keyword: withFilter('', visitor.globalFilter) || NO_KEYWORD,
    page,
    pageSize,
    subtitle: isSubtitled ? 1 : 0,
    localSubtitledWorks: isSubtitled ? [...visitor.localSubtitledWorks] : [],
    ...editionsRequest(visitor),
    withPlaylistStatus: visitor.markTarget ? [visitor.markTarget] : [],
  }
}
