/** An answer from this device; `cachedAt` is 0 if it is not what the page shows. */
export type CachedAnswer = { answer: Response; cachedAt: number }

const AWAY = new Set([502, 503, 504])

/** Whether an answer comes from a proxy in front of an unreachable or overloaded server. */
export function isAway({ status }: Response): boolean {
  return AWAY.has(status)
}

type Asked = {
  network: Promise<Response>
  cached: Promise<CachedAnswer | null>
  /** Resolves when a cached answer is better than further waiting. */
  patience: Promise<unknown>
}

/**
 * Returns the network's answer, or the cached one if the network fails or takes too long. Without a cached one it waits
 * for the network and fails with it.
 */
export async function firstAnswer({
  network,
  cached,
  patience,
}: Asked): Promise<{ answer: Response; isCached: boolean }> {
  const fromNetwork = network.then(
    (answer) => ({ answer, isUseful: !isAway(answer) }),
    () => null,
  )
  const first = await Promise.race([fromNetwork, patience.then(() => null)])
  if (first?.isUseful) return { answer: first.answer, isCached: false }
  const copy = await cached
  if (copy) return { answer: copy.answer, isCached: true }
  return { answer: await network, isCached: false }
}
