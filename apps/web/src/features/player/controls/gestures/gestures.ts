/** Rules for touch gestures on the player bar, as pure functions. */

export const SWIPE_PIXELS = 15
export const DRAG_PIXELS = 10
/** The share of the bar's width, at each end, where releasing changes the track. */
const ZONE_SHARE = 0.12

/** The recognised gesture; once decided it does not change. */
export type Gesture = 'undecided' | 'up' | 'down' | 'seek'
/** What releasing would do. */
export type Drop = { kind: 'seek'; seconds: number } | { kind: 'previous' } | { kind: 'next' }

/**
 * @param dx pixels to the right of the start
 * @param dy pixels below the start
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
  /** Seconds; without a duration the drag cannot seek. */
  durationSeconds: number | null
}

/**
 * Returns what releasing at `x` does. The bar's width is the whole track: a drag seeks by its share of the width,
 * clamped to the track. In the zone at either end, unless the drag began there, it changes the track.
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
