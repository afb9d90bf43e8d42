import { expect, test, vi } from 'vitest'

import { inSlices } from './in-slices.ts'

function* counting(steps: number, each: () => void = () => {}): Generator<undefined, string> {
  for (let step = 0; step < steps; step++) {
    each()
    yield
  }
  return `${steps} steps`
}

test('SRC-05 gives what the steps give', async () => {
  expect(await inSlices(counting(0), new AbortController().signal)).toBe('0 steps')
  expect(await inSlices(counting(1000), new AbortController().signal)).toBe('1000 steps')
})

test('SRC-05 other work gets its turn between slices', async () => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  let turns = 0
  const timer = setInterval(() => turns++, 0)
  await inSlices(
    counting(50, () => (now += 2)),
    new AbortController().signal,
  )
  clearInterval(timer)
  expect(turns).toBeGreaterThan(5)
})

test('stops when it is not wanted any more', async () => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const controller = new AbortController()
  let steps = 0
  const work = inSlices(
    counting(1_000_000, () => {
      now += 2
      steps++
      if (steps === 10) controller.abort(new Error('gone'))
    }),
    controller.signal,
  )
  await expect(work).rejects.toThrow('gone')
  expect(steps).toBeLessThan(20)
})
