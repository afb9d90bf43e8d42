import type { IncomingMessage } from 'node:http'

/** No route matches it: it is answered as an undecodable address, with 400. */
const NO_ADDRESS = '/%'
/** Stands for all addresses outside the base path; no route matches it either. It is answered with 404. */
export const OUTSIDE = '/%outside'
const ABSOLUTE = /^https?:\/\/([^/?#]*)/i

/**
 * Returns the path and query of a request line as routes know them: without the base path.
 *
 * @param aliases  other paths of calls, and those they stand for
 */
export function readTarget(
  request: Pick<IncomingMessage, 'url' | 'headers'>,
  basePath: string,
  aliases: ReadonlyMap<string, string> = new Map(),
): string {
  const target = pathOf(request)
  return target === NO_ADDRESS ? target : withoutAlias(withoutBase(target, basePath), aliases)
}

function withoutAlias(target: string, aliases: ReadonlyMap<string, string>): string {
  const query = target.indexOf('?')
  const path = query === -1 ? target : target.slice(0, query)
  const known = aliases.get(path.replace(/\/$/, ''))
  return known === undefined ? target : known + target.slice(path.length)
}

function withoutBase(target: string, basePath: string): string {
  if (!target.startsWith(basePath)) return OUTSIDE
  const rest = target.slice(basePath.length)
  if (rest.startsWith('/')) return rest
  return rest === '' || rest.startsWith('?') ? `/${rest}` : OUTSIDE
}

/**
 * Returns the path and query of a request line. An absolute URL, as clients send it to a proxy, is reduced to its path,
 * and its host replaces the header (RFC 9112, 3.2.2); `*` and anything else are invalid.
 */
function pathOf({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): string {
  if (url.startsWith('/')) return url
  const [begin, host] = ABSOLUTE.exec(url) ?? []
  if (begin === undefined || host === undefined || host === '') return NO_ADDRESS
  headers.host = host
  const rest = url.slice(begin.length)
  return rest.startsWith('/') ? rest : `/${rest}`
}
