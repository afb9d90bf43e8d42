import { withFilter } from '#features/works/index.ts'

import { subtitleQuery, type SubtitleQuery } from './subtitle-query.ts'
import type { SubtitlesSearch } from './subtitles-search.ts'

/** One page of a search in subtitles, as it is asked of the API. */
export type SubtitleRequest = SubtitleQuery & { workId?: string; page?: number }

/** What an address asks for, narrowed by the visitor's filter: but a work that is named is searched, whatever it is. */
export function subtitleRequest(
  { keyword = '', work, page }: Partial<SubtitlesSearch>,
  globalFilter: string,
): SubtitleRequest {
  const { query, keyword: scope = '' } = subtitleQuery(keyword)
  if (work !== undefined) return { query, workId: work }
  const narrowed = withFilter(scope, globalFilter)
  return { query, ...(narrowed === '' ? {} : { keyword: narrowed }), ...(page === undefined ? {} : { page }) }
}
