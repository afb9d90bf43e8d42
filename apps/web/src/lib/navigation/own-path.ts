import { parseUrl } from './parse-url.ts'

export const MAX_OWN_PATH = 2_000

const ORIGIN = 'http://own.invalid'

/**
 * Returns the path and query of a page of this site, as named in an address; null for anything that a browser could take
 * for another site, and for the API.
 */
export function ownPath(text: unknown): string | null {
  if (typeof text !== 'string' || text.length > MAX_OWN_PATH || !text.startsWith('/')) return null
  const url = parseUrl(text, ORIGIN)
  // `/.//host` leads to the path `//host`, which is another site in turn.
  if (url?.origin !== ORIGIN || url.pathname.startsWith('//') || url.pathname.startsWith('/api/')) return null
  return url.pathname + url.search
}
