import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { DRAG_PIXELS, dropAt, gestureAfter, SWIPE_PIXELS } from './gestures.ts'
import type { Gesture } from './gestures.ts'
import type { ScrubSpeed } from '../scrub.ts'

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
  const bar = { left: 0, width: 400, startX: 200, durationSeconds: 600 }
  const at = (x: number, seconds = 300, speed: ScrubSpeed = 1) => ({ ...bar, scrub: { x, seconds, speed } })

  test('horizontal drag seeks to where it has led', () => {
    expect(dropAt(at(300, 210))).toEqual({ kind: 'seek', seconds: 210, speed: 1 })
    expect(dropAt(at(100, 0))).toEqual({ kind: 'seek', seconds: 0, speed: 1 })
    expect(dropAt({ ...at(300), width: 0 })).toBeNull()
  })

  test('in the left zone goes to the previous track, in the right one to the next', () => {
    expect(dropAt(at(20))).toEqual({ kind: 'previous' })
    expect(dropAt(at(390))).toEqual({ kind: 'next' })
    expect(dropAt(at(-30))).toEqual({ kind: 'previous' })
  })

  test('a drag that begins in a zone seeks until it reaches the other zone', () => {
    expect(dropAt({ ...at(40, 90), startX: 20 })).toEqual({ kind: 'seek', seconds: 90, speed: 1 })
    expect(dropAt({ ...at(395), startX: 20 })).toEqual({ kind: 'next' })
  })

  test('PLY-23 at a finer speed, far from the bar, no zone changes the track', () => {
    expect(dropAt(at(395, 310, 0.5))).toEqual({ kind: 'seek', seconds: 310, speed: 0.5 })
    expect(dropAt(at(5, 290, 0.1))).toEqual({ kind: 'seek', seconds: 290, speed: 0.1 })
  })

  test('without a known duration only changes the track', () => {
    expect(dropAt({ ...at(300), durationSeconds: null })).toBeNull()
    expect(dropAt({ ...at(395), durationSeconds: null })).toEqual({ kind: 'next' })
  })
})
