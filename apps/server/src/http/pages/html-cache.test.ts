import { expect, test } from 'vitest'

import { createHtmlCache, type Page } from './html-cache.ts'

const limits = { ttlMs: 10_000, maxEntries: 2, maxBytes: 1_000 }
const page = (body = 'x', status = 200): Page => ({ status, headers: [], body })

/** A cache with a fake clock that counts how often each page is rendered. */
function setUp(given: Partial<typeof limits> = {}) {
  let time = 0
  const made: string[] = []
  const cache = createHtmlCache({ ...limits, ...given }, () => time)
  return {
    made,
    pass: (ms: number) => (time += ms),
    get: (key: string, result = page()) =>
      cache.get(key, async () => {
        made.push(key)
        return result
      }),
    cache,
  }
}

test('a page is made once in ten seconds', async () => {
  const { get, made, pass } = setUp()
  await get('a')
  pass(9_999)
  await get('a')
  expect(made).toEqual(['a'])
  pass(1)
  await get('a')
  expect(made).toEqual(['a', 'a'])
})

test('a page whose subject has changed is made again, also for those who came while the old one was made', async () => {
  const { cache } = setUp()
  let version = 1
  let made = 0
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const make = async (): Promise<Page> => {
    made++
    const shown = version
    await held
    return { ...page(`version ${shown}`), isCurrent: async () => version === shown }
  }
  const before = cache.get('a', make)
  version = 2
  const after = Promise.all([cache.get('a', make), cache.get('a', make)])
  release()
  // A request from before the change gets the previous page.
  expect((await before).body).toBe('version 1')
  expect((await after).map(({ body }) => body)).toEqual(['version 2', 'version 2'])
  expect((await cache.get('a', make)).body).toBe('version 2')
  expect(made).toBe(2)
  version = 3
  expect((await cache.get('a', make)).body).toBe('version 3')
})

test('however many ask at once, a page is made once', async () => {
  const { cache } = setUp()
  const { promise, resolve } = Promise.withResolvers<Page>()
  let times = 0
  const make = () => {
    times++
    return promise
  }
  const asked = Array.from({ length: 50 }, () => cache.get('a', make))
  resolve(page('once'))
  expect(new Set((await Promise.all(asked)).map(({ body }) => body))).toEqual(new Set(['once']))
  expect(times).toBe(1)
})

test('a failure reaches all who wait, and the next one tries again', async () => {
  const { cache, get } = setUp()
  const fail = () => Promise.reject(new Error('broken'))
  const asked = [cache.get('a', fail), cache.get('a', fail)]
  expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await get('a')).toEqual(page())
})

test('only good pages are kept', async () => {
  const { get, made } = setUp()
  for (const status of [404, 307, 500]) {
    await get(`${status}`, page('', status))
    await get(`${status}`, page('', status))
  }
  expect(made).toHaveLength(6)
})

test('the least recently asked for goes first', async () => {
  const { get, made } = setUp()
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await get(key)
  expect(made).toEqual(['a', 'b', 'c', 'b'])
})

test('large pages do not add up beyond the limit', async () => {
  const { get, cache } = setUp({ maxEntries: 100 })
  for (const key of ['a', 'b', 'c', 'd']) await get(key, page('x'.repeat(200)))
  expect(cache.size()).toBe(2)
  await get('huge', page('x'.repeat(5_000)))
  expect(cache.size()).toBe(0)
})
