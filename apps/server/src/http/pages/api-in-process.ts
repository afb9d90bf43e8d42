import type { FastifyInstance } from 'fastify'

import { asVisitedAt } from '../visitor/origin.ts'

type Visit = { origin: string; basePath: string; address: string }

/**
 * A `fetch` for the renderer that calls the server's routes without a socket. Calls are attributed to the visitor, so
 * that limits and absolute URLs are the same as over the network.
 */
export function apiInProcess(app: FastifyInstance, visit: Visit): typeof fetch {
  const { host } = new URL(visit.origin)
  return async (input, init = {}) => {
    if (typeof input !== 'string' || !input.startsWith('/api/')) {
      throw new TypeError('a page may ask the API and nothing else')
    }
    const { statusCode, rawPayload } = await asVisitedAt(visit.origin, async () => {
      // The call starts when it is awaited.
      const response = await app.inject({
        method: (init.method ?? 'GET') as 'GET',
        url: visit.basePath + input,
        headers: { host, ...(init.headers as Record<string, string> | undefined) },
        ...(typeof init.body === 'string' ? { payload: init.body } : {}),
        remoteAddress: visit.address,
      })
      return response
    })
    return new Response(new Uint8Array(rawPayload), {
      status: statusCode,
      headers: { 'content-type': 'application/json' },
    })
  }
}
