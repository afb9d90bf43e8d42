import { wellFormed } from '@otodana/keyword'

import { type CachedAnswer, firstAnswer, isAway } from '#lib/api/first-answer.ts'
import { pathInApp } from '#lib/base-path.ts'
import {
  buildOf,
  filesOf,
  CACHED_BUILD,
  CACHED_COVER,
  CACHED_TITLE,
  markedAsCached,
  SHELL,
} from '#lib/storage/cached-pages.ts'
import { isCacheablePage, mayCache } from './handling.ts'
import type { BoundedCache } from './bounded-cache.ts'

type Deps = {
  caches: CacheStorage
  fetch: typeof fetch
  pages: BoundedCache
  covers: BoundedCache
  /** The build of this worker. */
  build: string
  now: () => number
  /** Deletes all cached content. */
  forget: () => Promise<void>
}

/** A copy younger than this is not fetched again when the page is shown. */
const YOUNG_MS = 10 * 60_000
/** Maximum number of covers cached per page; a list may have a hundred. */
const COVERS_OF_A_PAGE = 40

/** Server-rendered documents for anonymous visitors, and the shell for pages that are not cached. */
export function createPages({ caches, fetch, pages, covers, build, now, forget }: Deps) {
  /** Returns a cached page whose scripts are cached, too. */
  async function findLiving(address: string): Promise<CachedAnswer | null> {
    const cached = await pages.find(address)
    return cached && (await caches.has(filesOf(cached.answer.headers.get(CACHED_BUILD) ?? ''))) ? cached : null
  }

  async function keep(address: string, answer: Response): Promise<void> {
    // The library has been closed to anonymous visitors, so earlier copies must go.
    if (answer.type === 'basic' && /\bno-store\b/.test(answer.headers.get('cache-control') ?? '')) return forget()
    const path = pathInApp(new URL(address).pathname)
    if (!isCacheablePage(path)) return
    if (answer.status === 404 || answer.status === 410) return pages.remove(address)
    if (!mayCache(answer, true)) return
    const html = await answer.text()
    const coverAddresses = coversIn(html)
    const headers = {
      [CACHED_BUILD]: buildOf(html) ?? '',
      [CACHED_TITLE]: encodeURIComponent(wellFormed(titleOf(html))),
      // A list has no cover of its own.
      [CACHED_COVER]: path.startsWith('/work/') ? encodeURIComponent(coverAddresses[0] ?? '') : '',
    }
    await pages.put(address, answer, headers, markedAsCached(html, now()))
    for (const cover of coverAddresses) await keepCover(new URL(cover, address).href)
  }

  async function keepCover(address: string): Promise<void> {
    if (await covers.find(address)) return
    // Just shown, so it comes from the browser's cache.
    const answer = await fetch(address, { headers: { accept: 'image/avif,image/webp,*/*' } }).catch(() => null)
    if (answer && mayCache(answer)) await covers.put(address, answer)
  }

  async function fetchAndCache(address: string): Promise<boolean> {
    const answer = await fetch(address, { headers: { accept: 'text/html' } }).catch(() => null)
    if (!answer) return false
    await keep(address, answer)
    return true
  }

  async function shell(): Promise<Response | undefined> {
    return (await caches.open(filesOf(build))).match(SHELL)
  }

  return {
    keep,

    /** Returns the bare document, which the browser fills in; undefined before the installation. */
    shell,

    /**
     * Returns the page from the network, else from the cache, else the shell.
     *
     * @param patience resolves when a cached page is better than further waiting
     * @param endurance resolves when the shell is
     */
    async answer(address: string, network: Promise<Response>, patience: Promise<unknown>, endurance: Promise<unknown>) {
      try {
        const asked = firstAnswer({ network, cached: findLiving(address), patience })
        const first = await Promise.race([asked, endurance.then(() => null)])
        const standIn = first === null || (!first.isCached && isAway(first.answer)) ? await shell() : undefined
        return standIn ? { answer: standIn, isCached: true } : await asked
      } catch (error) {
        const standIn = await shell()
        if (!standIn) throw error
        return { answer: standIn, isCached: true }
      }
    },

    /** Caches the page that is shown, unless its copy is recent and of this build. */
    async cacheShown(address: string): Promise<void> {
      if (!isCacheablePage(pathInApp(new URL(address).pathname))) return
      const cached = await pages.find(address)
      const isOfThisBuild = cached?.answer.headers.get(CACHED_BUILD) === build
      if (!cached || !isOfThisBuild || now() - cached.cachedAt > YOUNG_MS) await fetchAndCache(address)
    },

    /** Fetches cached pages of removed builds again, one by one, until one fails. */
    async renew(): Promise<void> {
      for (const address of await pages.addresses()) {
        const cached = await pages.find(address)
        if (!cached || (await caches.has(filesOf(cached.answer.headers.get(CACHED_BUILD) ?? '')))) continue
        if (!(await fetchAndCache(address))) return
      }
    },
  }
}

function titleOf(html: string): string {
  return unescape(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '')
}

function coversIn(html: string): string[] {
  // The server leaves out quotes that HTML does not need.
  const found = html.matchAll(/<img\b(?:"[^"]*"|[^">])*?\ssrc="?([^"\s>]*\/api\/cover\/[^"\s>]*)/gi)
  return [...new Set([...found].map(([, address = '']) => unescape(address)))].slice(0, COVERS_OF_A_PAGE)
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" }

/** Reverses React's escaping. */
function unescape(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#x27|#39);/g, (_, name: string) => entities[name] ?? '')
}
