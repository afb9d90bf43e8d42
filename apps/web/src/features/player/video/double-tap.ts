/** A tap or click: when, in ms, and where, in pixels. */
export type Tap = { atMs: number; x: number; y: number }

const SOON_MS = 350
const NEAR_PIXELS = 40

/** Whether a tap is the second one of a double tap. Browsers count taps of a mouse alone. */
export function isDoubleTap(before: Tap | null, now: Tap): boolean {
  if (before === null || now.atMs - before.atMs > SOON_MS) return false
  return Math.hypot(now.x - before.x, now.y - before.y) <= NEAR_PIXELS
}
