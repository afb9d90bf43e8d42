import { KEPT_AT } from '../lib/kept.ts'

export type Kept = { answer: Response; keptAt: number }

export type Shelf = ReturnType<typeof createShelf>

type Deps = {
  caches: CacheStorage
  name: string
  /** More than so many are not kept: what was kept first goes first. */
  limit: number
  now: () => number
}

/** How many answers are put between two looks at the number of entries, which takes reading all of them. */
const PUTS_BETWEEN_TRIMS = 10

/** Copies of answers by their address, bounded, each with the time when it came. */
export function createShelf({ caches, name, limit, now }: Deps) {
  // The first one looks as well: a worker lives for half a minute at a time.
  let puts = PUTS_BETWEEN_TRIMS

  async function trim(most: number): Promise<void> {
    const cache = await caches.open(name)
    const keys = await cache.keys()
    for (const key of keys.slice(0, Math.max(0, keys.length - most))) await cache.delete(key)
  }

  return {
    /** What is kept for an address, whatever language or format it was asked in. */
    async find(address: string): Promise<Kept | null> {
      const answer = await (await caches.open(name)).match(address, { ignoreVary: true })
      const keptAt = Number(answer?.headers.get(KEPT_AT))
      return answer && keptAt > 0 ? { answer, keptAt } : null
    },

    /** Keeps an answer, with further headers. Where the device is full, room is made; the answer itself is not kept then. */
    async put(
      address: string,
      answer: Response,
      headers: Record<string, string> = {},
      body: BodyInit | null = answer.body,
    ): Promise<void> {
      const marked = new Headers(answer.headers)
      // The body is unpacked already.
      for (const name of ['content-encoding', 'content-length']) marked.delete(name)
      for (const [name, value] of Object.entries({ ...headers, [KEPT_AT]: String(now()) })) marked.set(name, value)
      try {
        const cache = await caches.open(name)
        // It is the newest now, and stands last.
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

    /** All addresses, those that were kept first at the beginning. */
    async addresses(): Promise<string[]> {
      return (await (await caches.open(name)).keys()).map(({ url }) => url)
    },
  }
}
