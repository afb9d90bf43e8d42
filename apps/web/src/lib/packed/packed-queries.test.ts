import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'

import { packQueries, unpackQueries } from './packed-queries.ts'

test('NAV-38 a page has the data of its queries, which are fresh in the browser', async () => {
  const server = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  await server.fetchQuery({
    queryKey: ['works', { page: 1 }],
    queryFn: () => ({ works: [1] }),
    meta: { isPersonal: true },
  })
  await server.fetchQuery({ queryKey: ['scan'], queryFn: () => null })
  await expect(
    server.fetchQuery({ queryKey: ['lost'], queryFn: () => Promise.reject(new Error('lost')) }),
  ).rejects.toThrow('lost')

  const browser = new QueryClient()
  const before = Date.now()
  unpackQueries(browser, packQueries(server))
  const cache = browser.getQueryCache()
  expect(cache.getAll().map(({ queryKey }) => queryKey)).toEqual([['works', { page: 1 }], ['scan']])
  const works = cache.find({ queryKey: ['works', { page: 1 }] })!
  expect(works.state).toMatchObject({ status: 'success', fetchStatus: 'idle', data: { works: [1] }, error: null })
  expect(works.state.dataUpdatedAt).toBeGreaterThanOrEqual(before)
  expect(works.isStaleByTime(30_000)).toBe(false)
  expect(works.meta).toEqual({ isPersonal: true })
  expect(browser.getQueryData(['scan'])).toBeNull()
})
