import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'

import { createApi } from '#lib/api/api.ts'
import { fromJson } from '#lib/readers.ts'
import { aWork } from '#test/a-work.ts'

import { marksOf, withChanges } from './marks.ts'
import { deleteMarks, saveMarks, useReviews } from './review.store.ts'

type Sent = { method: string; url: string; body: unknown; answer: (status: number, body: object) => void }

let sent: Sent[]
let queryClient: QueryClient
/** The test answers each request. */
const api = createApi({
  fetch: (url, init) =>
    new Promise((resolve) => {
      const answer = (status: number, body: object) => resolve(Response.json(body, { status }))
      const text = typeof init?.body === 'string' ? init.body : 'null'
      sent.push({
        method: init?.method ?? '',
        url: url instanceof Request ? url.url : url.toString(),
        body: fromJson(text),
        answer,
      })
    }),
})
const deps = () => ({ api, queryClient })
const next = async (count: number) => {
  await expect.poll(() => sent.length).toBe(count)
  return sent[count - 1]!
}
const shown = (workId: number) =>
  withChanges(
    marksOf(queryClient.getQueryData(['personalWork', workId]) ?? {}),
    useReviews.getState().pending[workId] ?? [],
  )

const work = (id: number) => ({ id, title: 'Rain', shown: {} })

beforeEach(() => {
  sent = []
  queryClient = new QueryClient()
  useReviews.setState({ pending: {} })
  queryClient.setQueryData(['personalWork', 1], {
    ...aWork({ id: 1 }),
    userRating: 2,
    review_text: null,
    progress: null,
  })
  queryClient.setQueryData(['works', {}], { works: [{ ...aWork({ id: 1 }), userRating: 2 }], pagination: {} })
})

test('CRD-04 a rating is shown before it is saved, and told of in the words of the server', async () => {
  const saving = saveMarks(deps(), work(1), { rating: 5 })
  expect(shown(1).rating).toBe(5)
  const call = await next(1)
  expect(call).toMatchObject({ method: 'PUT', url: '/api/review?starOnly=0', body: { work_id: 1, rating: 5 } })
  call.answer(200, { message: 'Saved it' })
  expect(await saving).toBe('Saved it')
  expect(useReviews.getState().pending).toEqual({})
  expect(shown(1).rating).toBe(5)
  expect(queryClient.getQueryData(['works', {}])).toMatchObject({ works: [{ userRating: 5 }] })
})

test('CRD-04 a rating that could not be saved is rolled back, with a toast', async () => {
  const saving = saveMarks(deps(), work(1), { rating: 5 })
  ;(await next(1)).answer(500, { error: 'no' })
  await expect(saving).rejects.toMatchObject({ status: 500 })
  expect(shown(1).rating).toBe(2)
  expect(useReviews.getState().pending).toEqual({})
})

test('REV-04 after a change every list and the work itself are fetched again, here and in other tabs', async () => {
  localStorage.clear()
  queryClient.setQueryDefaults(['playlist-works'], { meta: { isPersonal: true } })
  queryClient.setQueryData(['playlist-works', 1], { works: [] })
  queryClient.setQueryData(['work', 1], aWork({ id: 1 }))
  const saving = saveMarks(deps(), work(1), { rating: 5 })
  ;(await next(1)).answer(200, { message: 'ok' })
  expect(localStorage).toHaveLength(0)
  await saving
  expect(localStorage).toHaveLength(1)
  expect(queryClient.getQueryState(['work', 1])?.isInvalidated).toBe(true)
  expect(queryClient.getQueryState(['playlist-works', 1])?.isInvalidated).toBe(true)
})

test('CRD-04 changes of one work are saved one after the other; those of others do not wait', async () => {
  const first = saveMarks(deps(), work(1), { rating: 3 })
  const second = saveMarks(deps(), work(1), { rating: 4 })
  const other = saveMarks(deps(), work(2), { rating: 1 })
  expect(shown(1).rating).toBe(4)
  await next(2)
  expect(sent.map(({ body }) => body)).toEqual([
    { work_id: 1, rating: 3 },
    { work_id: 2, rating: 1 },
  ])
  sent[0]!.answer(500, { error: 'no' })
  await expect(first).rejects.toMatchObject({ status: 500 })
  // The earlier one has failed; the last choice is still pending.
  expect(shown(1).rating).toBe(4)
  const last = await next(3)
  expect(last.body).toEqual({ work_id: 1, rating: 4 })
  last.answer(200, { message: 'ok' })
  sent[1]!.answer(200, { message: 'ok' })
  await Promise.all([second, other])
  expect(shown(1).rating).toBe(4)
})

test('REV-01 the dialog reports what it could not save, and deleted marks are gone', async () => {
  const saving = saveMarks(deps(), work(1), { rating: 4, text: 'Rain', progress: 'listened' })
  ;(await next(1)).answer(503, { error: 'later' })
  await expect(saving).rejects.toMatchObject({ status: 503 })
  const deleting = deleteMarks(deps(), work(1))
  expect(shown(1)).toEqual({ rating: 0, text: '', progress: null })
  const call = await next(2)
  expect(call).toMatchObject({ method: 'DELETE', url: '/api/review?work_id=1' })
  call.answer(200, { message: 'Gone' })
  await deleting
  expect(shown(1)).toEqual({ rating: 0, text: '', progress: null })
})
