import { expect, test } from 'vitest'

import { timeUntil } from './time-until.ts'

test('META-61 META-63 the next attempt is said relative to now, never in the past', () => {
  expect(timeUntil(30, 'en')).toBe('in 30 seconds')
  expect(timeUntil(300, 'en')).toBe('in 5 minutes')
  expect(timeUntil(3 * 3_600, 'ja')).toBe('3時間後')
  expect(timeUntil(-60, 'zh-CN')).toBe('1秒钟后')
})
