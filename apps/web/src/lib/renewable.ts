/** Calls that have no answer yet, each with what makes it anew. */
const unanswered = new Set<() => void>()

/** Makes the calls anew that have no answer yet: a connection that has died unnoticed would keep them for minutes. */
export function askAgain(): void {
  for (const renew of unanswered) renew()
}

/** A `fetch` whose calls that only read can be made anew while they have no answer, unnoticed by whoever waits for it. */
export function renewable(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (url, init = {}) => {
    const { method = 'GET', signal } = init
    for (;;) {
      let isRenewed = false
      const controller = new AbortController()
      const renew = () => {
        isRenewed = true
        controller.abort()
      }
      const giveUp = () => controller.abort(signal?.reason)
      if (signal?.aborted) giveUp()
      signal?.addEventListener('abort', giveUp)
      if (method === 'GET') unanswered.add(renew)
      try {
        return await fetch(url, { ...init, signal: controller.signal })
      } catch (error) {
        if (!isRenewed || signal?.aborted) throw error
      } finally {
        unanswered.delete(renew)
      }
    }
  }
}
