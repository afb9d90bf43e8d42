import { getWorkInfo, listWorks, startScan } from '@otodana/contract'
import { expect, test, vi } from 'vitest'

import { aWork } from '#test/a-work.ts'

import { ApiError, createApi, endpointUrl, isForeign, isPassing, isUnanswered, type ApiSession } from './api.ts'
import { checkAnswer } from './check-answer.ts'

type Answer = { status: number; body: unknown } | Error

/** A fetch that gives these answers in turn, and records requests. */
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
  // A lone surrogate is not allowed in a URL; it becomes the replacement character.
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

test('API-02 without a key, an error has the status and its text', async () => {
  const page = answering(refused(418, '<html>teapot</html>'))
  expect(await failure(page.api(getWorkInfo, { params: { id: '1' } }))).toMatchObject({
    status: 418,
    key: undefined,
    message: '418 Some Status',
  })
})

test.each([
  ['the page of a network that wants a login', new Response('<html>Welcome to the hotel</html>')],
  ['half an answer', new Response('{"id": 12')],
  ['an answer whose connection is lost', new Response(lostStream())],
  ['511', new Response('<html>Log in</html>', { status: 511 })],
])('API-02 OFF-53 no answer of the server: %s', async (_, answer) => {
  const error = await failure(
    createApi({ fetch: async () => answer })(startScan, { body: { allowMissing: 0, full: 0 } }),
  )
  expect(error).toBeInstanceOf(ApiError)
  expect(isPassing(error)).toBe(true)
})

test.each([
  ...[400, 403, 404, 405, 407, 451, 500, 522].map((status) => ({ status, body: '<html>Blocked</html>', is: true })),
  // What a proxy, too, says for a reason.
  ...[401, 413, 429].map((status) => ({ status, body: '<html>Blocked</html>', is: false })),
  { status: 404, body: '{"error":"work.notFound"}', is: false },
])('OFF-53 whether $status with $body is of a proxy: $is', async ({ status, body, is }) => {
  const api = createApi({ fetch: async () => new Response(body, { status }) })
  const error = await failure(api(startScan, { body: { allowMissing: 0, full: 0 } }))
  expect([isForeign(error), isUnanswered(error)]).toEqual([is, is])
})

function lostStream(): ReadableStream<Uint8Array> {
  return new ReadableStream({ pull: (controller) => controller.error(new TypeError('network error')) })
}

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

/** A session with this token that records callbacks. */
function aCaller(token: string | null, isShutOut = false) {
  const told: string[] = []
  const caller: ApiSession = {
    token: () => token,
    isLoginRequired: () => isShutOut,
    onRefused: ({ key }, sent) => told.push(`refused ${sent}: ${key}`),
    onSlowed: ({ key }) => told.push(`slowed: ${key}`),
  }
  return { caller, told }
}

/** A fetch that gives these answers in turn, and records bearers. */
function noting(...answers: Response[]) {
  const bearers: (string | null)[] = []
  const fetch = (async (_url: string, init?: RequestInit) => {
    bearers.push(new Headers(init?.headers).get('authorization'))
    return answers[Math.min(bearers.length, answers.length) - 1]!.clone()
  }) as typeof globalThis.fetch
  return { fetch, bearers }
}

const fine = () => Response.json(aWork())

test('ATH-02 every call carries the token as a bearer, but one that is to say who one is', async () => {
  const { fetch, bearers } = noting(fine())
  const api = createApi({ fetch, caller: aCaller('a.b.c').caller })
  await api(getWorkInfo, { params: { id: '1' } })
  await api(getWorkInfo, { params: { id: '1' } }, { isAnonymous: true })
  await createApi({ fetch, caller: aCaller(null).caller })(getWorkInfo, { params: { id: '1' } })
  await createApi({ fetch })(getWorkInfo, { params: { id: '1' } })
  expect(bearers).toEqual(['Bearer a.b.c', null, null, null])
})

