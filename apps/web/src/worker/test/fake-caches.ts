/** The part of CacheStorage that the worker uses, in memory: Node has none. */
export function fakeCaches() {
  const stores = new Map<string, Map<string, Response>>()
  const urlOf = (asked: RequestInfo | URL) =>
    new URL(typeof asked === 'object' && 'url' in asked ? asked.url : asked, 'https://shelf.example').href
  let isFull = false

  function cacheOf(entries: Map<string, Response>) {
    return {
      match: async (asked: RequestInfo | URL) => entries.get(urlOf(asked))?.clone(),
      put: async (asked: RequestInfo | URL, answer: Response) => {
        // Browsers also read the body before they store anything.
        const text = await answer.arrayBuffer()
        if (isFull) throw new DOMException('full', 'QuotaExceededError')
        entries.set(urlOf(asked), new Response(text, answer))
      },
      delete: async (asked: RequestInfo | URL) => entries.delete(urlOf(asked)),
      keys: async () => [...entries.keys()].map((url) => new Request(url)),
    }
  }
  const caches = {
    open: async (name: string) => {
      const entries = stores.get(name) ?? new Map<string, Response>()
      stores.set(name, entries)
      return cacheOf(entries)
    },
    has: async (name: string) => stores.has(name),
    delete: async (name: string) => stores.delete(name),
    keys: async () => [...stores.keys()],
    match: async (asked: RequestInfo | URL) => {
      for (const entries of stores.values()) {
        const found = entries.get(urlOf(asked))
        if (found) return found.clone()
      }
      return undefined
    },
  }
  return { caches: caches as unknown as CacheStorage, fill: (full: boolean) => (isFull = full) }
}

/** A network answer; Node's `Response` constructor cannot set `type` and `redirected`. */
export function networkAnswer(body: string, init: ResponseInit & { type?: ResponseType; redirected?: boolean } = {}) {
  const { type = 'basic', redirected = false, ...given } = init
  const answer = new Response(body, given)
  const clone = answer.clone.bind(answer)
  return Object.defineProperties(answer, {
    type: { value: type },
    redirected: { value: redirected },
    clone: { value: () => Object.defineProperty(clone(), 'type', { value: type }) },
  })
}
