import { AsyncLocalStorage } from 'node:async_hooks'

import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** The server's public origin, if configured. */
    publicUrl: string | null
    /** The path below which everything is served: empty, or `/otodana`. */
    basePath: string
  }
}

const HOST = /^(?:[\w-]+(?:\.[\w-]+)*|\[[\da-f:.]+\])(?::\d{1,5})?$/i
/** A DNS name and a port. Lists repeat the host three times per work, so its length is limited. */
const MAX_HOST_LENGTH = 253 + 6

/** The origin of the page that an in-process call is made for: there is no socket or proxy to derive it from. */
const visited = new AsyncLocalStorage<string>()

/** Absolute URLs in responses to calls made by `call` start with this origin. */
export function asVisitedAt<T>(origin: string, call: () => T): T {
  return visited.run(origin, call)
}

/** Returns the prefix of absolute URLs in responses to a request: the visited origin, and the base path. */
export function siteUrlOf(request: FastifyRequest): string {
  return originOf(request) + request.server.basePath
}

/**
 * Returns the origin that a visitor sees: the configured one, or the requested host. A host that could break out of a URL
 * or a tag is not used.
 */
export function originOf(request: FastifyRequest): string {
  const { publicUrl } = request.server
  const known = publicUrl ?? visited.getStore()
  if (known !== undefined) return known
  const begin = (host: string) => `${request.protocol === 'https' ? 'https' : 'http'}://${host}`
  return isHost(request.host) ? begin(request.host) : begin(`127.0.0.1:${request.socket.localPort}`)
}

function isHost(text: string): boolean {
  // A host that matches may still be invalid: its port, or a number in it, too large.
  return text.length <= MAX_HOST_LENGTH && HOST.test(text) && URL.canParse(`http://${text}`)
}
