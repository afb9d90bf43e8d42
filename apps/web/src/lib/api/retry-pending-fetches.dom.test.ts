import { listPopular } from '@otodana/contract'
import { expect, test, vi } from 'vitest'

import { createApi } from './api.ts'
import { retryPendingFetches, retryable } from './retry-pending-fetches.ts'

/** A fetch that answers on command and records its calls. */
function aServer() {
  const asked: { url: string; answer: (body: string) => void; isTakenBack: () => boolean }[] = []
  const fetch = retryable((url, init) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    if (init?.signal?.aborted) reject(init.signal.reason)
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
    asked.push({
      url: url as string,
      answer: (body) => resolve(new Response(body)),
      isTakenBack: () => init?.signal?.aborted === true,
    })
    return promise
  })
  return { asked, fetch }
}

test('NAV-14 a call without an answer is made again, and its caller gets the second answer', async () => {
  const { asked, fetch } = aServer()
  const answer = fetch('/api/works')
  retryPendingFetches()
  await vi.waitFor(() => expect(asked.map(({ url }) => url)).toEqual(['/api/works', '/api/works']))
  expect(asked[0]?.isTakenBack()).toBe(true)
  asked[1]?.answer('all')
  expect(await (await answer).text()).toBe('all')
  // Answered requests are not repeated.
  retryPendingFetches()
  await Promise.resolve()
  expect(asked).toHaveLength(2)
})

test('NAV-14 a list requested by POST is made again too, however often, with one abort listener', async () => {
  const { asked, fetch } = aServer()
  const { signal } = new AbortController()
  const listen = vi.spyOn(signal, 'addEventListener')
  const answer = createApi({ fetch })(listPopular, { body: {} }, { signal })
  for (const times of [2, 3]) {
    retryPendingFetches()
    await vi.waitFor(() => expect(asked).toHaveLength(times))
  }
  asked[2]?.answer('{"works":[]}')
  expect(await answer).toEqual({ works: [] })
  expect(listen).toHaveBeenCalledOnce()
})

test('what was taken back while its answer was coming in is taken back', async () => {
  const { asked, fetch } = aServer()
  const taken = new AbortController()
  const answer = fetch('/api/works', { signal: taken.signal })
  asked[0]?.answer('all')
  await answer
  taken.abort()
  expect(asked[0]?.isTakenBack()).toBe(true)
})

test('a call that writes is never made twice, and a cancelled one is not made again', async () => {
  const { asked, fetch } = aServer()
  const written = fetch('/api/review', { method: 'PUT' })
  const taken = new AbortController()
  const read = fetch('/api/works', { signal: taken.signal }).catch((error: unknown) => error)
  retryPendingFetches()
  taken.abort()
  expect(await read).toHaveProperty('name', 'AbortError')
  asked[0]?.answer('done')
  expect(await (await written).text()).toBe('done')
  expect(asked.filter(({ url }) => url === '/api/review')).toHaveLength(1)

  const isOver = await fetch('/api/tags', { signal: AbortSignal.abort() }).catch((error: unknown) => error)
  expect(isOver).toHaveProperty('name', 'AbortError')
})
