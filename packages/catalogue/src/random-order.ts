/**
 * The random order of a seed: a bijection of 32-bit ids to positions, which depends on nothing else. So the pages of
 * one seed fit together even when works are added or removed in between.
 *
 * These are plain functions of numbers, because a random page computes the position of every work.
 */

/** @param seed  an integer ≥ 0; seeds that are equal modulo 2³² give the same order */
export function randomKey(seed: number): number {
  return scramble(seed >>> 0)
}

/** Returns 0 to 2³² − 1. */
export function randomPosition(key: number, id: number): number {
  return scramble(id ^ key)
}

/** Returns the id at a position. */
export function idAtRandomPosition(key: number, place: number): number {
  return (unscramble(place) ^ key) >>> 0
}

/** MurmurHash3's finaliser. Every step is invertible, so it is a bijection of 32-bit numbers. */
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