test.each(['jwt expired', 'No authorization token was found', 'invalid token'])(
  'ATH-02 “%s” is reported with the token it concerns, and is not retried',
  async (error) => {
    const { fetch, bearers } = noting(Response.json({ error }, { status: 401 }))
    const { caller, told } = aCaller('a.b.c')
    await failure(createApi({ fetch, caller })(getWorkInfo, { params: { id: '1' } }))
    expect(told).toEqual([`refused a.b.c: ${error}`])
    expect(bearers).toHaveLength(1)
  },
)

test('ATH-01 a wrong password says nothing of the token', async () => {
  const { fetch } = noting(Response.json({ error: 'auth.wrong' }, { status: 401 }))
  const { caller, told } = aCaller('a.b.c')
  await failure(createApi({ fetch, caller })(getWorkInfo, { params: { id: '1' } }))
  expect(told).toEqual([])
})

test('ATH-02 without a token a closed library receives no call but the login', async () => {
  const { fetch, bearers } = noting(fine())
  const { caller, told } = aCaller(null, true)
  const api = createApi({ fetch, caller })
  expect(await failure(api(getWorkInfo, { params: { id: '1' } }))).toMatchObject({
    status: 401,
    key: 'No authorization token was found',
  })
  expect(bearers).toEqual([])
  expect(told).toEqual(['refused null: No authorization token was found'])
  await api(getWorkInfo, { params: { id: '1' } }, { isAnonymous: true })
  expect(bearers).toEqual([null])
})

test('LIB-10 a read waits as long as the server asks, and is made again', async () => {
  vi.useFakeTimers()
  const slow = Response.json({ error: 'guest.slow' }, { status: 429, headers: { 'retry-after': '2' } })
  const { fetch, bearers } = noting(slow, fine())
  const { caller, told } = aCaller('a.b.c')
  const call = createApi({ fetch, caller })(getWorkInfo, { params: { id: '1' } })
  await vi.advanceTimersByTimeAsync(1_999)
  expect(bearers).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  await expect(call).resolves.toMatchObject({ id: 1_234_567 })
  expect(told).toEqual(['slowed: guest.slow'])
  vi.useRealTimers()
})

test('LIB-10 a caller that shows the wait gets the refusal at once, with the seconds to wait', async () => {
  const slow = Response.json({ error: 'guest.slow' }, { status: 429, headers: { 'retry-after': '2' } })
  const { fetch, bearers } = noting(slow)
  const { caller, told } = aCaller('a.b.c')
  const call = createApi({ fetch, caller })(getWorkInfo, { params: { id: '1' } }, { isImpatient: true })
  expect(await failure(call)).toMatchObject({ status: 429, retryAfterSeconds: 2 })
  expect([bearers.length, told]).toEqual([1, []])
})

test('LIB-10 a call waits at most a minute, and a call that writes does not wait', async () => {
  const later = (seconds: string | null) =>
    Response.json({ error: 'guest.slow' }, { status: 429, headers: seconds === null ? {} : { 'retry-after': seconds } })
  for (const seconds of ['61', '3600', null, 'Fri, 20 Nov 2026 12:00:00 GMT']) {
    const { fetch, bearers } = noting(later(seconds))
    expect(await failure(createApi({ fetch })(getWorkInfo, { params: { id: '1' } }))).toMatchObject({ status: 429 })
    expect(bearers, String(seconds)).toHaveLength(1)
  }
  const { fetch, bearers } = noting(later('1'))
  await failure(createApi({ fetch })(startScan, { body: { allowMissing: 0, full: 0 } }))
  expect(bearers).toHaveLength(1)
})

test('LIB-10 a read that is always too much is given up after three tries', async () => {
  vi.useFakeTimers()
  const slow = Response.json({ error: 'guest.slow' }, { status: 429, headers: { 'retry-after': '60' } })
  const { fetch, bearers } = noting(slow)
  const call = failure(createApi({ fetch })(getWorkInfo, { params: { id: '1' } }))
  await vi.advanceTimersByTimeAsync(180_000)
  expect(await call).toMatchObject({ status: 429, retryAfterSeconds: 60 })
  expect(bearers).toHaveLength(3)
  vi.useRealTimers()
})
