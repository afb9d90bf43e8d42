import { expect, test } from 'vitest'

import { roughSpan, timeUntil } from './time-left.ts'

test('META-61 the remaining time is rounded to one unit', () => {
  expect(roughSpan(0)).toEqual({ unit: 'minutes', count: 1 })
  expect(roughSpan(61)).toEqual({ unit: 'minutes', count: 1 })
  expect(roughSpan(99 * 60)).toEqual({ unit: 'minutes', count: 99 })
  expect(roughSpan(100 * 60)).toEqual({ unit: 'hours', count: 2 })
  expect(roughSpan(47 * 3_600)).toEqual({ unit: 'hours', count: 47 })
  expect(roughSpan(49 * 3_600)).toEqual({ unit: 'days', count: 2 })
})

test('META-61 the next attempt is said relative to now, never in the past', () => {
  expect(timeUntil(30_000, 'en', 0)).toBe('in 30 seconds')
  expect(timeUntil(300_000, 'en', 0)).toBe('in 5 minutes')
  expect(timeUntil(3 * 3_600_000, 'ja', 0)).toBe('3時間後')
  expect(timeUntil(0, 'zh-CN', 60_000)).toBe('1秒钟后')
})
