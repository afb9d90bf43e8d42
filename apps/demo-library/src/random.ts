/** A repeatable source of chance: the same key gives the same numbers on every machine. */
export type Random = {
  /** A number in [0, 1). */
  next(): number
  between(low: number, high: number): number
  /** A whole number, both ends included. */
  int(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  /** `count` different items, in random order; all of them when there are fewer. */
  sample<T>(items: readonly T[], count: number): T[]
  /** About normal, mean 0 and deviation 1 (sum of four uniforms: no tails to surprise a sound or a picture). */
  gaussian(): number
}

/** @param key anything that names the place the chance is used in, for example `${seed}/cover/${code}` */
export function createRandom(key: string): Random {
  let state = hash(key)
  // mulberry32
  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const between = (low: number, high: number) => low + (high - low) * next()
  const int = (low: number, high: number) => low + Math.floor((high - low + 1) * next())
  function pick<T>(items: readonly T[]): T {
    if (items.length === 0) throw new Error('Nothing to pick from')
    return items[int(0, items.length - 1)] as T
  }
  function sample<T>(items: readonly T[], count: number): T[] {
    const rest = [...items]
    const taken: T[] = []
    while (taken.length < count && rest.length > 0) taken.push(...rest.splice(int(0, rest.length - 1), 1))
    return taken
  }
  const gaussian = () => (next() + next() + next() + next() - 2) * 1.732
  return { next, between, int, chance: (probability) => next() < probability, pick, sample, gaussian }
}

function hash(text: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return h ^ (h >>> 16)
}
