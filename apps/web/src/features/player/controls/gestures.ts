/** What a finger on the bar means: rules as functions of data. */

export const SWIPE_PIXELS = 15
export const DRAG_PIXELS = 10
/** The share of the bar's width, at each end, where letting go means another track. */
const ZONE_SHARE = 0.12

/** What a touch has turned out to be, from where it began; it stays what it once is. */
export type Gesture = 'undecided' | 'up' | 'down' | 'seek'
/** What letting go would do. */
export type Drop = { kind: 'seek'; seconds: number } | { kind: 'previous' } | { kind: 'next' }

/**
 * @param dx  pixels to the right of where it began
 * @param dy  pixels below
 */
export function gestureAfter(before: Gesture, dx: number, dy: number): Gesture {
  if (before !== 'undecided') return before
  const isSideways = Math.abs(dx) >= Math.abs(dy)
  if (isSideways) return Math.abs(dx) >= DRAG_PIXELS ? 'seek' : 'undecided'
  if (Math.abs(dy) < SWIPE_PIXELS) return 'undecided'
  return dy < 0 ? 'up' : 'down'
}

type Drag = {
  startX: number
  x: number
  left: number
  width: number
  startSeconds: number
  /** Seconds; null where it is not known, and then there is nowhere to seek. */
  durationSeconds: number | null
}

/**
 * What letting go here would do. The bar's width is the whole track, so a drag moves by its share of it, clamped to the
 * track; within the zone at either end, unless it began there, it is another track.
 */
export function dropAt({ startX, x, left, width, startSeconds, durationSeconds }: Drag): Drop | null {
  if (width <= 0) return null
  const zone = width * ZONE_SHARE
  const isIn = (at: number) => (at < left + zone ? 'previous' : at > left + width - zone ? 'next' : null)
  const now = isIn(x)
  if (now !== null && now !== isIn(startX)) return { kind: now }
  if (durationSeconds === null) return null
  const seconds = startSeconds + ((x - startX) / width) * durationSeconds
  return { kind: 'seek', seconds: Math.min(Math.max(seconds, 0), durationSeconds) }
}
