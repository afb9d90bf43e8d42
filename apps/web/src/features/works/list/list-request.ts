import {
  listWorks,
  listWorksByBody,
  MAX_KEYWORD_LENGTH_IN_ADDRESS,
  searchWorks,
  searchWorksByBody,
  type WorkPage,
} from '@otodana/contract'

import type { EditionMode } from '#features/settings/index.ts'
import type { Locale } from '#i18n/locale.ts'
import type { Api, CallOptions } from '#lib/api/api.ts'

import { withFilter } from '../filter/global-filter.ts'
import { worksQueryOf } from '../works-query.ts'
import type { WorksSearch } from '../works-search.ts'

/** One page of a list, as requested from the API. */
export type ListRequest = ReturnType<typeof worksQueryOf> & {
  keyword?: string
  subtitle?: 1
  localSubtitledWorks?: readonly number[]
  /** The playlist whose status each work includes. */
  markTarget?: string
} & EditionsRequest

export type EditionsRequest = { withEditions?: 1; editions?: 'one'; editionLanguages?: string[] }

/** How the visitor wants to see works in several languages: see the settings of these names. */
export type EditionChoice = { editions: EditionMode; editionLanguage: string }

/** The visitor's data that affect a list. */
export type ListVisitor = EditionChoice & {
  locale: Locale
  globalFilter: string
  localSubtitledWorks: readonly number[]
  /** See `useMarkTargetId`. */
  markTarget?: string
}

/** Returns the request for a URL with the visitor's settings. */
export function listRequest(search: WorksSearch, visitor: ListVisitor): ListRequest {
  const keyword = withFilter(search.keyword?.trim() ?? '', visitor.globalFilter)
  const isSubtitled = search.subtitle === 1
  const local = isSubtitled ? visitor.localSubtitledWorks : []
  return {
    ...worksQueryOf(search),
    ...(keyword === '' ? {} : { keyword }),
    ...(isSubtitled ? { subtitle: 1 } : {}),
    ...(local.length > 0 ? { localSubtitledWorks: local } : {}),
    ...editionsRequest(visitor),
    ...(visitor.markTarget ? { markTarget: visitor.markTarget } : {}),
  }
}

const languagesOfPage: Record<Locale, string> = { en: 'ENG', ja: 'JPN', 'zh-CN': 'CHI_HANS' }
/** Those who read one of them mostly read the others. */
const chinese = ['CHI_HANS', 'CHI_HANT', 'CHI']

/** Returns which editions a list shows: by default one of each work, in the page's language. */
export function editionsRequest({
  locale,
  editions,
  editionLanguage,
}: EditionChoice & { locale: Locale }): EditionsRequest {
  if (editions === 'all') return { withEditions: 1 }
  const first = editionLanguage === 'page' ? languagesOfPage[locale] : editionLanguage
  const languages = chinese.includes(first) ? new Set([first, ...chinese]) : [first]
  return { withEditions: 1, editions, editionLanguages: [...languages] }
}

/** Whether a list may lack works of the library: `rating` lists those that the visitor has rated. */
export function isNarrowed({ keyword, subtitle, order }: ListRequest): boolean {
  return keyword !== undefined || subtitle !== undefined || order === 'rating'
}

/**
 * Requests a page of the library or a search. What a URL cannot contain is sent in a body: long keywords, lists of
 * works, and `.` and `..`, which have a meaning in paths. Both ways return the same works.
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
