import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'

import { createApi } from '#lib/api/api.ts'

import { playlistQueries } from './playlists.queries.ts'

const id = '2b5e7ab5-d994-4991-a53c-f1b6ae562d0e'

/** Returns the API request for one page of a playlist. */
async function asked(keyword: string, markTarget = '') {
  const calls: { method: string; path: string; query: Record<string, string>; body: unknown }[] = []
  const fetch = (async (address: string, init?: RequestInit) => {
    const { pathname, searchParams } = new URL(address, 'http://x')
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : null
    calls.push({ method: init?.method ?? 'GET', path: pathname, query: Object.fromEntries(searchParams), body })
    return Response.json({ works: [], pagination: { currentPage: 1, page: 1, pageSize: 20, totalCount: 0 } })
  }) as typeof globalThis.fetch
  await new QueryClient().fetchQuery(playlistQueries.works(createApi({ fetch }), { id, page: 2, keyword }, markTarget))
  return calls
}

test('PLS-04 a playlist is searched by its address, and by a body where an address would be too long', async () => {
  const common = { id, page: '2', pageSize: '20' }
  expect(await asked('')).toMatchObject([{ method: 'GET', query: common }])
  expect((await asked(''))[0]!.query).toEqual(common)
  expect((await asked('$tag:雨$', id))[0]!.query).toEqual({
    ...common,
    keyword: '$tag:雨$',
    'withPlaylistStatus[]': id,
  })
  const long = '雨'.repeat(501)
  expect(await asked(long, id)).toMatchObject([
    {
      method: 'POST',
      path: '/api/playlist/get-playlist-works-by-keyword',
      body: { id, page: 2, pageSize: 20, keyword: long, withPlaylistStatus: [id] },
    },
  ])
  // The API rejects searches above the language's maximum length, so they are cut before.
  const [cut] = await asked('雨'.repeat(3_000))
  expect(cut!.body).toMatchObject({ keyword: '雨'.repeat(2_000) })
})
