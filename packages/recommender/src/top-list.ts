/** Keeps the best of all that is offered. Of equal scores the smaller key is better. */
export type TopList = {
  offer(key: number, score: number): void
  /** Takes everything out, best first: calls `each` with it. */
  drain(each: (key: number, score: number) => void): void
}

/** A list of at most `capacity` (≥ 1): a heap with the worst on top. */
export function createTopList(capacity: number): TopList {
  const keys = new Uint32Array(capacity)
  const scores = new Float64Array(capacity)
  let size = 0

  function isWorse(a: number, b: number): boolean {
    const difference = scores[a]! - scores[b]!
    return difference < 0 || (difference === 0 && keys[a]! > keys[b]!)
  }

  function swap(a: number, b: number): void {
    const [key, score] = [keys[a]!, scores[a]!]
    keys[a] = keys[b]!
    scores[a] = scores[b]!
    keys[b] = key
    scores[b] = score
  }

  function sink(from: number): void {
    let at = from
    for (;;) {
      let worst = at
      const left = 2 * at + 1
      if (left < size && isWorse(left, worst)) worst = left
      if (left + 1 < size && isWorse(left + 1, worst)) worst = left + 1
      if (worst === at) return
      swap(at, worst)
      at = worst
    }
  }

  return {
    offer(key, score) {
      if (size < capacity) {
        let at = size
        keys[at] = key
        scores[at] = score
        size += 1
        while (at > 0 && isWorse(at, (at - 1) >> 1)) {
          swap(at, (at - 1) >> 1)
          at = (at - 1) >> 1
        }
        return
      }
      if (score < scores[0]! || (score === scores[0]! && key > keys[0]!)) return
      keys[0] = key
      scores[0] = score
      sink(0)
    },
    drain(each) {
      const count = size
      // Each step puts the worst of the rest at the end.
      while (size > 1) {
        size -= 1
        swap(0, size)
        sink(0)
      }
      size = 0
      for (let at = 0; at < count; at += 1) each(keys[at]!, scores[at]!)
    },
  }
}
