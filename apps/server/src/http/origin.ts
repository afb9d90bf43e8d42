import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** Where visitors reach the server, when the configuration says so. */
    publicUrl: string | null
  }
}

const HOST = /^(?:[\w-]+(?:\.[\w-]+)*|\[[\da-f:.]+\])(?::(\d{1,5}))?$/i
const MAX_PORT = 65_535

/**
 * What begins the absolute addresses in answers to this request: the configured address, or else the host that the
 * visitor asked for. A host that could break out of an address or a tag is not repeated.
 */
export function originOf(request: FastifyRequest): string {
  const { publicUrl } = request.server
  if (publicUrl !== null) return publicUrl
  const [asked, port = '0'] = HOST.exec(request.host) ?? []
  const host = asked !== undefined && Number(port) <= MAX_PORT ? asked : `127.0.0.1:${request.socket.localPort}`
  return `${request.protocol === 'https' ? 'https' : 'http'}://${host}`
}
