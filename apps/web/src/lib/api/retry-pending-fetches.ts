/** Pending requests, each with a function that repeats it. */
const unanswered = new Set<() => void>()

/** Repeats pending requests: a connection that died unnoticed would block them for minutes. */
export function retryPendingFetches(): void {
  for (const renew of unanswered) renew()
}

/**
 * Wraps `fetch` so that pending reads can be repeated transparently. Reads are GET calls and calls with a signal: calls
 * that write have no signal, because their effect would be unknown.
 */
export function retryable(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (url, init = {}) => {
    const { method = 'GET', signal } = init
    let controller = new AbortController()
    const giveUp = () => controller.abort(signal?.reason)
    if (signal?.aborted) giveUp()
    // Once for all attempts, including reading the body.
    signal?.addEventListener('abort', giveUp)
    for (;;) {
      let isRenewed = false
      const renew = () => {
        isRenewed = true
        giveUp()
      }
      if (signal || method === 'GET') unanswered.add(renew)
      try {
        return await fetch(url, { ...init, signal: controller.signal })
      } catch (error) {
        if (!isRenewed || signal?.aborted) throw error
        controller = new AbortController()
      } finally {
        unanswered.delete(renew)
      }
    }
  }
}
