/** Rules for recognising a shake, as pure functions. */

/** m/s² beyond gravity: more than turning over in bed, less than it takes to hurt a wrist. */
export const STRONG = 12
/** Movements of one shake, and the most time between two of them. */
const MOVEMENTS = 3
const APART_MS = 700
/** A movement lasts several samples. */
const ONE_MOVEMENT_MS = 100

export type Shake = { movements: number; lastMs: number }
export const still: Shake = { movements: 0, lastMs: Number.NEGATIVE_INFINITY }

/** @param strength m/s² without gravity */
export function shakeAfter(before: Shake, strength: number, nowMs: number): Shake {
  const sinceMs = nowMs - before.lastMs
  if (strength < STRONG || sinceMs < ONE_MOVEMENT_MS) return before
  return { movements: sinceMs <= APART_MS ? before.movements + 1 : 1, lastMs: nowMs }
}

export function isShake({ movements }: Shake): boolean {
  return movements >= MOVEMENTS
}

type Axes = { x: number | null; y: number | null; z: number | null } | null
const GRAVITY = 9.81

/** Returns m/s² without gravity; 0 if the device reports none. Not every sensor can tell gravity apart. */
export function strengthOf(moved: Axes, withGravity: Axes): number {
  const own = lengthOf(moved)
  if (own !== null) return own
  const whole = lengthOf(withGravity)
  return whole === null ? 0 : Math.abs(whole - GRAVITY)
}

function lengthOf(axes: Axes): number | null {
  if (axes === null || (axes.x === null && axes.y === null && axes.z === null)) return null
  return Math.hypot(axes.x ?? 0, axes.y ?? 0, axes.z ?? 0)
}
