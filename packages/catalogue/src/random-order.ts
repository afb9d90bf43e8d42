/**
 * The place of each work in the random order of `seed`, 0 to 2³² − 1, different for every id. It depends on nothing but the
 * two, so pages of one seed fit together even when works come and go between them.
 *
 * @param seed  a whole number ≥ 0; those that are equal modulo 2³² give one order
 */
export function randomOrder(seed: number): (id: number) => number {
  const offset = scramble(seed >>> 0)
  return (id) => scramble(id ^ offset)
}

/** MurmurHash3's finaliser: every step can be undone, so no two numbers of 32 bits become one. */
function scramble(number: number): number {
  let hash = number
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
