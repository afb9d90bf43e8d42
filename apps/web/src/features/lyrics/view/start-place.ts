import type { Place } from '../choose/choices.store.ts'

/** Pixels of the window. */
export type Box = { left: number; top: number; right: number; bottom: number }

/** Above the player, where the eye is not; otherwise below the header, where a work's cover is. */
const places: readonly Place[] = [
  { x: 0.5, y: 1 },
  { x: 0.5, y: 0 },
]
/** Two lines: it may hold more than it does now. */
const LEAST_HEIGHT = 88

/**
 * Where the bar is put until the listener moves it: the first place at which it hides nothing that must stay in reach, or
 * simply the first.
 *
 * @param room  in which it can be put
 */
export function startPlace(room: Box, bar: { width: number; height: number }, important: readonly Box[]): Place {
  const height = Math.max(bar.height, LEAST_HEIGHT)
  const isFree = (place: Place) => {
    const left = room.left + place.x * (room.right - room.left - bar.width)
    const top = room.top + place.y * (room.bottom - room.top - height)
    const at = { left, top, right: left + bar.width, bottom: top + height }
    return !important.some((box) => areOver(at, box))
  }
  return places.find(isFree) ?? places[0]!
}

function areOver(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}
