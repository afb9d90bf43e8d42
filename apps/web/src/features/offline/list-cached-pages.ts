import { pathInApp } from '#lib/base-path.ts'
import { CACHED_COVER, CACHED_TITLE } from '#lib/storage/cached-pages.ts'
import { CACHED_AT, PAGES } from '#lib/storage/caches.ts'

export type CachedPage = {
  /** Path and query. */
  href: string
  title: string
  /** The URL of its cover, if any. */
  cover: string | null
  cachedAtMs: number
}

/** Returns the cached pages, the newest first. */
export async function listCachedPages(): Promise<CachedPage[]> {
  // The Cache API is missing over plain http.
  if (!(await globalThis.caches?.has(PAGES))) return []
  const cache = await caches.open(PAGES)
  const pages = await Promise.all(
    (await cache.keys()).map(async (request) => {
      const { pathname, search } = new URL(request.url)
      const headers = (await cache.match(request, { ignoreVary: true }))?.headers
      const text = (name: string) => decodeURIComponent(headers?.get(name) ?? '')
      const title = text(CACHED_TITLE).replace(/ \| [^|]*$/, '')
      const href = pathInApp(pathname) + search
      return {
        href,
        title: title || href,
        cover: text(CACHED_COVER) || null,
        cachedAtMs: Number(headers?.get(CACHED_AT)),
      }
    }),
  )
  return pages.sort((a, b) => b.cachedAtMs - a.cachedAtMs)
}
