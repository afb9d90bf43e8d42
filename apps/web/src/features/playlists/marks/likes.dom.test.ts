import type { Playlist } from '@otodana/contract'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'

import { createApi } from '#lib/api/api.ts'

import { setLike } from './likes.ts'

const id = '2b5e7ab5-d994-4991-a53c-f1b6ae562d0e'

/** A displayed playlist, and a server that the test answers for. */
function aScreen() {
  const calls: string[] = []
  const answers: ((isGood: boolean) => void)[] = []
  const fetch = ((address: string) =>
    new Promise<Response>((resolve) => {
      calls.push(address.split('/').at(-1)!)
      answers.push((isGood) =>
        resolve(isGood ? Response.json({}) : Response.json({ error: 'server.failed' }, { status: 500 })),
      )
    })) as unknown as typeof globalThis.fetch
  const queryClient = new QueryClient({ defaultOptions: { queries: { gcTime: Infinity } } })
  queryClient.setQueryData(['playlist', id], { id, liked: false, like_count: 4 })
  const shown = () => {
    const { liked, like_count } = queryClient.getQueryData<Playlist>(['playlist', id])!
    return [liked, like_count]
  }
  return { deps: { api: createApi({ fetch }), queryClient }, calls, answers, shown }
}

test('PLS-01 two quick taps are stored one after the other, and a first that fails does not undo the second', async () => {
  const { deps, calls, answers, shown } = aScreen()
  const first = setLike(deps, { id, name: '' }, true)
  const second = setLike(deps, { id, name: '' }, false)
  const third = setLike(deps, { id, name: '' }, true)
  expect(shown()).toEqual([true, 5])
  await expect.poll(() => calls.length).toBe(1)
  answers[0]!(false)
  await expect(first).rejects.toThrow()
  expect(shown()).toEqual([true, 5])
  await expect.poll(() => calls.length).toBe(2)
  answers[1]!(true)
  await second
  await expect.poll(() => calls.length).toBe(3)
  answers[2]!(true)
  await third
  expect(shown()).toEqual([true, 5])
  expect(calls[0]).toBe(calls[2])
  expect(calls[0]).not.toBe(calls[1])
})

test('PLS-01 REV-01 a like that fails is rolled back; one that is stored is announced to other tabs', async () => {
  localStorage.clear()
  const { deps, calls, answers, shown } = aScreen()
  const failing = setLike(deps, { id, name: '' }, true)
  await expect.poll(() => calls.length).toBe(1)
  answers[0]!(false)
  await expect(failing).rejects.toThrow()
  expect(shown()).toEqual([false, 4])
  expect(localStorage.getItem('changed-at')).toBeNull()
  const stored = setLike(deps, { id, name: '' }, true)
  await expect.poll(() => calls.length).toBe(2)
  answers[1]!(true)
  await stored
  expect(localStorage.getItem('changed-at')).not.toBeNull()
})
