/** Calls without an answer yet, each with a function that makes it again. */
const unanswered = new Set<() => void>()

/** Makes pending calls again: a connection that died unnoticed would hold them for minutes. */
export function retryPendingFetches(): void {
  for (const renew of unanswered) renew()
}

/**
 * A `fetch` whose pending reads can be made again without their callers noticing. Reads are GET calls and calls with a
 * signal: a call that writes has no signal, since its effect would be unknown.
 */
export function retryable(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (url, init = {}) => {
    const { method = 'GET', signal } = init
    let controller = new AbortController()
    const giveUp = () => controller.abort(signal?.reason)
    if (signal?.aborted) giveUp()
    // Once for all that follow, and on for the answer's body.
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
