/** Where tracks were left, for who goes on with them: rules as functions of data. How they are kept: `place-rules.ts`. */

export type SavedPosition = {
  hash: string
  /** 0 when the track was heard to its end: it then starts over. */
  seconds: number
  /** The tab that wrote it. */
  by: string
  /** When, in milliseconds by this device's clock; 0 when it is not known. */
  atMs: number
}

/** Where and when, whoever wrote it. */
export type TrackPosition = Omit<SavedPosition, 'by'>

/** Tracks: of more, those that were heard the longest ago are forgotten. */
export const MAX_POSITIONS = 500

export function findPosition(places: readonly SavedPosition[], hash: string): SavedPosition | null {
  return places.findLast((place) => place.hash === hash) ?? null
}

/** The same with where other devices left off, in the order in which they were heard. */
export function withRemotePositions(
  here: readonly TrackPosition[],
  elsewhere: readonly TrackPosition[],
): readonly TrackPosition[] {
  return elsewhere.length === 0 ? here : [...here, ...elsewhere].sort((one, other) => one.atMs - other.atMs)
}

/**
 * Which of these tracks goes on with the work they belong to: the one heard last, or the one after it when that was
 * heard to its end. null when none was heard yet, or the last one to its end.
 *
 * @param hashes  in the order in which they play
 */
export function indexToResume(hashes: readonly string[], places: readonly TrackPosition[]): number | null {
  const last = places.findLast(({ hash }) => hashes.includes(hash))
  if (!last) return null
  const index = hashes.indexOf(last.hash) + (last.seconds === 0 ? 1 : 0)
  return index in hashes ? index : null
}

/** Reads what `placesToText` wrote; anything that is no place is left out. */
export function positionsFromText(text: string | null): SavedPosition[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(stored) ? stored.flatMap(placeFrom).slice(-MAX_POSITIONS) : []
  } catch {
    return []
  }
}

function placeFrom(stored: unknown): SavedPosition[] {
  const [hash, seconds, by, at] = Array.isArray(stored) ? (stored as unknown[]) : []
  const atMs = typeof at === 'number' && at > 0 && Number.isFinite(at) ? at : 0
  if (typeof hash !== 'string' || typeof seconds !== 'number' || typeof by !== 'string') return []
  return seconds >= 0 && Number.isFinite(seconds) ? [{ hash, seconds, by, atMs }] : []
}
