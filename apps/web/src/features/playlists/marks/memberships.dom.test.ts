import type { PlaylistWithWork, Work } from '@otodana/contract'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'

import { createApi } from '#lib/api/api.ts'

import { aWork } from '#test/a-work.ts'
import { setMembership, withStatus, withWork } from './memberships.ts'

const playlistId = '2b5e7ab5-d994-4991-a53c-f1b6ae562d0e'

const of = (workId: number) => ({ work: { id: workId, title: '' }, playlist: { id: playlistId, name: '' } })

/** A server that the test answers for, in the order of the calls. */
function aDesk() {
  const waiting: { path: string; answer: (isGood: boolean) => void }[] = []
  const fetch = ((address: string) =>
    new Promise<Response>((resolve) => {
      const answer = (isGood: boolean) =>
        resolve(
          isGood
            ? Response.json({ id: playlistId, rowCount: 1, notFound: [] })
            : Response.json({ error: 'server.failed' }, { status: 500 }),
        )
      waiting.push({ path: address.split('/').at(-1)!, answer })
    })) as unknown as typeof globalThis.fetch
  return { waiting, api: createApi({ fetch }) }
}

function aCache(workId: number) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { meta: { isPersonal: true }, gcTime: Infinity } } })
  const works = [aWork({ id: workId, playlistStatus: { [playlistId]: false } }), aWork({ id: 77 })]
  queryClient.getQueryCache().build(queryClient, { queryKey: ['works', 1], meta: { isPersonal: true } })
  queryClient.setQueryData(['works', 1], { works })
  const isIn = () => queryClient.getQueryData<{ works: Work[] }>(['works', 1])?.works[0]?.playlistStatus?.[playlistId]
  return { queryClient, isIn }
}

test('CRD-02 CRD-03 it is shown at once, and as it was before when it fails', async () => {
  const { waiting, api } = aDesk()
  const { queryClient, isIn } = aCache(11)
  const change = setMembership({ api, queryClient }, { ...of(11), isIn: true })
  expect(isIn()).toBe(true)
  await expect.poll(() => waiting.length).toBe(1)
  waiting[0]!.answer(false)
  await expect(change).rejects.toThrow()
  expect(isIn()).toBe(false)
})

test('CRD-02 fast changes of one work follow one another, and the last one counts', async () => {
  const { waiting, api } = aDesk()
  const { queryClient, isIn } = aCache(12)
  const on = setMembership({ api, queryClient }, { ...of(12), isIn: true })
  const off = setMembership({ api, queryClient }, { ...of(12), isIn: false })
  expect(isIn()).toBe(false)
  await expect.poll(() => waiting.map(({ path }) => path)).toEqual(['add-works-to-playlist'])
  waiting[0]!.answer(true)
  await on
  expect(isIn()).toBe(false)
  await expect.poll(() => waiting.length).toBe(2)
  // Removing it fails, so it stays.
  waiting[1]!.answer(false)
  await expect(off).rejects.toThrow()
  expect(isIn()).toBe(true)
})

test('CRD-02 a failure that has been overtaken takes nothing back', async () => {
  const { waiting, api } = aDesk()
  const { queryClient, isIn } = aCache(13)
  const on = setMembership({ api, queryClient }, { ...of(13), isIn: true })
  const off = setMembership({ api, queryClient }, { ...of(13), isIn: false })
  const again = setMembership({ api, queryClient }, { ...of(13), isIn: true })
  await expect.poll(() => waiting.length).toBe(1)
  waiting[0]!.answer(false)
  await expect(on).rejects.toThrow()
  expect(isIn()).toBe(true)
  await expect.poll(() => waiting.length).toBe(2)
  waiting[1]!.answer(true)
  await off
  await expect.poll(() => waiting.length).toBe(3)
  waiting[2]!.answer(true)
  await again
  expect(isIn()).toBe(true)
})

test('CRD-02 what does not change stays the same object, so that it does not render again', () => {
  const page = { works: [aWork({ id: 1, playlistStatus: { [playlistId]: true } }), aWork({ id: 2 })], pagination: {} }
  const same = { workId: 1, playlistId, isIn: true }
  expect(withStatus(page, same)).toBe(page)
  expect(withStatus(page, { ...same, workId: 3 })).toBe(page)
  expect(withStatus(undefined, same)).toBeUndefined()
  const changed = withStatus(page, { ...same, isIn: false }) as typeof page
  expect(changed.works[0]!.playlistStatus).toEqual({ [playlistId]: false })
  expect(changed.works[1]).toBe(page.works[1])
})

test('CRD-03 a tick changes its playlist’s count once', () => {
  const one = { id: playlistId, exist: false, works_count: 4 } as PlaylistWithWork
  const ticked = withWork(one, playlistId, true)
  expect(ticked).toMatchObject({ exist: true, works_count: 5 })
  expect(withWork(ticked, playlistId, true)).toBe(ticked)
  expect(withWork(ticked, playlistId, false)).toMatchObject({ exist: false, works_count: 4 })
  expect(withWork(one, 'another', true)).toBe(one)
})
