import {
  listNeighbours,
  listPopular,
  listRecommended,
  type RecommendationReason,
  type WorkPage,
} from '@otodana/contract'
import { queryOptions, type QueryKey } from '@tanstack/react-query'

import { listKey } from '#features/works/index.ts'
import type { Api } from '#lib/api/api.ts'

import type { SuggestionRequest } from './suggestion-request.ts'

export type SuggestionKind = 'popular' | 'recommended'
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
