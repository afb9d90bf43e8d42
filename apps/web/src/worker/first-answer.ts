import type { CachedAnswer } from './bounded-cache.ts'

const AWAY = new Set([502, 503, 504])

/** Whether an answer comes from a proxy in front of an unreachable or overloaded server. */
export function isAway({ status }: Response): boolean {
  return AWAY.has(status)
}

type Asked = {
  network: Promise<Response>
  kept: Promise<CachedAnswer | null>
  /** Resolves when a cached answer is better than waiting on. */
  patience: Promise<unknown>
}

/**
 * Returns the network's answer, or the cached one if the network fails or takes too long. Without a cached one it waits
 * for the network and fails with it.
 */
export async function firstAnswer({ network, kept, patience }: Asked): Promise<{ answer: Response; isKept: boolean }> {
  const fromNetwork = network.then(
    (answer) => ({ answer, isUseful: !isAway(answer) }),
    () => null,
  )
  const first = await Promise.race([fromNetwork, patience.then(() => null)])
  if (first?.isUseful) return { answer: first.answer, isKept: false }
  const copy = await kept
  if (copy) return { answer: copy.answer, isKept: true }
  return { answer: await network, isKept: false }
}
