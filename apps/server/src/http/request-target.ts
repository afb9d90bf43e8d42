import type { IncomingMessage } from 'node:http'

/** No route has it: it is answered as an address that cannot be decoded, with 400. */
const NO_ADDRESS = '/%'
const ABSOLUTE = /^https?:\/\/([^/?#]*)/i

/**
 * The path and query that a request line asks for. A whole address, as clients send it to a proxy, stands for its path, and
 * its host for the header (RFC 9112, 3.2.2); `*` and all else are none.
 */
export function readTarget({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): string {
  if (url.startsWith('/')) return url
  const [begin, host] = ABSOLUTE.exec(url) ?? []
  if (begin === undefined || host === undefined || host === '') return NO_ADDRESS
  headers.host = host
  const rest = url.slice(begin.length)
  return rest.startsWith('/') ? rest : `/${rest}`
}
