/** Where tracks were left: rules as functions of data. */

export type Place = {
  hash: string
  /** 0 when the track was heard to its end: it then starts over. */
  seconds: number
  /** The tab that wrote it. */
  by: string
}

/** Tracks: of more, those that were heard the longest ago are forgotten. */
export const MAX_PLACES = 500
/** Nearer than this to another place, there is nothing to ask the listener about. */
const SAME_PLACE_SECONDS = 15

/** The places with a new one, which is the latest. */
export function withPlace(places: readonly Place[], place: Place): Place[] {
  return [...places.filter(({ hash }) => hash !== place.hash), place].slice(-MAX_PLACES)
}

/** What is kept of a position: 0 in the last moments of a track, which nobody goes back to hear. */
export function placeToKeep(seconds: number, durationSeconds: number | null): number {
  if (durationSeconds === null) return seconds
  return seconds >= durationSeconds - Math.min(10, durationSeconds / 20) ? 0 : seconds
}

export function findPlace(places: readonly Place[], hash: string): Place | null {
  return places.findLast((place) => place.hash === hash) ?? null
}

/**
 * Which of these tracks goes on with the work they belong to: the one heard last, or the one after it when that was
 * heard to its end. null when none was heard yet, or the last one to its end.
 *
 * @param hashes  in the order in which they play
 */
export function indexToResume(hashes: readonly string[], places: readonly Place[]): number | null {
  const last = places.findLast(({ hash }) => hashes.includes(hash))
  if (!last) return null
  const index = hashes.indexOf(last.hash) + (last.seconds === 0 ? 1 : 0)
  return index in hashes ? index : null
}

/**
 * Another tab's place of the same track that would be lost by writing this tab's; null when there is nothing to lose.
 *
 * @param known  the place this tab began from, or wrote
 */
export function placeElsewhere(stored: Place | null, known: Place | null, seconds: number): Place | null {
  if (!stored || stored.seconds === 0) return null
  if (stored.by === known?.by && stored.seconds === known.seconds) return null
  return isSamePlace(stored.seconds, seconds) ? null : stored
}

export function isSamePlace(one: number, other: number): boolean {
  return Math.abs(one - other) < SAME_PLACE_SECONDS
}

/** Reads what `placesToText` wrote; anything that is no place is left out. */
export function placesFromText(text: string | null): Place[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(stored) ? stored.flatMap(placeFrom).slice(-MAX_PLACES) : []
  } catch {
    return []
  }
}

export function placesToText(places: readonly Place[]): string {
  return JSON.stringify(places.map(({ hash, seconds, by }) => [hash, Math.round(seconds * 10) / 10, by]))
}

function placeFrom(stored: unknown): Place[] {
  const [hash, seconds, by] = Array.isArray(stored) ? (stored as unknown[]) : []
  if (typeof hash !== 'string' || typeof seconds !== 'number' || typeof by !== 'string') return []
  return seconds >= 0 && Number.isFinite(seconds) ? [{ hash, seconds, by }] : []
}
