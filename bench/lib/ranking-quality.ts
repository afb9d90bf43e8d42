/** Returns the share of wanted items among the first `k`; at best 1. */
export function recallAt(k: number, ranked: readonly number[], wanted: ReadonlySet<number>): number {
  return hitsAt(k, ranked, wanted) / wanted.size
}

/**
 * Returns the normalised discounted cumulative gain: a hit at position n (from 1) counts 1 / log2(n + 1); the best
 * possible order gives 1.
 */
export function ndcgAt(k: number, ranked: readonly number[], wanted: ReadonlySet<number>): number {
  let gained = 0
  for (const [index, id] of ranked.slice(0, k).entries()) if (wanted.has(id)) gained += 1 / Math.log2(index + 2)
  let best = 0
  for (let index = 0; index < Math.min(k, wanted.size); index += 1) best += 1 / Math.log2(index + 2)
  return gained / best
}

function hitsAt(k: number, ranked: readonly number[], wanted: ReadonlySet<number>): number {
  return ranked.slice(0, k).filter((id) => wanted.has(id)).length
}

/** Returns the long tail: all works but the most popular fifth, including works without listeners. */
export function longTail(works: readonly number[], listeners: ReadonlyMap<number, number>): Set<number> {
  const byListeners = works.toSorted((a, b) => (listeners.get(b) ?? 0) - (listeners.get(a) ?? 0) || a - b)
  return new Set(byListeners.slice(Math.ceil(works.length / 5)))
}
