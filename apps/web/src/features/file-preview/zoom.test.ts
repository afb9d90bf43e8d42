import fc from 'fast-check'
import { expect, test } from 'vitest'

import { fit, fitted, MAX_SCALE, panBy, swipeOf, within, zoomAt, type Size } from './zoom.ts'

const side = fc.integer({ min: 1, max: 5_000 })
const size: fc.Arbitrary<Size> = fc.record({ width: side, height: side })
const point = fc.record({ x: fc.integer({ min: -4_000, max: 4_000 }), y: fc.integer({ min: -4_000, max: 4_000 }) })
const scale = fc.double({ min: 1, max: MAX_SCALE, noNaN: true })
const factor = fc.double({ min: 0.01, max: 100, noNaN: true })

test('WRK-05 a picture is fitted whole, in its proportions, and never enlarged', () => {
  fc.assert(
    fc.property(size, size, (picture, frame) => {
      const { width, height } = fit(picture, frame)
      expect(width).toBeLessThanOrEqual(Math.min(picture.width, frame.width) + 1e-9)
      expect(height).toBeLessThanOrEqual(Math.min(picture.height, frame.height) + 1e-9)
      expect(width / height).toBeCloseTo(picture.width / picture.height, 6)
    }),
  )
  expect(fit({ width: 0, height: 0 }, { width: 10, height: 10 })).toEqual({ width: 0, height: 0 })
})

test('WRK-05 however it is zoomed and moved, the picture fills the frame or stands in its middle', () => {
  fc.assert(
    fc.property(size, size, scale, factor, point, point, (picture, frame, before, by, at, move) => {
      const shown = fit(picture, frame)
      const view = panBy(zoomAt({ scale: before, x: 0, y: 0 }, by, at, shown, frame), move, shown, frame)
      expect(view.scale).toBeGreaterThanOrEqual(1)
      expect(view.scale).toBeLessThanOrEqual(MAX_SCALE)
      for (const [length, room, offset] of [
        [shown.width * view.scale, frame.width, view.x],
        [shown.height * view.scale, frame.height, view.y],
      ] as const) {
        if (length <= room) expect(offset).toBeCloseTo(0, 6)
        else expect(Math.abs(offset)).toBeLessThanOrEqual((length - room) / 2 + 1e-6)
      }
    }),
  )
})

test('WRK-05 what is pointed at stays where it is while it is zoomed', () => {
  const [shown, frame] = [
    { width: 400, height: 300 },
    { width: 400, height: 300 },
  ]
  const view = zoomAt(fitted, 2, { x: 100, y: -50 }, shown, frame)
  // The point's coordinates in the image, before and after.
  expect([(100 - view.x) / view.scale, (-50 - view.y) / view.scale]).toEqual([100, -50])
  expect(within(zoomAt(view, 0.01, { x: 7, y: 7 }, shown, frame), shown, frame)).toMatchObject({ scale: 1 })
})

test('WRK-05 a sideways swipe turns to another picture, any other does not', () => {
  expect([
    swipeOf({ x: -80, y: 10 }),
    swipeOf({ x: 80, y: -10 }),
    swipeOf({ x: 30, y: 0 }),
    swipeOf({ x: 80, y: 79 }),
  ]).toEqual(['next', 'previous', null, null])
})
