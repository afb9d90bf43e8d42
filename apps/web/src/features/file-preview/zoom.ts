/** The position of an image in its frame, as pure functions. */

export type Size = { width: number; height: number }
export type Point = { x: number; y: number }

/** `scale` 1 fits the image into the frame; `x` and `y` are the offset of its centre from the frame's, in pixels. */
export type View = Point & { scale: number }

export const MAX_SCALE = 8
/** Zoom factor per press of a button or notch of the wheel. */
export const STEP = 1.5

export const fitted: View = { scale: 1, x: 0, y: 0 }

/** Returns the size of an image fitted into a frame, at most its natural size. */
export function fit(picture: Size, frame: Size): Size {
  if (!(picture.width > 0 && picture.height > 0)) return { width: 0, height: 0 }
  const scale = Math.min(1, frame.width / picture.width, frame.height / picture.height)
  return { width: picture.width * scale, height: picture.height * scale }
}

/**
 * Zooms between 1 and `MAX_SCALE`. The point `at` (relative to the frame's centre) stays in place as far as the image's
 * edges allow.
 */
export function zoomAt(view: View, factor: number, at: Point, shown: Size, frame: Size): View {
  const scale = Math.min(Math.max(view.scale * factor, 1), MAX_SCALE)
  const ratio = scale / view.scale
  return within({ scale, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio }, shown, frame)
}

export function panBy(view: View, by: Point, shown: Size, frame: Size): View {
  return within({ ...view, x: view.x + by.x, y: view.y + by.y }, shown, frame)
}

/** Limits panning: no edge leaves a gap in the frame; an image smaller than the frame is centred. */
export function within({ scale, x, y }: View, shown: Size, frame: Size): View {
  const reach = (length: number, room: number) => Math.max(0, (length * scale - room) / 2)
  return {
    scale,
    x: clamp(x, reach(shown.width, frame.width)),
    y: clamp(y, reach(shown.height, frame.height)),
  }
}

const clamp = (value: number, most: number) => Math.min(Math.max(value, -most), most)

/** In pixels: a longer horizontal drag opens the next image. */
const SWIPE = 50

/** Returns the meaning of a drag on a fitted image. */
export function swipeOf({ x, y }: Point): 'next' | 'previous' | null {
  if (Math.abs(x) < SWIPE || Math.abs(x) < 1.5 * Math.abs(y)) return null
  return x < 0 ? 'next' : 'previous'
}
