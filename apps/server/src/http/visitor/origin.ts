import { AsyncLocalStorage } from 'node:async_hooks'

import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** Where visitors reach the server, when the configuration says so. */
    publicUrl: string | null
  }
}

const HOST = /^(?:[\w-]+(?:\.[\w-]+)*|\[[\da-f:.]+\])(?::\d{1,5})?$/i
/** A name in the DNS, and a port. Lists repeat the host three times a work: a long one would make them grow beyond reason. */
const MAX_HOST_LENGTH = 253 + 6

/** Where the page is visited for which a call is made in this process: no socket and no proxy tells its protocol. */
const visited = new AsyncLocalStorage<string>()

/** Calls that are made meanwhile are answered with addresses that begin with this origin. */
export function asVisitedAt<T>(origin: string, call: () => T): T {
  return visited.run(origin, call)
}

/**
 * What begins the absolute addresses in answers to this request: the configured address, or else the host that the
 * visitor asked for. A host that could break out of an address or a tag is not repeated.
 */
export function originOf(request: FastifyRequest): string {
  const { publicUrl } = request.server
  const known = publicUrl ?? visited.getStore()
  if (known !== undefined) return known
  const begin = (host: string) => `${request.protocol === 'https' ? 'https' : 'http'}://${host}`
  return isHost(request.host) ? begin(request.host) : begin(`127.0.0.1:${request.socket.localPort}`)
}

function isHost(text: string): boolean {
  // What looks like a host may still be none: a port or a number in it too great.
  return text.length <= MAX_HOST_LENGTH && HOST.test(text) && URL.canParse(`http://${text}`)
}
