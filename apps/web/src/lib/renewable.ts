/** Calls that have no answer yet, each with what makes it anew. */
const unanswered = new Set<() => void>()

/** Makes the calls anew that have no answer yet: a connection that has died unnoticed would keep them for minutes. */
export function askAgain(): void {
  for (const renew of unanswered) renew()
}

/**
 * A `fetch` whose calls that only read can be made anew while they have no answer, unnoticed by whoever waits for it. These
 * are all with GET, and those that can be taken back: a call that writes has no signal, as nobody would know what it did.
 */
export function renewable(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
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
