import { withFilter } from '#features/works/index.ts'

import { subtitleQuery, type SubtitleQuery } from './subtitle-query.ts'
import type { SubtitlesSearch } from './subtitles-search.ts'

/** One page of a subtitle search, as requested from the API. */
export type SubtitleRequest = SubtitleQuery & { workId?: string; page?: number }

/** Returns the request for a URL, with the visitor's filter, except for a search in a single work. */
export function subtitleRequest(
  { keyword = '', work, page }: Partial<SubtitlesSearch>,
  globalFilter: string,
): SubtitleRequest {
  const { query, keyword: scope = '' } = subtitleQuery(keyword)
  if (work !== undefined) return { query, workId: work }
  const narrowed = withFilter(scope, globalFilter)
  return { query, ...(narrowed === '' ? {} : { keyword: narrowed }), ...(page === undefined ? {} : { page }) }
}
