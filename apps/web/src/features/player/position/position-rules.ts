/** How the places of tracks are kept: rules as functions of data, loaded with what keeps them. */
import { MAX_POSITIONS } from './positions.ts'
import type { SavedPosition } from './positions.ts'

/** Nearer than this to another place, there is nothing to ask the listener about. */
const SAME_PLACE_SECONDS = 15

/** The places with a new one, which is the latest. */
export function withPosition(places: readonly SavedPosition[], place: SavedPosition): SavedPosition[] {
  return [...places.filter(({ hash }) => hash !== place.hash), place].slice(-MAX_POSITIONS)
}

/** What is kept of a position: 0 in the last moments of a track, which nobody goes back to hear. */
export function positionToSave(seconds: number, durationSeconds: number | null): number {
  if (durationSeconds === null) return seconds
  return seconds >= durationSeconds - Math.min(10, durationSeconds / 20) ? 0 : seconds
}

/**
 * Another tab's place of the same track that would be lost by writing this tab's; null when there is nothing to lose.
 *
 * @param known  the place this tab began from, or wrote
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
