import Fastify from 'fastify'
import { expect, test } from 'vitest'

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
  const http = Fastify()
  http.decorate('publicUrl', 'https://sound.example').decorate('basePath', '')
  http.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof AppError)) throw error
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
    libraryVersion: () => '1',
  }
  feedRoutes(http, parts as unknown as Parameters<typeof feedRoutes>[1])
  const address = await http.listen({ host: '127.0.0.1', port: 0 })
  return {
    making,
    most: () => most,
    ask: (signal?: AbortSignal) => fetch(`${address}/feeds/${'s'.repeat(24)}.xml`, { signal: signal ?? null }),
    close: () => http.close(),
  }
}

test('POD-10 feeds are made two at once, fifty wait, and one that leaves makes room', async () => {
  const { making, most, ask, close } = await open()
  try {
    const leaver = new AbortController()
    const asked = Array.from({ length: 51 }, () => ask())
    const left = ask(leaver.signal).catch((error: Error) => error.name)
    await expect.poll(() => making.length).toBe(2)
    await expect.poll(async () => (await refusal(ask)) !== null).toBe(true)
    expect(await refusal(ask)).toEqual([503, '2'])
    leaver.abort()
    expect(await left).toBe('AbortError')
    await expect.poll(async () => (await refusal(ask)) === null).toBe(true)
    const finish = setInterval(() => making.splice(0).forEach((resolve) => resolve()), 1)
    const statuses = await Promise.all(asked.map(async (answer) => (await answer).status))
    clearInterval(finish)
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(most()).toBe(2)
  } finally {
    await close()
  }
})

/** Null: it is not refused within a moment. */
async function refusal(ask: (signal: AbortSignal) => Promise<Response>): Promise<[number, string | null] | null> {
  const answer = await ask(AbortSignal.timeout(200)).catch(() => null)
  return answer && [answer.status, answer.headers.get('retry-after')]
}
