/** What of a request decides who answers it. */
export type Asked = {
  url: string
  method: string
  mode: string
  headers: Pick<Headers, 'has'>
}

export type Handling = 'file' | 'page' | 'data' | 'cover'

/** Lists, works, their files, and names: the same for all visitors without an account. */
const DATA = /^\/api\/(?:works|workInfo\/\w+|work\/\w+|tracks\/\w+|search(?:\/.*)?|(?:circles|tags|vas)(?:\/.*)?)\/?$/

/** Screens of somebody's own, whose documents hold nothing: the shell does as well. */
const PERSONAL = /^\/(?:admin|favourites|login|playlists?|review|settings)(?:\/|$)/

/**
 * How the worker answers a request; null leaves it to the browser, as if there were no worker: everything that is not read
 * only, goes elsewhere, says by header or address whose it is, or asks for a range of bytes. Sound is never looked at.
 */
export function handlingOf({ url, method, mode, headers }: Asked, origin: string): Handling | null {
  if (method !== 'GET' || headers.has('authorization') || headers.has('range')) return null
  const { origin: asked, pathname, searchParams } = new URL(url)
  if (asked !== origin || searchParams.has('token')) return null
  if (pathname.startsWith('/assets/')) return 'file'
  if (pathname.startsWith('/api/cover/')) return 'cover'
  if (pathname.startsWith('/api/')) return mode !== 'navigate' && DATA.test(pathname) ? 'data' : null
  return mode === 'navigate' ? 'page' : null
}

/** Whether a page's document is worth keeping. */
export function isWorthKeeping(pathname: string): boolean {
  return !PERSONAL.test(pathname)
}

/** Whether an answer may be kept: a good one of ours, which nobody has forbidden to keep and which is not for one visitor. */
export function mayKeep({ ok, type, redirected, headers }: Response, isPage = false): boolean {
  if (!ok || redirected || type !== 'basic') return false
  const control = headers.get('cache-control') ?? ''
  if (/\bno-store\b/.test(control)) return false
  // Of pages it says that they are in the visitor's language; they are made for nobody in particular.
  return isPage ? /\btext\/html\b/.test(headers.get('content-type') ?? '') : !/\bprivate\b/.test(control)
}

/** Whether a kept answer is as young as its `max-age` allows. */
export function isFresh(headers: Headers, keptAt: number, now: number): boolean {
  const seconds = /\bmax-age=(\d+)/.exec(headers.get('cache-control') ?? '')?.[1]
  return seconds !== undefined && now - keptAt < Number(seconds) * 1_000
}
