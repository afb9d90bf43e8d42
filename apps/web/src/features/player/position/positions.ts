/** Rules for reading playback positions, as pure functions. Those for saving are in `position-rules.ts`. */

export type SavedPosition = {
  hash: string
  /** 0 after the track was played to its end: it then starts over. */
  seconds: number
  /** The id of the tab that saved it. */
  by: string
  /** Milliseconds since 1970 by this device's clock; 0 if unknown. */
  atMs: number
}

/** Where and when, whichever tab or device saved it. */
export type TrackPosition = Omit<SavedPosition, 'by'>

/** The most tracks saved; beyond that the oldest are dropped. */
export const MAX_POSITIONS = 500

export function findPosition(places: readonly SavedPosition[], hash: string): SavedPosition | null {
  return places.findLast((place) => place.hash === hash) ?? null
}

/** Merges the positions of other devices, in the order in which they were played. */
export function withRemotePositions(
  here: readonly TrackPosition[],
  remote: readonly TrackPosition[],
): readonly TrackPosition[] {
  return remote.length === 0 ? here : [...here, ...remote].sort((one, other) => one.atMs - other.atMs)
}

/**
 * Returns the index of the track to resume a work with: the one played last, or the next one if that was finished. null
 * if none was played, or the last one was finished.
 *
 * @param hashes in playing order
 */
export function indexToResume(hashes: readonly string[], places: readonly TrackPosition[]): number | null {
  const last = places.findLast(({ hash }) => hashes.includes(hash))
  if (!last) return null
  const index = hashes.indexOf(last.hash) + (last.seconds === 0 ? 1 : 0)
  return index in hashes ? index : null
}

/** Reads the output of `positionsToText`; invalid entries are left out. */
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
