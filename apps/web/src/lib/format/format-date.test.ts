import { expect, test } from 'vitest'

import { formatClock, formatDate, formatDateAndTime, formatLongDay, formatRecent } from './format-date.ts'

// In the time zone of the test.
const at = new Date(2026, 10, 28, 14, 5)
const midnight = new Date(2026, 10, 28, 0, 5)

test('I18N-07 English dates have the day first, the month in letters and 24 hours', () => {
  expect(formatDate(at, 'en')).toBe('28 Nov 2026')
  expect(formatDateAndTime(at.toISOString(), 'en')).toBe('28 Nov 2026, 14:05')
  expect(formatRecent(at.getTime(), 'en')).toBe('28 Nov, 14:05')
  expect(formatClock(at, 'en')).toBe('14:05')
  expect(formatLongDay('2026-11-28', 'en')).toMatch(/^Saturday,? 28 November 2026$/)
})

test.each(['ja', 'zh-CN'])('I18N-07 dates in %s have one form', (locale) => {
  expect(formatDate(at, locale)).toBe('2026年11月28日')
  expect(formatDateAndTime(at, locale)).toBe('2026年11月28日 14:05')
  expect(formatRecent(at, locale)).toBe('11月28日 14:05')
  expect(formatLongDay('2026-11-28', locale)).toMatch(/^2026年11月28日/)
})

test.each(['en', 'ja', 'zh-CN'])('I18N-07 hours in %s have two digits from 00 to 23', (locale) => {
  for (const formatted of [formatClock, formatRecent, formatDateAndTime]) {
    expect(formatted(midnight, locale)).toMatch(/(?:^| )00:05$/)
  }
})

test('I18N-07 dates are formatted in one place', () => {
  const sources = import.meta.glob<string>(['../../**/*.{ts,tsx}', '!../../**/*.test.{ts,tsx}'], {
    eager: true,
    query: '?raw',
    import: 'default',
  })
  expect(Object.keys(sources).length).toBeGreaterThan(500)
  // Any `toLocaleString`: a number's and a date's look the same, and numbers have `formatCount`.
  const formats = /DateTimeFormat\((?!\))|\.toLocale(?:Date|Time)?String\(/
  expect(formats.test('createdAt.toLocaleString(locale, { dateStyle })')).toBe(true)
  const own = Object.entries(sources).filter(([, text]) => formats.test(text))
  expect(own.map(([path]) => path)).toEqual(['./format-date.ts'])
})
