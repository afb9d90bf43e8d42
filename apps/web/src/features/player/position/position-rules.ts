/** Rules for saving playback positions, as pure functions. */
import { MAX_POSITIONS } from './positions.ts'
import type { SavedPosition } from './positions.ts'

/** Two positions closer than this count as the same. */
const SAME_PLACE_SECONDS = 15

/** Adds a position as the latest one. */
export function withPosition(places: readonly SavedPosition[], place: SavedPosition): SavedPosition[] {
  return [...places.filter(({ hash }) => hash !== place.hash), place].slice(-MAX_POSITIONS)
}

/** The least that is saved: positions are rounded to tenths, and 0 is that of a finished track. */
const BEGUN_SECONDS = 0.1

/** Returns the position to save: 0 only at the very end of a track, so that it starts over. */
export function positionToSave(seconds: number, durationSeconds: number | null): number {
  const isOver = durationSeconds !== null && seconds >= durationSeconds - Math.min(10, durationSeconds / 20)
  return isOver ? 0 : Math.max(seconds, BEGUN_SECONDS)
}

/**
 * Returns another tab's position of the same track that saving this tab's would overwrite, or null.
 *
 * @param known the position this tab started from, or saved last
 */
export function positionFromOtherTab(
  stored: SavedPosition | null,
  known: SavedPosition | null,
  seconds: number,
): SavedPosition | null {
  if (!stored || stored.seconds === 0) return null
  if (stored.by === known?.by && stored.seconds === known.seconds) return null
  return isSamePosition(stored.seconds, seconds) ? null : stored
}

export function isSamePosition(one: number, other: number): boolean {
  return Math.abs(one - other) < SAME_PLACE_SECONDS
}

export function positionsToText(places: readonly SavedPosition[]): string {
  return JSON.stringify(places.map(({ hash, seconds, by, atMs }) => [hash, Math.round(seconds * 10) / 10, by, atMs]))
}
