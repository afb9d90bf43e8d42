import { expect, test } from 'vitest'

import { searchDefaults } from '#features/works/index.ts'
import { createApi } from '#lib/api/api.ts'
import { checkAnswer } from '#lib/api/check-answer.ts'

import { suggestionRequest } from './suggestion-request.ts'
import { suggestionQueries } from './suggestions.queries.ts'

const anonymous = {
  locale: 'zh-CN',
  globalFilter: '',
  localSubtitledWorks: [],
  markTarget: '',
  editions: 'all',
  editionLanguage: 'page',
} as const
const listener = '2b5e7ab5-d994-4991-a53c-f1b6ae562d0e'

/** Returns the path and body of a query's request. */
async function asked(query: (api: ReturnType<typeof createApi>) => { queryFn?: unknown }) {
  const calls: { path: string; body: unknown }[] = []
  const fetch = (async (address: string, { body }: RequestInit) => {
    calls.push({ path: address, body: JSON.parse(body as string) })
    return Response.json({ works: [], pagination: { currentPage: 1, page: 1, pageSize: 20, totalCount: 0 } })
  }) as typeof globalThis.fetch
  const { queryFn } = query(createApi({ fetch, check: checkAnswer }))
  await (queryFn as (context: object) => Promise<unknown>)({ signal: new AbortController().signal })
  return calls[0]
}

test('REC-01 without a filter the keyword is a space; page, subtitles and the quick-mark playlist are sent', async () => {
  const request = suggestionRequest({ ...searchDefaults, page: 2 }, anonymous)
  const plain = {
    keyword: ' ',
    page: 2,
    pageSize: 20,
    subtitle: 0,
    localSubtitledWorks: [],
    withEditions: 1,
    withPlaylistStatus: [],
  }
  expect(await asked((api) => suggestionQueries.popular(api, request))).toEqual({
    path: '/api/recommender/popular',
    body: plain,
  })
  const marked = suggestionRequest(
    { ...searchDefaults, subtitle: 1 },
    { ...anonymous, localSubtitledWorks: [7], markTarget: listener },
  )
  expect(marked).toEqual({
    ...plain,
    page: 1,
    subtitle: 1,
    localSubtitledWorks: [7],
    withPlaylistStatus: [listener],
  })
})

test('REC-01 LIB-11 the global filter is the keyword of recommendations and of similar works', async () => {
  const request = suggestionRequest(searchDefaults, { ...anonymous, globalFilter: '$-age:adult$' })
  expect(await asked((api) => suggestionQueries.recommended(api, request, listener))).toMatchObject({
    path: '/api/recommender/recommend-for-user',
    body: { keyword: '$-age:adult$', recommenderUuid: listener, withReasons: 1, page: 1, pageSize: 20 },
  })
  expect(await asked((api) => suggestionQueries.similar(api, request, 41))).toMatchObject({
    path: '/api/recommender/item-neighbors',
    body: { keyword: '$-age:adult$', itemId: 41 },
  })
})

test('LIB-11 ATH-03 a page stays until the next is there, but not that of another filter or listener', () => {
  const page = { works: [], pagination: { currentPage: 1, page: 1, pageSize: 20, totalCount: 0 } }
  const api = (() => undefined) as never
  const query = (given: { page?: number; globalFilter?: string; of?: string }) =>
    suggestionQueries.recommended(
      api,
      suggestionRequest(
        { ...searchDefaults, page: given.page ?? 1 },
        { ...anonymous, globalFilter: given.globalFilter ?? '' },
      ),
      given.of ?? listener,
    )
  const kept = (next: Parameters<typeof query>[0]) =>
    (query(next).placeholderData as (data: unknown, before: unknown) => unknown)(page, query({}))
  expect(kept({ page: 2 })).toBe(page)
  expect(kept({ globalFilter: '$-age:adult$' })).toBeUndefined()
  expect(kept({ of: '' })).toBeUndefined()
})
