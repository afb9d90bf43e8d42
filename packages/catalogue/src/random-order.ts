/** The random order of one seed: each id of 32 bits has its own place among 2³². */
export type RandomOrder = {
  placeOf(id: number): number
  /** The other way round. */
  idAt(place: number): number
}

/**
 * An order depends on the seed and the ids alone, so the pages of one seed fit together even when works come and go between
 * them.
 *
 * @param seed  a whole number ≥ 0; those that are equal modulo 2³² give one order
 */
export function randomOrder(seed: number): RandomOrder {
  const offset = scramble(seed >>> 0)
  return {
    placeOf: (id) => scramble(id ^ offset),
    idAt: (place) => (unscramble(place) ^ offset) >>> 0,
  }
}

/** MurmurHash3's finaliser: every step can be undone, so no two numbers of 32 bits become one. */
function scramble(number: number): number {
  let hash = number
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

function unscramble(hash: number): number {
  let number = hash ^ (hash >>> 16)
  // Both multipliers are the inverses modulo 2³² of those above.
  number = Math.imul(number, 0x7ed1b41d)
  number = Math.imul(number ^ (number >>> 13) ^ (number >>> 26), 0xa5cb9243)
  return (number ^ (number >>> 16)) >>> 0
}
