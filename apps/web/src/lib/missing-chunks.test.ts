import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { arriving, LONGEST_LOAD_MS } from './missing-chunks.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('NAV-14 a chunk that does not arrive within 120 seconds has failed, and one that does has not', async () => {
  expect(LONGEST_LOAD_MS).toBe(120_000)
  const { promise, resolve } = Promise.withResolvers<string>()
  const outcomes: unknown[] = []
  arriving(new Promise(() => {})).catch((error: Error) => outcomes.push(error.message))
  void arriving(promise).then((value) => outcomes.push(value))
  await vi.advanceTimersByTimeAsync(119_999)
  expect(outcomes).toEqual([])
  resolve('here')
  await vi.advanceTimersByTimeAsync(0)
  expect(outcomes).toEqual(['here'])
  await vi.advanceTimersByTimeAsync(1)
  expect(outcomes).toEqual(['here', 'it takes too long'])
})

test('NAV-14 a chunk that fails at once says why, and nothing is left to wait for', async () => {
  await expect(arriving(Promise.reject(new Error('offline')))).rejects.toThrow('offline')
  await arriving(Promise.resolve(1))
  expect(vi.getTimerCount()).toBe(0)
})
