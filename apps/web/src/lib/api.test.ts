import { getWorkInfo, listWorks, startScan } from '@otodana/contract'
import { expect, test } from 'vitest'

import { aWork } from '#test/a-work.ts'

import { ApiError, createApi, endpointUrl } from './api.ts'
import { checkAnswer } from './check-answer.ts'

type Answer = { status: number; body: unknown } | Error

/** A fetch that gives these answers in turn, and remembers what it was asked. */
function answering(...answers: Answer[]) {
  const asked: string[] = []
  const fetch = (async (url: string, init?: RequestInit) => {
    asked.push(`${init?.method} ${url}`)
    const answer = answers[Math.min(asked.length, answers.length) - 1]
    if (answer instanceof Error || !answer) throw answer ?? new Error('nothing to answer')
    return new Response(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body), {
      status: answer.status,
      statusText: 'Some Status',
    })
  }) as typeof globalThis.fetch
  return { api: createApi({ fetch, check: checkAnswer }), asked }
}

const work = { status: 200, body: aWork() }
const refused = (status: number, body: unknown) => ({ status, body })
const failure = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error as ApiError,
  )

test('an address has its parameters encoded and its empty ones left out', () => {
  expect(endpointUrl(getWorkInfo, { params: { id: 'a/b?c' } })).toBe('/api/workInfo/a%2Fb%3Fc')
  // Half a character cannot stand in an address; it becomes the mark for what is broken.
  expect(endpointUrl(getWorkInfo, { params: { id: '\uD83C' } })).toBe('/api/workInfo/%EF%BF%BD')
  expect(endpointUrl(listWorks, { query: { keyword: '雨 &', page: 2, sort: '' } })).toBe(
    '/api/works?keyword=%E9%9B%A8+%26&page=2',
  )
})

test('API-04 a read is tried three times, and no more', async () => {
  const busy = refused(503, { error: 'server.busy' })
  const recovers = answering(busy, new TypeError('Failed to fetch'), work)
  await expect(recovers.api(getWorkInfo, { params: { id: '1' } })).resolves.toMatchObject({ id: 1_234_567 })
  expect(recovers.asked).toHaveLength(3)

  const stays = answering(busy)
  expect(await failure(stays.api(getWorkInfo, { params: { id: '1' } }))).toMatchObject({
    status: 503,
    key: 'server.busy',
  })
  expect(stays.asked).toHaveLength(3)
})

test('API-04 what will not change is not asked again, nor is what changes something', async () => {
  const missing = answering(refused(404, { error: 'work.notFound' }))
  expect(await failure(missing.api(getWorkInfo, { params: { id: '1' } }))).toMatchObject({ key: 'work.notFound' })
  expect(missing.asked).toHaveLength(1)

  const post = answering(refused(503, { error: 'server.busy' }))
  await failure(post.api(startScan, { body: { allowMissing: 0, full: 0 } }))
  expect(post.asked).toEqual(['POST /api/library/scan'])
})

test('API-02 without a key, status and text are told', async () => {
  const page = answering(refused(418, '<html>teapot</html>'))
  expect(await failure(page.api(getWorkInfo, { params: { id: '1' } }))).toMatchObject({
    status: 418,
    key: undefined,
    message: '418 Some Status',
  })
})

test('API-02 a call that was taken back is no failure of the server', async () => {
  const { api, asked } = answering(new DOMException('gone', 'AbortError'))
  const error = await failure(api(getWorkInfo, { params: { id: '1' } }))
  expect(error).not.toBeInstanceOf(ApiError)
  expect(asked).toHaveLength(1)
})

test('an answer that breaks the contract is noticed where answers are checked', async () => {
  const { api } = answering({ status: 200, body: { ...aWork(), price: 'free' } })
  await expect(api(getWorkInfo, { params: { id: '1' } })).rejects.toThrow(/price/)
})
