import type { CachedAnswer } from '#lib/api/first-answer.ts'
import { CACHED_AT } from '#lib/storage/caches.ts'

export type BoundedCache = ReturnType<typeof createBoundedCache>

type Deps = {
  caches: CacheStorage
  name: string
  /** The most entries; beyond that the oldest go. */
  limit: number
  now: () => number
}

/** Writes between two trims, as counting the entries means reading all keys. */
const PUTS_BETWEEN_TRIMS = 10

/** A bounded cache of answers by URL, each with the time it came. */
export function createBoundedCache({ caches, name, limit, now }: Deps) {
  // The first write trims, too: a worker often lives for half a minute only.
  let puts = PUTS_BETWEEN_TRIMS

  async function trim(most: number): Promise<void> {
    const cache = await caches.open(name)
    const keys = await cache.keys()
    for (const key of keys.slice(0, Math.max(0, keys.length - most))) await cache.delete(key)
  }

  return {
    /** Returns the cached answer of a URL, in whichever language or format it came. */
    async find(address: string): Promise<CachedAnswer | null> {
      const answer = await (await caches.open(name)).match(address, { ignoreVary: true })
      const cachedAt = Number(answer?.headers.get(CACHED_AT))
      return answer && cachedAt > 0 ? { answer, cachedAt } : null
    },

    /**
     * Caches an answer with additional headers. If the device is full, half the entries go and this one is not cached.
     */
    async put(
      address: string,
      answer: Response,
      headers: Record<string, string> = {},
      body: BodyInit | null = answer.body,
    ): Promise<void> {
      const marked = new Headers(answer.headers)
      // The body is already decoded.
      for (const name of ['content-encoding', 'content-length']) marked.delete(name)
      for (const [name, value] of Object.entries({ ...headers, [CACHED_AT]: String(now()) })) marked.set(name, value)
      try {
        const cache = await caches.open(name)
        // Deleted first, so that it becomes the newest entry.
        await cache.delete(address, { ignoreVary: true })
        await cache.put(address, new Response(body, { status: answer.status, headers: marked }))
      } catch (error) {
        if (!(error instanceof DOMException) || error.name !== 'QuotaExceededError') throw error
        await trim(Math.floor(limit / 2))
        return
      }
      puts += 1
      if (puts <= PUTS_BETWEEN_TRIMS) return
      puts = 0
      await trim(limit)
    },

    async remove(address: string): Promise<void> {
      await (await caches.open(name)).delete(address, { ignoreVary: true })
    },

    /** Returns all URLs, the oldest first. */
    async addresses(): Promise<string[]> {
      return (await (await caches.open(name)).keys()).map(({ url }) => url)
    },
  }
}
