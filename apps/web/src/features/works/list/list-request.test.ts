import { MAX_KEYWORD_LENGTH_IN_ADDRESS } from '@otodana/contract'
import { expect, test } from 'vitest'

import { createApi } from '#lib/api/api.ts'
import { checkAnswer } from '#lib/api/check-answer.ts'

import { fetchWorks, listRequest, type ListVisitor } from './list-request.ts'
import { searchDefaults, type WorksSearch } from '../works-search.ts'

const anyone: ListVisitor = {
  locale: 'zh-CN',
  globalFilter: '',
  localSubtitledWorks: [],
  editions: 'all',
  editionLanguage: 'page',
}

/** Returns the call of a screen: method, URL and body. */
async function asked(search: Partial<WorksSearch>, visitor: Partial<ListVisitor> = {}) {
  let call: { method?: string | undefined; path: string; query: object; body: unknown } | undefined
  const fetch = (async (address: string, { method, body }: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(address, 'http://x')
    const query = Object.fromEntries(
      [...new Set(searchParams.keys())].map((name) => [name, searchParams.getAll(name).join()]),
    )
    call = { method, path: pathname, query, body: typeof body === 'string' ? JSON.parse(body) : undefined }
    return Response.json({ works: [], pagination: { currentPage: 1, page: 1, pageSize: 20, totalCount: 0 } })
  }) as typeof globalThis.fetch
  const request = listRequest({ ...searchDefaults, ...search }, { ...anyone, ...visitor })
  await fetchWorks(createApi({ fetch, check: checkAnswer }), request, {})
  return call
}

const plain = { order: 'create_date', sort: 'desc', page: '1', pageSize: '20', withEditions: '1' }
const inBody = { order: 'create_date', sort: 'desc', page: 1, pageSize: 20, withEditions: 1 }

test('SRC-07 without a keyword the library is asked for, with one a search', async () => {
  expect(await asked({})).toMatchObject({ method: 'GET', path: '/api/works', query: plain })
  expect(await asked({ keyword: ' \u3000 ' })).toMatchObject({ method: 'GET', path: '/api/works', query: plain })
  expect(await asked({ keyword: ' $tag:a/b?c$ ' })).toEqual({
    method: 'GET',
    path: '/api/search/%24tag%3Aa%2Fb%3Fc%24',
    query: plain,
    body: undefined,
  })
})

test('SRC-07 a keyword of 500 characters goes in the address, one of 501 in the body', async () => {
  const longest = 'a'.repeat(MAX_KEYWORD_LENGTH_IN_ADDRESS)
  expect(await asked({ keyword: longest })).toMatchObject({ method: 'GET', path: `/api/search/${longest}` })
  expect(await asked({ keyword: `${longest}a` })).toEqual({
    method: 'POST',
    path: '/api/search/',
    query: {},
    body: { ...inBody, keyword: `${longest}a` },
  })
})

test('SRC-07 of a keyword that is too long, what is searched is sent', async () => {
  const words = Array.from({ length: 400 }, (_, at) => `word${at}`)
  expect(await asked({ keyword: words.join(' ') })).toMatchObject({
    path: `/api/search/${words.slice(0, 50).join('%20')}`,
  })
})

test.each(['.', '..'])('SRC-07 %s, which is no name in a path, goes in the body', async (keyword) => {
  expect(await asked({ keyword })).toMatchObject({ method: 'POST', path: '/api/search/', body: { keyword } })
})

test('LIB-06 SRC-07 a search for subtitled works goes in the body; the whole library does with local subtitles', async () => {
  const localSubtitledWorks = [1_234_567, 100_012_345]
  expect(await asked({ subtitle: 1 })).toMatchObject({ method: 'GET', path: '/api/works', query: { subtitle: '1' } })
  expect(await asked({ subtitle: 1 }, { localSubtitledWorks })).toEqual({
    method: 'POST',
    path: '/api/works',
    query: {},
    body: { ...inBody, subtitle: 1, localSubtitledWorks },
  })
  expect(await asked({ subtitle: 1, keyword: '雨' })).toEqual({
    method: 'POST',
    path: '/api/search/',
    query: {},
    body: { ...inBody, subtitle: 1, keyword: '雨' },
  })
  expect(await asked({ subtitle: 1, keyword: '雨' }, { localSubtitledWorks })).toMatchObject({
    body: { subtitle: 1, keyword: '雨', localSubtitledWorks },
  })
  // Without the filter they have no effect, and are not sent.
  expect(await asked({}, { localSubtitledWorks })).toMatchObject({ method: 'GET', path: '/api/works' })
})

test('LIB-02 an address with the subtitle filter asks for the same works in every language', async () => {
  for (const locale of ['ja', 'en'] as const) {
    const body = { ...inBody, subtitle: 1, localSubtitledWorks: [1] }
    expect(await asked({ subtitle: 1 }, { locale, localSubtitledWorks: [1] })).toMatchObject({ body })
  }
})

test('LIB-11 the global filter narrows every list and search', async () => {
  const globalFilter = '$-age:adult$'
  expect(await asked({}, { globalFilter })).toMatchObject({ path: '/api/search/%24-age%3Aadult%24' })
  expect(listRequest({ ...searchDefaults, keyword: '雨' }, { ...anyone, globalFilter })).toMatchObject({
    keyword: '$-age:adult$ 雨',
  })
})

test.each([
  ['ja', 'page', 'JPN'],
  ['en', 'page', 'ENG'],
  ['zh-CN', 'page', 'CHI_HANS,CHI_HANT,CHI'],
  ['ja', 'CHI_HANT', 'CHI_HANT,CHI_HANS,CHI'],
  ['zh-CN', 'KO_KR', 'KO_KR'],
] as const)(
  'EDI-12 on a page in %s, who prefers %s is shown editions in %s',
  async (locale, editionLanguage, expected) => {
    const editions = { editions: 'one', editionLanguages: expected }
    expect(await asked({}, { locale, editions: 'one', editionLanguage })).toMatchObject({ query: editions })
    expect(await asked({ keyword: '.' }, { locale, editions: 'one', editionLanguage })).toMatchObject({
      body: { editions: 'one', editionLanguages: expected.split(',') },
    })
  },
)

test('EDI-12 who wants a card for each edition is shown them all', async () => {
  expect(await asked({})).toEqual({ method: 'GET', path: '/api/works', query: plain, body: undefined })
})
