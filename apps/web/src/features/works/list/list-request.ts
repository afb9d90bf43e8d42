import {
  listWorks,
  listWorksByBody,
  MAX_KEYWORD_LENGTH_IN_ADDRESS,
  searchWorks,
  searchWorksByBody,
  type WorkPage,
} from '@otodana/contract'

import type { Locale } from '#i18n/locale.ts'
import type { Api, CallOptions } from '#lib/api/api.ts'

import { withFilter } from '../filter/global-filter.ts'
import { worksQueryOf } from '../works-query.ts'
import type { WorksSearch } from '../works-search.ts'

/** One page of a list, as it is asked of the API. */
export type ListRequest = ReturnType<typeof worksQueryOf> & {
  keyword?: string
  subtitle?: 1
  localSubtitledWorks?: readonly number[]
  /** The playlist that each work is asked about. */
  markTarget?: string
}

/** What of the visitor decides which works a list has. */
export type ListVisitor = {
  locale: Locale
  globalFilter: string
  localSubtitledWorks: readonly number[]
  /** See `useMarkTargetId`. */
  markTarget?: string
}

/** The filter by subtitles, which are Chinese, is offered in Chinese only. */
export function isSubtitleOffered(locale: Locale): boolean {
  return locale === 'zh-CN'
}

/** What a screen's address asks for, narrowed by what the visitor has set. */
export function listRequest(search: WorksSearch, visitor: ListVisitor): ListRequest {
  const keyword = withFilter(search.keyword?.trim() ?? '', visitor.globalFilter)
  const isSubtitled = search.subtitle === 1 && isSubtitleOffered(visitor.locale)
  const local = isSubtitled ? visitor.localSubtitledWorks : []
  return {
    ...worksQueryOf(search),
    ...(keyword === '' ? {} : { keyword }),
    ...(isSubtitled ? { subtitle: 1 } : {}),
    ...(local.length > 0 ? { localSubtitledWorks: local } : {}),
    ...(visitor.markTarget ? { markTarget: visitor.markTarget } : {}),
  }
}

/** Whether a list may lack works that the library has: `rating` lists what the visitor has rated. */
export function isNarrowed({ keyword, subtitle, order }: ListRequest): boolean {
  return keyword !== undefined || subtitle !== undefined || order === 'rating'
}

/**
 * Asks for a page of the library, or of a search in it. What an address cannot carry goes in a body: long keywords, lists
 * of works, and `.` and `..`, which in a path mean something else. Both ways give the same works.
 */
export function fetchWorks(api: Api, request: ListRequest, options: CallOptions): Promise<WorkPage> {
  const { keyword, localSubtitledWorks, markTarget, ...asked } = request
  const local = localSubtitledWorks && { localSubtitledWorks: [...localSubtitledWorks] }
  const query = markTarget ? { ...asked, 'withPlaylistStatus[]': [markTarget] } : asked
  const body = markTarget ? { ...asked, ...local, withPlaylistStatus: [markTarget] } : { ...asked, ...local }
  if (keyword === undefined) return local ? api(listWorksByBody, { body }, options) : api(listWorks, { query }, options)
  if (keyword.length > MAX_KEYWORD_LENGTH_IN_ADDRESS || asked.subtitle || /^\.\.?$/.test(keyword)) {
    return api(searchWorksByBody, { body: { ...body, keyword } }, options)
  }
  return api(searchWorks, { params: { keyword }, query }, options)
}
