/** Rules for touch gestures on the player bar, as pure functions. */
import type { Scrub, ScrubSpeed } from '../scrub.ts'

export const SWIPE_PIXELS = 15
export const DRAG_PIXELS = 10
/** The share of the bar's width, at each end, where releasing changes the track. */
const ZONE_SHARE = 0.12

/** The recognised gesture; once decided it does not change. */
export type Gesture = 'undecided' | 'up' | 'down' | 'seek'
/** What releasing would do. */
export type Drop = { kind: 'seek'; seconds: number; speed: ScrubSpeed } | { kind: 'previous' } | { kind: 'next' }

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
  left: number
  width: number
  scrub: Scrub
  /** Seconds; without a duration the drag cannot seek. */
  durationSeconds: number | null
}

/**
 * Returns what releasing does after a drag: seek to where it has led, or, in the zone at either end of the bar, change
 * the track. Not in the zone where the drag began, nor at a finer speed, where the finger is far from the bar.
 */
export function dropAt({ startX, left, width, scrub, durationSeconds }: Drag): Drop | null {
  if (width <= 0) return null
  const zone = width * ZONE_SHARE
  const isIn = (at: number) => (at < left + zone ? 'previous' : at > left + width - zone ? 'next' : null)
  const now = isIn(scrub.x)
  if (scrub.speed === 1 && now !== null && now !== isIn(startX)) return { kind: now }
  return durationSeconds === null ? null : { kind: 'seek', seconds: scrub.seconds, speed: scrub.speed }
}
