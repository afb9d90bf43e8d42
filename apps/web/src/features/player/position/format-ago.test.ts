import { expect, test } from 'vitest'

import { timeSince } from './format-ago.ts'

const NOW_MS = 1_800_000_000_000
const ago = (seconds: number, locale = 'en') => timeSince(NOW_MS - seconds * 1_000, locale, NOW_MS)

test('PLY-14 elapsed time is shown in the largest completed unit', () => {
  expect(ago(0)).toBe('1 minute ago')
  // The server's clock may be ahead of this device's.
  expect(ago(-30)).toBe('1 minute ago')
  expect(ago(119)).toBe('1 minute ago')
  expect(ago(7_200)).toBe('2 hours ago')
  expect(ago(3 * 86_400)).toBe('3 days ago')
  expect(ago(20 * 86_400, 'ja')).toBe('2 週間前')
  expect(ago(800 * 86_400, 'zh-CN')).toBe('2年前')
})
