import { expect, test } from 'vitest'

import { formatClock, formatDate, formatDateAndTime, formatLongDay, formatMonth, formatRecent } from './format-date.ts'

// In the time zone of the test.
const at = new Date(2026, 10, 28, 14, 5)

test('I18N-07 English dates have the day first, the month in letters and 24 hours', () => {
  expect(formatDate(at, 'en')).toBe('28 Nov 2026')
  expect(formatDateAndTime(at.toISOString(), 'en')).toBe('28 Nov 2026, 14:05')
  expect(formatRecent(at.getTime(), 'en')).toBe('28 Nov, 14:05')
  expect(formatClock(at, 'en')).toBe('14:05')
  expect(formatLongDay('2026-11-28', 'en')).toMatch(/^Saturday,? 28 November 2026$/)
  expect(formatMonth('2026-11', 'en')).toBe('November 2026')
})

test('I18N-07 Japanese and Chinese dates are as usual there', () => {
  expect(['ja', 'zh-CN'].map((locale) => formatDate(at, locale))).toEqual(['2026/11/28', '2026年11月28日'])
  expect(['ja', 'zh-CN'].map((locale) => formatMonth('2026-11', locale))).toEqual(['2026年11月', '2026年11月'])
  expect(formatClock(at, 'ja')).toBe('14:05')
})

test('I18N-07 dates are formatted in one place', () => {
  const sources = import.meta.glob<string>(['../../**/*.{ts,tsx}', '!../../**/*.test.{ts,tsx}'], {
    eager: true,
    query: '?raw',
    import: 'default',
  })
  expect(Object.keys(sources).length).toBeGreaterThan(500)
  const own = Object.entries(sources).filter(([, text]) => /DateTimeFormat\((?!\))|toLocale(?:Date|Time)/.test(text))
  expect(own.map(([path]) => path)).toEqual(['./format-date.ts'])
})
