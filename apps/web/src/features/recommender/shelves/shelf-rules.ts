import type { Work } from '@otodana/contract'

/** So many works of two shelves are compared. */
const COMPARED = 3

/**
 * Whether what is recommended begins as what is popular does: then nothing is known of the visitor's taste, and a second
 * shelf would say the same as the first.
 */
export function isSaidAlready(recommended: readonly Pick<Work, 'id'>[], popular: readonly Pick<Work, 'id'>[]): boolean {
  const first = recommended.slice(0, COMPARED)
  return first.length === Math.min(COMPARED, popular.length) && first.every(({ id }, at) => id === popular[at]!.id)
}

/** So many of what is popular are seen beside the other shelf. */
const SEEN = 6

/**
 * What is recommended, as it stands beside what is popular: works that are seen there already come last, for a second cover
 * of a work suggests nothing. None is left out.
 */
export function unsaidFirst<T extends Pick<Work, 'id'>>(
  recommended: readonly T[],
  popular: readonly T[],
): readonly T[] {
  const said = new Set(popular.slice(0, SEEN).map(({ id }) => id))
  return [...recommended.filter(({ id }) => !said.has(id)), ...recommended.filter(({ id }) => said.has(id))]
}

/** Each shelf moves on after so long. */
export const AUTOPLAY_MS = 4_000

export type Attention = {
  /** The visitor has stopped it, or has moved the shelf by hand. */
  isStopped: boolean
  isHovered: boolean
  hasFocus: boolean
  /** The visitor wants nothing to move. */
  isCalm: boolean
  /** The shelf is in sight, and so is its tab. */
  isSeen: boolean
}

/** Whether a shelf rotates: only while it is visible and not in use. */
export function movesByItself({ isStopped, isHovered, hasFocus, isCalm, isSeen }: Attention): boolean {
  return isSeen && !isStopped && !isHovered && !hasFocus && !isCalm
}

/**
 * Where a shelf stands next, in pixels from its beginning: one work further, and after the last one at the beginning.
 *
 * @param starts  where each work begins
 * @param at  where the shelf stands
 * @param end  the furthest it can be moved
 */
export function nextStop(starts: readonly number[], at: number, end: number): number {
  // A pixel of leeway: positions are rounded.
  if (at >= end - 1) return 0
  return Math.min(starts.find((start) => start > at + 1) ?? end, end)
}

/** Which work is the first that is seen whole. */
export function firstSeen(starts: readonly number[], at: number): number {
  return Math.max(
    0,
    starts.findIndex((start) => start >= at - 1),
  )
}
