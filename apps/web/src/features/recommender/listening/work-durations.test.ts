import { expect, test, vi } from 'vitest'

import { ApiError } from '#lib/api/api.ts'

import { ASK_AGAIN_MS, createWorkDurations } from './work-durations.ts'

test('PLY-15 a work’s duration is requested once, and again later without an answer', async () => {
  let nowMs = 0
  let isAway = true
  const asked: number[] = []
  const durations = createWorkDurations(
    (workId) => {
      asked.push(workId)
      return isAway ? Promise.reject(new ApiError(0, 'client.network', 'away')) : Promise.resolve(600)
    },
    () => nowMs,
  )
  expect(durations.of(1)).toBeNull()
  expect(durations.of(1)).toBeNull()
  expect(asked).toEqual([1])
  isAway = false
  nowMs = ASK_AGAIN_MS
  await vi.waitFor(() => expect(durations.of(1)).toBe(600))
  durations.of(1)
  expect(asked).toEqual([1, 1])
})
