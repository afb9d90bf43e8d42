import type { IncomingMessage } from 'node:http'

/** No route matches it: it is answered as an undecodable address, with 400. */
const NO_ADDRESS = '/%'
const ABSOLUTE = /^https?:\/\/([^/?#]*)/i

/**
 * Returns the path and query of a request line. An absolute URL, as clients send it to a proxy, is reduced to its path,
 * and its host replaces the header (RFC 9112, 3.2.2); `*` and anything else are invalid.
 */
export function readTarget({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): string {
  if (url.startsWith('/')) return url
  const [begin, host] = ABSOLUTE.exec(url) ?? []
  if (begin === undefined || host === undefined || host === '') return NO_ADDRESS
  headers.host = host
  const rest = url.slice(begin.length)
  return rest.startsWith('/') ? rest : `/${rest}`
}
