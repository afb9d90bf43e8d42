import { KEPT_COVER, KEPT_TITLE } from '#lib/kept-pages.ts'
import { KEPT_AT, PAGES } from '#lib/kept.ts'

export type KeptPage = {
  /** Path and query. */
  href: string
  title: string
  /** The URL of its cover, if any. */
  cover: string | null
  keptAtMs: number
}

/** Returns the cached pages, the newest first. */
export async function listKeptPages(): Promise<KeptPage[]> {
  // The Cache API is missing over plain http.
  if (!(await globalThis.caches?.has(PAGES))) return []
  const cache = await caches.open(PAGES)
  const pages = await Promise.all(
    (await cache.keys()).map(async (request) => {
      const { pathname, search } = new URL(request.url)
      const headers = (await cache.match(request, { ignoreVary: true }))?.headers
      const text = (name: string) => decodeURIComponent(headers?.get(name) ?? '')
      const title = text(KEPT_TITLE).replace(/ \| [^|]*$/, '')
      const href = pathname + search
      return { href, title: title || href, cover: text(KEPT_COVER) || null, keptAtMs: Number(headers?.get(KEPT_AT)) }
    }),
  )
  return pages.sort((a, b) => b.keptAtMs - a.keptAtMs)
}
