export type Random = () => number

/** Mulberry32: the same `seed` gives the same numbers (0 ≤ x < 1) in every process. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Draws 0 … size − 1, where rank n is 1/(n+1)^exponent times as frequent as rank 0. */
export function zipf(size: number, exponent: number, random: Random): () => number {
  const cumulative = new Float64Array(size)
  let total = 0
  for (let rank = 0; rank < size; rank += 1) {
    total += 1 / (rank + 1) ** exponent
    cumulative[rank] = total
  }
  return () => {
    const drawn = random() * total
    let low = 0
    let high = size - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if (cumulative[middle]! < drawn) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** Draws from the standard normal distribution (Box and Muller). */
export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

export function pick<T>(values: readonly T[], random: Random): T {
  return values[Math.floor(random() * values.length)]!
}

/** Returns `count` distinct results of `make`, in order of first appearance. */
export function distinct<T>(count: number, make: () => T): T[] {
  const found = new Set<T>()
  for (let tries = 0; found.size < count; tries += 1) {
    if (tries > count * 100) throw new Error(`only ${found.size} of ${count} different values were generated`)
    found.add(make())
  }
  return [...found]
}
