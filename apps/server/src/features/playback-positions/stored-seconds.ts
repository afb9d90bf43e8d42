import { MAX_POSITION_SECONDS } from '@otodana/contract'

/** Positions of 0 are those of tracks that were played to the end. */
const BEGINNING_SECONDS = 0.001
/** Players stop a little before the end that the file's head promises. */
const END_SECONDS = 1

/**
 * Returns a position of another app as it is stored: the beginning of a track is a moment after it, and its last second is the end.
 *
 * @param durationSeconds  null: unknown
 */
export function storedSeconds(seconds: number, durationSeconds: number | null): number {
  const atLeast = Math.max(seconds, BEGINNING_SECONDS)
  if (durationSeconds !== null && durationSeconds > 2 * END_SECONDS && atLeast > durationSeconds - END_SECONDS) return 0
  return Math.min(atLeast, MAX_POSITION_SECONDS)
}
