import type { Work } from '@otodana/contract'

/** Number of works of each shelf to compare. */
const COMPARED = 3

/**
 * Whether recommended works start like the popular ones: then the visitor's taste is unknown, and a second shelf would
 * be redundant.
 */
export function isReasonShown(recommended: readonly Pick<Work, 'id'>[], popular: readonly Pick<Work, 'id'>[]): boolean {
  const first = recommended.slice(0, COMPARED)
  return first.length === Math.min(COMPARED, popular.length) && first.every(({ id }, at) => id === popular[at]!.id)
}

/** Number of popular works visible beside the other shelf. */
const SEEN = 6

/** Sorts recommended works for display beside the popular ones: works visible there come last. None is left out. */
export function newReasonsFirst<T extends Pick<Work, 'id'>>(
  recommended: readonly T[],
  popular: readonly T[],
): readonly T[] {
  const said = new Set(popular.slice(0, SEEN).map(({ id }) => id))
  return [...recommended.filter(({ id }) => !said.has(id)), ...recommended.filter(({ id }) => said.has(id))]
}

/** Interval of advancing each shelf. */
export const AUTOPLAY_MS = 4_000

export type Attention = {
  /** Stopped, or scrolled manually. */
  isStopped: boolean
  isHovered: boolean
  hasFocus: boolean
  /** The visitor prefers reduced motion. */
  isCalm: boolean
  /** Shelf and tab are visible. */
  isSeen: boolean
}

/** Whether a shelf rotates: only while it is visible and not in use. */
export function movesByItself({ isStopped, isHovered, hasFocus, isCalm, isSeen }: Attention): boolean {
  return isSeen && !isStopped && !isHovered && !hasFocus && !isCalm
}

/**
 * Returns the next scroll position in pixels: one work further, or the start after the last one.
 *
 * @param starts  offsets of the works
 * @param at  current position
 * @param end  maximum position
 */
export function nextStop(starts: readonly number[], at: number, end: number): number {
  // Tolerates a pixel, because positions are rounded.
  if (at >= end - 1) return 0
  return Math.min(starts.find((start) => start > at + 1) ?? end, end)
}

/** Returns the index of the first entirely visible work. */
export function firstSeen(starts: readonly number[], at: number): number {
  return Math.max(
    0,
    starts.findIndex((start) => start >= at - 1),
  )
}
