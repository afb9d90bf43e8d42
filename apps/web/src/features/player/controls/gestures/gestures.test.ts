import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { DRAG_PIXELS, dropAt, gestureAfter, SWIPE_PIXELS } from './gestures.ts'
import type { Gesture } from './gestures.ts'

const pixels = fc.integer({ min: -500, max: 500 })

describe('PLY-07 recognising a gesture on the bar', () => {
  test('a move of up to 10 pixels sideways and 15 vertically is none', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1 - DRAG_PIXELS, max: DRAG_PIXELS - 1 }),
        fc.integer({ min: 1 - SWIPE_PIXELS, max: SWIPE_PIXELS - 1 }),
        (dx, dy) => {
          expect(gestureAfter('undecided', dx, dy)).toBe('undecided')
        },
      ),
    )
    expect(gestureAfter('undecided', 9, 0)).toBe('undecided')
    expect(gestureAfter('undecided', 0, -14)).toBe('undecided')
  })

  test('a swipe begins at 15 pixels and a drag at 10; the longer direction decides', () => {
    expect(gestureAfter('undecided', 0, -15)).toBe('up')
    expect(gestureAfter('undecided', 3, 15)).toBe('down')
    expect(gestureAfter('undecided', 10, 3)).toBe('seek')
    expect(gestureAfter('undecided', -10, -9)).toBe('seek')
  })

  test('a recognised gesture does not change as the finger moves on', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(pixels, pixels)), (moves) => {
        const known = moves.reduce<Gesture[]>(
          (before, [dx, dy]) => [...before, gestureAfter(before.at(-1) ?? 'undecided', dx, dy)],
          [],
        )
        expect(new Set(known.filter((gesture) => gesture !== 'undecided')).size).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('PLY-07 releasing a drag on the bar', () => {
  const bar = { left: 0, width: 400, startSeconds: 60, durationSeconds: 600 }

  test('horizontal drag seeks and clamps to the track', () => {
    fc.assert(
      fc.property(
        fc.record({
          startX: fc.integer({ min: 0, max: 400 }),
          x: fc.integer({ min: -50, max: 450 }),
          left: fc.constant(0),
          width: fc.constant(400),
          startSeconds: fc.double({ min: 0, max: 600, noNaN: true }),
          durationSeconds: fc.constant(600),
        }),
        (drag) => {
          const drop = dropAt(drag)!
          if (drop.kind !== 'seek') return
          expect(drop.seconds).toBeGreaterThanOrEqual(0)
          expect(drop.seconds).toBeLessThanOrEqual(600)
        },
      ),
    )
    expect(dropAt({ ...bar, startX: 200, x: 300 })).toEqual({ kind: 'seek', seconds: 210 })
    expect(dropAt({ ...bar, startX: 200, x: 100 })).toEqual({ kind: 'seek', seconds: 0 })
  })

  test('in the left zone goes to the previous track, in the right one to the next', () => {
    expect(dropAt({ ...bar, startX: 200, x: 20 })).toEqual({ kind: 'previous' })
    expect(dropAt({ ...bar, startX: 200, x: 390 })).toEqual({ kind: 'next' })
    expect(dropAt({ ...bar, startX: 200, x: -30 })).toEqual({ kind: 'previous' })
  })

  test('a drag that begins in a zone seeks until it reaches the other zone', () => {
    expect(dropAt({ ...bar, startX: 20, x: 40 })).toEqual({ kind: 'seek', seconds: 90 })
    expect(dropAt({ ...bar, startX: 20, x: 395 })).toEqual({ kind: 'next' })
  })

  test('without a known duration only changes the track', () => {
    expect(dropAt({ ...bar, durationSeconds: null, startX: 200, x: 300 })).toBeNull()
    expect(dropAt({ ...bar, durationSeconds: null, startX: 200, x: 395 })).toEqual({ kind: 'next' })
  })
})
