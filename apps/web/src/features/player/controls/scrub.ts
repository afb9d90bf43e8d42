/** Rules for scrubbing, as pure functions: the further the finger is from the bar, the finer it seeks. */

/** Shares of the full speed, at which the bar's width is the whole track. */
const scrubSpeeds = [1, 0.5, 0.25, 0.1] as const
export type ScrubSpeed = (typeof scrubSpeeds)[number]

/** Pixels of distance per step of speed. */
export const STEP_PIXELS = 50
/** From this length on, a pixel is so many seconds that the finer speeds are pointed out. */
const LONG_SECONDS = 600

export type Scrub = { x: number; seconds: number; speed: ScrubSpeed }

/** @param distance pixels from the bar, upwards or downwards */
export function scrubSpeedAt(distance: number): ScrubSpeed {
  const step = Math.min(Math.floor(Math.abs(distance) / STEP_PIXELS), scrubSpeeds.length - 1)
  return scrubSpeeds[step] ?? 1
}

type Bar = { width: number; durationSeconds: number }

/** Moves on from where the last move led, at the speed of the present distance; clamped to the track. */
export function scrubTo(before: Scrub, x: number, distance: number, { width, durationSeconds }: Bar): Scrub {
  const speed = scrubSpeedAt(distance)
  const moved = width > 0 ? ((x - before.x) / width) * durationSeconds * speed : 0
  return { x, speed, seconds: Math.min(Math.max(before.seconds + moved, 0), durationSeconds) }
}

export function isLong(durationSeconds: number | null): boolean {
  return durationSeconds !== null && durationSeconds >= LONG_SECONDS
}
