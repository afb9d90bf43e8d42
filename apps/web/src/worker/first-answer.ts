import type { Kept } from './shelf.ts'

const AWAY = new Set([502, 503, 504])

/** Behind a server that is away, or has too much to do, an answer may be of its proxy. */
export function isAway({ status }: Response): boolean {
  return AWAY.has(status)
}

type Asked = {
  network: Promise<Response>
  kept: Promise<Kept | null>
  /** Ends with the time after which a kept answer is better than a new one. */
  patience: Promise<unknown>
}

/**
 * The network's answer; a kept one where the network fails or takes too long. Without a kept one it waits as long as it takes,
 * and fails as the network does.
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
