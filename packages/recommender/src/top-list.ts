/** Keeps the best entries offered. Among equal scores the smaller key is better. */
export type TopList = {
  /** Entries below this score are not kept. */
  least(): number
  offer(key: number, score: number): void
  /** Removes all entries, best first, calling `each`. */
  drain(each: (key: number, score: number) => void): void
  /** Removes all entries in no particular order, which is cheaper. */
  empty(each: (key: number, score: number) => void): void
}

/** Creates a list of at most `capacity` (≥ 1) entries: a heap with the worst on top. */
export function createTopList(capacity: number): TopList {
  const keys = new Uint32Array(capacity)
  const scores = new Float64Array(capacity)
  let size = 0

  /** Inserts an entry at `from` or below, above all that are better. */
  function sink(key: number, score: number, from: number): void {
    let at = from
    for (;;) {
      let child = 2 * at + 1
      if (child >= size) break
      const right = child + 1
      if (right < size && isWorse(keys[right]!, scores[right]!, keys[child]!, scores[child]!)) child = right
      if (!isWorse(keys[child]!, scores[child]!, key, score)) break
      keys[at] = keys[child]!
      scores[at] = scores[child]!
      at = child
    }
    keys[at] = key
    scores[at] = score
  }

  return {
    least: () => (size === capacity ? scores[0]! : Number.NEGATIVE_INFINITY),
    offer(key, score) {
      if (size === capacity) {
        if (isWorse(keys[0]!, scores[0]!, key, score)) sink(key, score, 0)
        return
      }
      let at = size
      size += 1
      while (at > 0) {
        const parent = (at - 1) >> 1
        if (!isWorse(key, score, keys[parent]!, scores[parent]!)) break
        keys[at] = keys[parent]!
        scores[at] = scores[parent]!
        at = parent
      }
      keys[at] = key
      scores[at] = score
    },
    drain(each) {
      const count = size
      // Each step moves the worst of the rest to the end.
      while (size > 1) {
        size -= 1
        const [key, score] = [keys[size]!, scores[size]!]
        keys[size] = keys[0]!
        scores[size] = scores[0]!
        sink(key, score, 0)
      }
      size = 0
      for (let at = 0; at < count; at += 1) each(keys[at]!, scores[at]!)
    },
    empty(each) {
      const count = size
      size = 0
      for (let at = 0; at < count; at += 1) each(keys[at]!, scores[at]!)
    },
  }
}

function isWorse(key: number, score: number, otherKey: number, otherScore: number): boolean {
  return score < otherScore || (score === otherScore && key > otherKey)
}
