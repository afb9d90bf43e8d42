import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'

import { createApi } from '#lib/api/api.ts'

import { aWork } from '#test/a-work.ts'
import { playlistPages, tracksOf } from './play-all.ts'

const id = '2b5e7ab5-d994-4991-a53c-f1b6ae562d0e'
const pagination = { currentPage: 1, page: 1, pageSize: 20, totalCount: 45 }

/**
 * A server with a playlist of 45 works; work 3 has no audio, work 4 was removed from the library, work 21 fails the
 * first time.
 */
function aServer() {
  const calls: string[] = []
  const fetch = (async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://x')
    const page = Number(searchParams.get('page'))
    const workId = Number(pathname.split('/').at(-1))
    calls.push(pathname.startsWith('/api/tracks') ? `tracks ${workId}` : `page ${page}`)
    if (!pathname.startsWith('/api/tracks')) {
      const works = Array.from({ length: 20 }, (_, index) => (page - 1) * 20 + index + 1).filter((one) => one <= 45)
      return Response.json({ works: works.map((one) => aWork({ id: one })), pagination: { ...pagination, page } })
    }
    if (workId === 3) return Response.json([])
    if (workId === 4) return Response.json({ error: 'work.notFound' }, { status: 404 })
    const isFirst = calls.filter((call) => call === 'tracks 21').length === 1
    if (workId === 21 && isFirst) return Response.json({ error: 'server.failed' }, { status: 500 })
    const file = { type: 'audio', hash: `${workId}/1`, title: '01.mp3', duration: 60 }
    return Response.json([file])
  }) as typeof globalThis.fetch
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  return { calls, deps: { api: createApi({ fetch }), queryClient } }
}

test('PLS-04 a playlist’s works come one by one, in order, and only as they are wanted', async () => {
  const { calls, deps } = aServer()
  const next = tracksOf(deps, playlistPages(deps, id, ''))
  expect((await next())?.map(({ hash }) => hash)).toEqual(['1/1'])
  expect(calls).toEqual(['page 1', 'tracks 1'])
  expect((await next())?.[0]?.hash).toBe('2/1')
  expect((await next())?.[0]?.hash).toBe('5/1')
  for (let work = 6; work <= 20; work++) expect((await next())?.[0]?.hash).toBe(`${work}/1`)
  await expect(next()).rejects.toThrow()
  expect((await next())?.[0]?.hash).toBe('21/1')
  for (let work = 22; work <= 45; work++) expect((await next())?.[0]?.hash).toBe(`${work}/1`)
  expect(await next()).toBeNull()
  expect(calls.filter((call) => call.startsWith('page'))).toEqual(['page 1', 'page 2', 'page 3'])
})
