import { below, pathInApp } from '#lib/base-path.ts'
import { readKeptAddress } from '#lib/kept/kept-path.ts'

/** The parts of a request that decide how it is handled. */
export type Asked = {
  url: string
  method: string
  mode: string
  headers: Pick<Headers, 'has'>
}

/**
 * `shelf`: the page of what is kept on this device, and `kept`: a file of it. `ownCover`: a cover that only members get.
 */
export type Handling = 'file' | 'page' | 'shelf' | 'data' | 'cover' | 'ownCover' | 'kept'

/** Lists, works, files and names: equal for all anonymous visitors. */
const DATA =
  /^\/api\/(?:works|workInfo\/\w+|work\/\w+|tracks\/\w+|search(?:\/.*)?|(?:circles|tags|vas|series|staff)(?:\/.*)?|names\/former)\/?$/

/** What is for other programs, and no page. */
const OTHER_PROTOCOLS = /^\/(?:dav|feeds|rest)(?:\/|$)/

/** Personal screens, whose documents are empty and replaced by the shell; and the setup, which is done once. */
const PERSONAL = /^\/(?:admin|favourites|history|kept|login|playlists?|review|settings|setup)(?:\/|$)/

/**
 * Returns how the worker handles a request, or null to leave it to the browser: requests other than GET, cross-origin
 * ones, those outside the base path, those that identify a user by header or URL, and range requests. Never handles
 * audio, but for files that are kept on this device, which have paths of their own. A cover whose address identifies a user is
 * requested as it is, and only replaced by a kept one if there is no answer.
 */
export function handlingOf({ url, method, mode, headers }: Asked, origin: string): Handling | null {
  const { origin: asked, pathname, searchParams } = new URL(url)
  if (asked !== origin || !pathname.startsWith(below('/'))) return null
  const isNavigation = mode === 'navigate'
  if (!isNavigation && /^(?:GET|HEAD)$/.test(method) && readKeptAddress(pathname)) return 'kept'
  if (method !== 'GET' || headers.has('authorization') || headers.has('range')) return null
  const path = pathInApp(pathname)
  const isOwn = searchParams.has('token')
  if (path.startsWith('/api/cover/') && (!isOwn || !isNavigation)) return isOwn ? 'ownCover' : 'cover'
  if (isOwn) return null
  if (path.startsWith('/assets/')) return 'file'
  if (path.startsWith('/api/')) return !isNavigation && DATA.test(path) ? 'data' : null
  if (!isNavigation || OTHER_PROTOCOLS.test(path)) return null
  return /^\/kept\/?$/.test(path) ? 'shelf' : 'page'
}

/** Whether to cache a page's document. */
export function isCacheablePage(path: string): boolean {
  return !PERSONAL.test(path)
}

/** Whether an answer may be cached: successful, same-origin, not private and not `no-store`. */
export function mayCache({ ok, type, redirected, headers }: Response, isPage = false): boolean {
  if (!ok || redirected || type !== 'basic') return false
  const control = headers.get('cache-control') ?? ''
  if (/\bno-store\b/.test(control)) return false
  // Pages are `private` because of their language, but contain nothing personal.
  return isPage ? /\btext\/html\b/.test(headers.get('content-type') ?? '') : !/\bprivate\b/.test(control)
}

/** Whether a cached answer is younger than its `max-age`. */
export function isFresh(headers: Headers, cachedAt: number, now: number): boolean {
  const seconds = /\bmax-age=(\d+)/.exec(headers.get('cache-control') ?? '')?.[1]
  return seconds !== undefined && now - cachedAt < Number(seconds) * 1_000
}
