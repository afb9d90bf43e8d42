import { setTimeout as sleep } from 'node:timers/promises'

/** A pause is up to this many times longer than asked for, so that requests do not come like clockwork. */
const JITTER = 3

export type Pace = ReturnType<typeof createPace>

/** Keeps a pause of `delayMs`, and a random while, between the end of a request and the beginning of the next. */
export function createPace(delayMs: number, random: () => number = Math.random) {
  let nextAtMs = 0

  return {
    /** Waits until the next request may begin. */
    async wait(signal: AbortSignal): Promise<void> {
      const waitMs = nextAtMs - performance.now()
      if (waitMs > 0) await sleep(waitMs, undefined, { signal })
    },
    /** A request has ended. */
    ended(): void {
      nextAtMs = performance.now() + delayMs * (1 + JITTER * random())
    },
  }
}
