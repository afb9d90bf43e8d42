import { setTimeout as sleep } from 'node:timers/promises'

/** A pause is up to this many times longer than asked for, so that requests do not come like clockwork. */
const JITTER = 3

/** Returns a function that waits until `delayMs` and a random while have passed since its last call ended. */
export function createPace(delayMs: number, random: () => number = Math.random) {
  let nextAtMs = 0

  return async (signal: AbortSignal): Promise<void> => {
    const waitMs = nextAtMs - performance.now()
    if (waitMs > 0) await sleep(waitMs, undefined, { signal })
    nextAtMs = performance.now() + delayMs * (1 + JITTER * random())
  }
}
