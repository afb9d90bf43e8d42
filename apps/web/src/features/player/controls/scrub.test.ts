import fc from 'fast-check'
import { expect, test } from 'vitest'

import { isLong, scrubSpeedAt, scrubTo, STEP_PIXELS } from './scrub.ts'
import type { Scrub } from './scrub.ts'

const hour = { width: 360, durationSeconds: 3600 }
const middle: Scrub = { x: 100, seconds: 1800, speed: 1 }

test('PLY-23 the speed falls with the distance from the bar, upwards and downwards', () => {
  const distances = [0, STEP_PIXELS - 1, STEP_PIXELS, -STEP_PIXELS, 2 * STEP_PIXELS, 3 * STEP_PIXELS, 900]
  expect(distances.map(scrubSpeedAt)).toEqual([1, 1, 0.5, 0.5, 0.25, 0.1, 0.1])
})

test('PLY-23 at full speed the bar is the whole track; further away a pixel is a tenth of that', () => {
  expect(scrubTo(middle, 136, 0, hour).seconds).toBe(1800 + 360)
  expect(scrubTo(middle, 136, 200, hour)).toEqual({ x: 136, seconds: 1800 + 36, speed: 0.1 })
  expect(scrubTo(middle, 136, 0, { ...hour, width: 0 }).seconds).toBe(1800)
})

test('PLY-07 PLY-23 a change of speed moves nothing by itself, and the target stays within the track', () => {
  const moves = fc.array(
    fc.record({ x: fc.integer({ min: -50, max: 450 }), distance: fc.integer({ min: -600, max: 600 }) }),
  )
  fc.assert(
    fc.property(moves, (all) => {
      let scrub = middle
      for (const { x, distance } of all) {
        expect(scrubTo(scrub, scrub.x, distance, hour).seconds).toBe(scrub.seconds)
        const next = scrubTo(scrub, x, distance, hour)
        expect(Math.sign(next.seconds - scrub.seconds) * Math.sign(x - scrub.x)).toBeGreaterThanOrEqual(0)
        expect(next.seconds).toBeGreaterThanOrEqual(0)
        expect(next.seconds).toBeLessThanOrEqual(3600)
        scrub = next
      }
    }),
  )
})

test('PLY-23 the finer speeds are pointed out on tracks of ten minutes or more', () => {
  expect([null, 599, 600].map(isLong)).toEqual([false, false, true])
})
