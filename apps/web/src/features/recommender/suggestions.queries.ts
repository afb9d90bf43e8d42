import {
  listNeighbours,
  listPopular,
  listRecommended,
  type RecommendationReason,
  type Work,
  type WorkPage,
} from '@otodana/contract'
import { queryOptions, type QueryKey } from '@tanstack/react-query'

import { fetchWorks, listKey, type ListRequest } from '#features/works/index.ts'
import type { Api } from '#lib/api/api.ts'

import type { SuggestionRequest } from './suggestion-request.ts'

export type SuggestionKind = 'popular' | 'recommended'
/** What a shelf shows of a work: the page of the first visit holds twenty. */
export type ShelfWork = Pick<
  Work,
  'id' | 'title' | 'circle' | 'duration' | 'language' | 'source_id' | 'source_type'
> & {
  translation_info: Pick<Work['translation_info'], 'lang'>
}
/** Popular works; `isRanked`: their places say something. */
export type PopularShelf = { works: ShelfWork[]; isRanked: boolean }

export type SuggestionPage = WorkPage & { reasons?: RecommendationReason[] | undefined }

/** Suggestions change slowly, and a visible shelf must not change its order. */
const STALE_MS = 5 * 60_000

/** Personal data of a secondary list, which no screen waits for. */
export const besideMeta = { isPersonal: true }

const common = { staleTime: STALE_MS, meta: { ...besideMeta, isAwaited: true } }

/** Ranked lists. */
export const suggestionQueries = {
  popular: (api: Api, request: SuggestionRequest) =>
    queryOptions<SuggestionPage>({
      ...common,
      queryKey: keyOf('popular', '', request),
      queryFn: ({ signal }) => api(listPopular, { body: request }, { signal, isImpatient: true }),
      placeholderData: pageBefore('popular', '', request),
    }),
  /** The first of them, for a shelf: the same for all visitors. */
  shelf: (api: Api, asked: SuggestionRequest) => {
    const request = { ...asked, withPlaylistStatus: [] }
    const queryKey = ['suggestions', 'shelf', '', request.keyword, listKey(request)]
    return queryOptions<PopularShelf>({
      queryKey,
      queryFn: async ({ signal }) => {
        const body = { ...request, withRanks: 1 as const }
        const { works, isRanked = false } = await api(listPopular, { body }, { signal, isImpatient: true })
        return { works: works.map(toShelfWork), isRanked }
      },
      staleTime: STALE_MS,
      placeholderData: (before, query) => (query?.queryKey[3] === queryKey[3] ? before : undefined),
    })
  },
  /** @param listener  the recommender's id of the listener; empty: unknown */
  recommended: (api: Api, request: SuggestionRequest, listener: string) =>
    queryOptions<SuggestionPage>({
      ...common,
      queryKey: keyOf('recommended', listener, request),
      queryFn: ({ signal }) =>
        api(
          listRecommended,
          { body: { ...request, recommenderUuid: listener, withReasons: 1 } },
          { signal, isImpatient: true },
        ),
      placeholderData: pageBefore('recommended', listener, request),
    }),
  /** Similar works. */
  similar: (api: Api, request: SuggestionRequest, workId: number) =>
    queryOptions<SuggestionPage>({
      ...common,
      meta: besideMeta,
      queryKey: keyOf('similar', String(workId), request),
      queryFn: ({ signal }) =>
        api(listNeighbours, { body: { ...request, itemId: workId } }, { signal, isImpatient: true }),
    }),
}

/** The first works of a list, for a shelf. */
export function recentQuery(api: Api, request: ListRequest) {
  return queryOptions<ShelfWork[]>({
    queryKey: ['suggestions', 'recent', '', request.keyword ?? '', listKey(request)],
    queryFn: async ({ signal }) =>
      (await fetchWorks(api, request, { signal, isImpatient: true })).works.map(toShelfWork),
    staleTime: STALE_MS,
  })
}

function toShelfWork(work: Work): ShelfWork {
  const { id, title, circle, duration, language, source_id, source_type, translation_info } = work
  const of = { id, title, circle, duration, source_id, source_type, translation_info: { lang: translation_info.lang } }
  return language === undefined ? of : { ...of, language }
}

function keyOf(kind: string, of: string, request: SuggestionRequest): QueryKey {
  return ['suggestions', kind, of, request.keyword, listKey(request)]
}

/**
 * Keeps the previous page as a placeholder, unless filter or listener differ. A page for an unknown listener is valid
 * for all.
 */
function pageBefore(kind: string, of: string, request: SuggestionRequest) {
  const wanted = keyOf(kind, of, request)
  return (data: SuggestionPage | undefined, query: { queryKey: QueryKey } | undefined) =>
    [1, 3].every((at) => query?.queryKey[at] === wanted[at]) && [of, ''].includes(String(query?.queryKey[2]))
      ? data
      : undefined
}
