/** A rendered page. Its body has a placeholder for each response's nonce. */
export type Page = {
  status: number
  headers: [name: string, value: string][]
  body: string
  /** Whether its content may still be shown; by default until it expires. */
  isCurrent?: () => Promise<boolean>
}

const isCurrent = async (page: Page) => (await page.isCurrent?.()) ?? true

type Limits = { ttlMs: number; maxEntries: number; maxBytes: number }
type Entry = { page: Page; freshUntil: number; bytes: number }

/**
 * A cache of successful pages by key, which evicts the least recently used. Concurrent requests for a page share one
 * rendering.
 */
export function createHtmlCache({ ttlMs, maxEntries, maxBytes }: Limits, now: () => number = () => performance.now()) {
  const entries = new Map<string, Entry>()
  const beingMade = new Map<string, Promise<Page>>()
  let bytes = 0

  function drop(key: string): void {
    bytes -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }

  function keep(key: string, page: Page): void {
    drop(key)
    // Strings with Japanese take two bytes per character in memory.
    const size = page.body.length * 2
    entries.set(key, { page, freshUntil: now() + ttlMs, bytes: size })
    bytes += size
    for (const oldest of entries.keys()) {
      if (entries.size <= maxEntries && bytes <= maxBytes) break
      drop(oldest)
    }
  }

  return {
    /** @throws what `make` throws, to all waiting callers */
    async get(key: string, make: () => Promise<Page>): Promise<Page> {
      for (;;) {
        const known = entries.get(key)
        if (known && known.freshUntil > now() && (await isCurrent(known.page))) {
          // It may have been evicted or replaced meanwhile.
          if (entries.get(key) === known) {
            entries.delete(key)
            entries.set(key, known)
          }
          return known.page
        }
        const waiting = beingMade.get(key)
        if (!waiting) break
        const page = await waiting
        // A rendering started before a change does not show it.
        if (await isCurrent(page)) return page
      }
      const making = make().finally(() => beingMade.delete(key))
      beingMade.set(key, making)
      const page = await making
      if (page.status === 200) keep(key, page)
      else drop(key)
      return page
    },
    size: () => entries.size,
  }
}
