import { expect, test, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'

import { connectShake } from './connect-shake.ts'
import { isShake, shakeAfter, still, strengthOf, STRONG } from './shake.ts'
import { off } from './sleep-timer.ts'
import type { SleepState } from './sleep-timer.store.ts'

const shakenAt = (times: number[], strength = STRONG) =>
  isShake(times.reduce((shake, ms) => shakeAfter(shake, strength, ms), still))

test('PLY-22 three strong movements within a moment are a shake; one long, slow or weak one is none', () => {
  expect(shakenAt([0, 200, 400])).toBe(true)
  expect(shakenAt([0, 20, 40, 60, 80])).toBe(false)
  expect(shakenAt([0, 800, 1600])).toBe(false)
  expect(shakenAt([0, 200, 400], STRONG - 1)).toBe(false)
})

test('PLY-22 gravity is no movement, also where the sensor cannot tell it apart', () => {
  expect(strengthOf({ x: 3, y: 0, z: 4 }, { x: 0, y: 0, z: 9.81 })).toBe(5)
  expect(strengthOf(null, { x: 0, y: 9.81, z: 0 })).toBeCloseTo(0)
  expect(strengthOf({ x: null, y: null, z: null }, { x: 0, y: 0, z: 25 })).toBeCloseTo(15.19)
  expect(strengthOf(null, null)).toBe(0)
})

function connected(shakeToExtend: boolean) {
  const timer = createStore<SleepState>(() => ({ timer: { kind: 'trackEnd' }, secondsLeft: 61 }))
  const settings = createStore(() => ({ shakeToExtend }))
  const device = new EventTarget()
  const [ask, vibrate] = [vi.fn<() => void>(), vi.fn<(ms: number) => void>()]
  const disconnect = connectShake(timer, settings, device, { ask, vibrate })
  function shake() {
    for (const timeStamp of [1000, 1200, 1400]) {
      const event = new Event('devicemotion')
      const acceleration = { x: 20, y: 0, z: 0 }
      device.dispatchEvent(
        Object.defineProperties(event, { timeStamp: { value: timeStamp }, acceleration: { value: acceleration } }),
      )
    }
  }
  return { timer, settings, ask, vibrate, shake, disconnect }
}

test('PLY-22 in the last minute a shake adds ten minutes; earlier or when off it does nothing', () => {
  vi.useFakeTimers({ now: 0 })
  const { timer, settings, vibrate, shake, disconnect } = connected(true)
  shake()
  expect(timer.getState().timer.kind).toBe('trackEnd')
  timer.setState({ secondsLeft: 60 })
  settings.setState({ shakeToExtend: false })
  shake()
  expect(timer.getState().timer.kind).toBe('trackEnd')
  settings.setState({ shakeToExtend: true })
  shake()
  expect(timer.getState().timer).toEqual({ kind: 'until', untilMs: 600_000 })
  expect(vibrate).toHaveBeenCalledOnce()
  disconnect()
  timer.setState({ timer: { kind: 'trackEnd' } })
  shake()
  expect(timer.getState().timer.kind).toBe('trackEnd')
  vi.useRealTimers()
})

test('PLY-22 permission is asked for when the timer is set, not while it counts or ends', () => {
  const { timer, ask } = connected(true)
  timer.setState({ secondsLeft: 30 })
  timer.setState({ timer: off })
  expect(ask).not.toHaveBeenCalled()
  timer.setState({ timer: { kind: 'workEnd' } })
  expect(ask).toHaveBeenCalledOnce()
  const without = connected(false)
  without.timer.setState({ timer: { kind: 'workEnd' } })
  expect(without.ask).not.toHaveBeenCalled()
})
