import type { Place } from '../choose/choices.store.ts'

/** In pixels of the window. */
export type Box = { left: number; top: number; right: number; bottom: number }

/** Above the player, otherwise below the header, where a work's cover is. */
const places: readonly Place[] = [
  { x: 0.5, y: 1 },
  { x: 0.5, y: 0 },
]
/** Two lines, because it may grow. */
const LEAST_HEIGHT = 88

/**
 * Returns the bar's initial position: the first one that covers no important control, or simply the first.
 *
 * @param room  the available area
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
