/** How a picture lies in its frame: rules as functions of data, without pointers or React. */

export type Size = { width: number; height: number }
export type Point = { x: number; y: number }

/** `scale` 1 fits the picture into the frame; `x` and `y` are how far its middle lies from the frame's, in pixels. */
export type View = Point & { scale: number }

export const MAX_SCALE = 8
/** What one press of a button or one notch of the wheel enlarges by. */
export const STEP = 1.5

export const fitted: View = { scale: 1, x: 0, y: 0 }

/** The size of a picture that is fitted into a frame: as large as it goes, but no larger than it is. */
export function fit(picture: Size, frame: Size): Size {
  if (!(picture.width > 0 && picture.height > 0)) return { width: 0, height: 0 }
  const scale = Math.min(1, frame.width / picture.width, frame.height / picture.height)
  return { width: picture.width * scale, height: picture.height * scale }
}

/**
 * Enlarges, or with a factor below 1 makes smaller, between 1 and `MAX_SCALE`. What lies at `at` (from the frame's middle)
 * stays there, as far as the picture's edges allow.
 */
export function zoomAt(view: View, factor: number, at: Point, shown: Size, frame: Size): View {
  const scale = Math.min(Math.max(view.scale * factor, 1), MAX_SCALE)
  const ratio = scale / view.scale
  return within({ scale, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio }, shown, frame)
}

export function panBy(view: View, by: Point, shown: Size, frame: Size): View {
  return within({ ...view, x: view.x + by.x, y: view.y + by.y }, shown, frame)
}

/** No edge comes further into the frame than the frame's own; what is smaller than the frame stays in its middle. */
export function within({ scale, x, y }: View, shown: Size, frame: Size): View {
  const reach = (length: number, room: number) => Math.max(0, (length * scale - room) / 2)
  return {
    scale,
    x: clamp(x, reach(shown.width, frame.width)),
    y: clamp(y, reach(shown.height, frame.height)),
  }
}

const clamp = (value: number, most: number) => Math.min(Math.max(value, -most), most)

/** Pixels: a finger that goes further sideways, and more so than up or down, turns to another picture. */
const SWIPE = 50

/** What a drag of a fitted picture means when it is let go. */
export function swipeOf({ x, y }: Point): 'next' | 'previous' | null {
  if (Math.abs(x) < SWIPE || Math.abs(x) < 1.5 * Math.abs(y)) return null
  return x < 0 ? 'next' : 'previous'
}
