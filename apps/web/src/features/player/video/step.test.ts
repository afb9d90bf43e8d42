import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { leadAfter, stepFor } from './step.ts'

const picture = { seconds: 10, lengthSeconds: 60, rate: 1, isReady: true, isSeeking: false }
const sound = { seconds: 10, rate: 1, isMoving: true }

describe('VID-05 the picture follows the sound', () => {
  test('a difference that is not noticed is left alone, a small one closed by speed, a large one by a jump', () => {
    const at = (seconds: number) => stepFor({ ...picture, seconds }, sound, 0)
    expect(at(10.05)).toEqual({ isMoving: true, rate: 1, jumpSeconds: null })
    expect(at(10.1)).toEqual({ isMoving: true, rate: 0.9, jumpSeconds: null })
    expect(at(9.9)).toEqual({ isMoving: true, rate: 1.1, jumpSeconds: null })
    expect(at(9.5)).toEqual({ isMoving: true, rate: 1.25, jumpSeconds: null })
    expect(at(3)).toEqual({ isMoving: true, rate: 1, jumpSeconds: 10 })
    expect(at(30)).toEqual({ isMoving: true, rate: 1, jumpSeconds: 10 })
  })

  test('a difference that is being closed is closed further than it would be noticed', () => {
    const closing = (seconds: number) => stepFor({ ...picture, seconds, rate: 1.1 }, sound, 0).rate
    expect([closing(9.95), closing(9.99)]).toEqual([1.1, 1])
  })

  test('it has the speed of the sound, and jumps as far ahead as the sound gets meanwhile', () => {
    const fast = { ...sound, rate: 2 }
    expect(stepFor(picture, fast, 0).rate).toBe(2)
    expect(stepFor({ ...picture, seconds: 0 }, fast, 0.5).jumpSeconds).toBe(11)
  })

  test('paused, it shows the frame of the position, and jumps once', () => {
    const paused = { ...sound, isMoving: false }
    expect(stepFor({ ...picture, seconds: 10.02 }, paused, 1)).toEqual({ isMoving: false, rate: 1, jumpSeconds: null })
    expect(stepFor({ ...picture, seconds: 9 }, paused, 1).jumpSeconds).toBe(10)
    expect(stepFor({ ...picture, seconds: 9, isSeeking: true }, paused, 1).jumpSeconds).toBeNull()
  })

  test('while it waits for data it keeps what it has loaded, unless the sound is far away', () => {
    const waiting = { ...picture, isReady: false }
    expect(stepFor({ ...waiting, seconds: 8 }, sound, 0)).toEqual({ isMoving: true, rate: 1, jumpSeconds: null })
    expect(stepFor({ ...waiting, seconds: 5 }, sound, 0).jumpSeconds).toBe(10)
  })

  test('a picture shorter than its sound stays at its last frame', () => {
    const over = stepFor({ ...picture, seconds: 59.9 }, { ...sound, seconds: 70 }, 0)
    expect(over).toEqual({ isMoving: false, rate: 1, jumpSeconds: null })
  })

  test('however it begins, and however long a jump takes, it is in step after some seconds', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 200, noNaN: true }),
        fc.double({ min: 0, max: 200, noNaN: true }),
        fc.constantFrom(0.5, 1, 3),
        fc.double({ min: 0, max: 1.5, noNaN: true }),
        (pictureStart, soundStart, rate, jumpTakes) => {
          let [at, heard, lead, seekingFor] = [pictureStart, soundStart, 0, 0]
          let shownRate: number = rate
          let wasSeeking = false
          for (let tick = 0; tick < 120; tick++) {
            const isSeeking = seekingFor > 0
            if (wasSeeking && !isSeeking) lead = leadAfter(lead, (at - heard) / rate)
            wasSeeking = isSeeking
            const step = stepFor(
              { seconds: at, lengthSeconds: 1_000, rate: shownRate, isReady: true, isSeeking },
              { seconds: heard, rate, isMoving: true },
              lead,
            )
            if (step.jumpSeconds !== null) {
              at = step.jumpSeconds
              seekingFor = jumpTakes
              wasSeeking = true
            }
            const moves = Math.max(0, 0.25 - Math.max(0, seekingFor))
            shownRate = step.rate
            seekingFor -= 0.25
            at += moves * step.rate
            heard += 0.25 * rate
          }
          expect(Math.abs(at - heard)).toBeLessThan(0.4)
        },
      ),
    )
  })
})
