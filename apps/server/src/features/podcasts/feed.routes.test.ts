import Fastify from 'fastify'
import { expect, test, vi } from 'vitest'

import { AppError } from '#http/errors/app-error.ts'

import type { Channel } from './feed-xml.ts'
import { feedRoutes } from './feed.routes.ts'
import type { Feed } from './podcasts.repository.ts'

const empty: Channel = {
  title: 'Rain',
  link: 'https://sound.example/work/RJ1',
  description: '',
  author: 'Ama',
  language: 'ja',
  isExplicit: false,
  coverWorkId: null,
  changedAtMs: 0,
  episodes: [],
  isOfMany: false,
}

/** Feeds that are made on command; apps that ask for them. */
async function open() {
  const making: (() => void)[] = []
  let most = 0
  let [arrived, refused] = [0, 0]
  // A test that fails leaves requests, which are never answered.
  const http = Fastify({ forceCloseConnections: true })
  http.decorate('publicUrl', 'https://sound.example').decorate('basePath', '')
  http.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof AppError)) throw error
    refused++
    return reply.code(error.status).headers(error.headers).send(error.code)
  })
  const parts = {
    podcasts: {
      open: () => Promise.resolve({ id: 1, target: { kind: 'work', id: 1 } } as unknown as Feed),
      noteFetch: () => Promise.resolve(),
    },
    repository: { stateOf: () => Promise.resolve('') },
    async channelOf() {
      await new Promise<void>((resolve) => {
        most = Math.max(most, making.push(resolve))
      })
      return empty
    },
    /** Asked for last, before a feed is made, waits or is refused. */
    libraryVersion() {
      arrived++
      return '1'
    },
  }
  feedRoutes(http, parts as unknown as Parameters<typeof feedRoutes>[1])
  const address = await http.listen({ host: '127.0.0.1', port: 0 })
  return {
    making,
    most: () => most,
    arrived: () => arrived,
    refused: () => refused,
    ask: (signal?: AbortSignal) => fetch(`${address}/feeds/${'s'.repeat(24)}.xml`, { signal: signal ?? null }),
    close: () => http.close(),
  }
}

test('POD-10 feeds are made two at once, fifty wait, and one that leaves makes room', async () => {
  const { making, most, arrived, refused, ask, close } = await open()
  try {
    const leaver = new AbortController()
    const asked = Array.from({ length: 51 }, () => ask())
    await expect.poll(arrived).toBe(51)
    // One of those that wait.
    const left = ask(leaver.signal).catch((error: Error) => error.name)
    await expect.poll(arrived).toBe(52)
    expect([making.length, refused()]).toEqual([2, 0])
    expect(await refusal(ask())).toEqual([503, '2'])
    leaver.abort()
    expect(await left).toBe('AbortError')
    /** Whether there is room for one more, which then waits with the others. */
    const hasRoom = async () => {
      const before = { arrived: arrived(), refused: refused() }
      const answer = ask()
      await vi.waitUntil(() => arrived() > before.arrived)
      const isRefused = refused() > before.refused
      if (isRefused) await answer
      else asked.push(answer)
      return !isRefused
    }
    // The server learns a moment later that it has left.
    await expect.poll(hasRoom).toBe(true)
    expect(await refusal(ask())).toEqual([503, '2'])
    const finish = setInterval(() => making.splice(0).forEach((resolve) => resolve()), 1)
    const statuses = await Promise.all(asked.map(async (answer) => (await answer).status))
    clearInterval(finish)
    expect(statuses).toEqual(Array(52).fill(200))
    expect(most()).toBe(2)
  } finally {
    await close()
  }
})

async function refusal(asked: Promise<Response>): Promise<[number, string | null]> {
  const answer = await asked
  return [answer.status, answer.headers.get('retry-after')]
}
