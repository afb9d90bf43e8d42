/**
 * The random order of a seed: each id of 32 bits has a place of its own among 2³², which depends on the two alone. So the pages
 * of one seed fit together even when works come and go between them.
 *
 * These are plain functions of numbers because one random page asks for the place of every work.
 */

/** @param seed  a whole number ≥ 0; those that are equal modulo 2³² give one order */
export function randomKey(seed: number): number {
  return scramble(seed >>> 0)
}

/** 0 to 2³² − 1 */
export function randomPlace(key: number, id: number): number {
  return scramble(id ^ key)
}

/** The id whose place that is. */
export function idAtRandomPlace(key: number, place: number): number {
  return (unscramble(place) ^ key) >>> 0
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
  return number ^ (number >>> 16)
}
