import { beforeEach, describe, expect, test } from 'vitest'

import { aStorage } from '#test/a-storage.ts'
import { DEVICE } from '#lib/storage/device-owner.ts'

import {
  createHistoryLog,
  dayBefore,
  dayOf,
  HISTORY_KEY,
  type HeardTrack,
  MAX_ACCOUNTS,
  MAX_LOGGED,
} from './history-log.ts'

const saved = new Map<string, string>()
const storage = aStorage(saved)
const log = createHistoryLog(storage)
beforeEach(() => saved.clear())

const NOW = Date.UTC(2026, 5, 15, 12)
const AKARI = 7
const heard = (more: Partial<HeardTrack> = {}): HeardTrack => ({
  day: '2026-06-15',
  hash: '1/1',
  title: 'Umbrella',
  workId: 1,
  workTitle: 'Rain',
  workPath: '/work/RJ000001',
  circle: 'Circle',
  firstMs: NOW - 1_000,
  lastMs: NOW,
  heardSeconds: 10,
  seconds: 60,
  durationSeconds: 300,
  ...more,
})

describe('HIS-14 what was heard on this device', () => {
  test('adds up by day and track', () => {
    log.add(AKARI, [heard()], NOW)
    log.add(AKARI, [heard({ firstMs: NOW - 500, lastMs: NOW + 1, heardSeconds: 5, seconds: 65 })], NOW)
    log.add(AKARI, [heard({ day: '2026-06-16', lastMs: NOW + 2 })], NOW)
    expect(log.tracks(AKARI)).toMatchObject([
      { day: '2026-06-16', heardSeconds: 10 },
      { day: '2026-06-15', heardSeconds: 15, seconds: 65, firstMs: NOW - 1_000 },
    ])
  })

  test('is of one owner: an account, or without one the device', () => {
    log.add(AKARI, [heard()], NOW)
    log.add(DEVICE, [heard({ hash: '1/2' })], NOW)
    expect(log.tracks(AKARI).map(({ hash }) => hash)).toEqual(['1/1'])
    expect(log.tracks(DEVICE).map(({ hash }) => hash)).toEqual(['1/2'])
  })

  test('is unsent until the server has the present totals', () => {
    log.add(AKARI, [heard()], NOW)
    const sending = log.unsent(AKARI)
    log.add(AKARI, [heard({ heardSeconds: 1 })], NOW)
    log.sent(AKARI, sending, NOW)
    expect(log.unsent(AKARI)).toMatchObject([{ heardSeconds: 11 }])
    log.sent(AKARI, log.unsent(AKARI), NOW)
    expect(log.unsent(AKARI)).toEqual([])
    // Today's total goes on growing.
    log.add(AKARI, [heard({ heardSeconds: 4 })], NOW)
    expect(log.unsent(AKARI)).toMatchObject([{ heardSeconds: 15 }])
  })

  test('is dropped after two days once sent, and otherwise kept for two years', () => {
    log.add(AKARI, [heard()], NOW)
    log.sent(AKARI, log.unsent(AKARI), NOW)
    log.add(AKARI, [heard({ hash: '1/2' })], NOW)
    log.add(DEVICE, [heard()], NOW)
    const later = NOW + 3 * 86_400_000
    // Whichever account is used.
    log.add(AKARI + 1, [heard({ lastMs: later })], later)
    expect(log.tracks(AKARI).map(({ hash }) => hash)).toEqual(['1/2'])
    log.sent(DEVICE, [], later)
    expect(log.tracks(DEVICE)).toHaveLength(1)
    log.sent(DEVICE, [], NOW + 731 * 86_400_000)
    expect(log.tracks(DEVICE)).toEqual([])
  })

  test('has limits: the oldest tracks and the accounts used longest ago go first', () => {
    const many = Array.from({ length: MAX_LOGGED + 5 }, (_, index) =>
      heard({ hash: `1/${index + 1}`, lastMs: index + NOW }),
    )
    log.add(AKARI, many, NOW)
    expect(log.tracks(AKARI)).toHaveLength(MAX_LOGGED)
    expect(log.tracks(AKARI).at(-1)?.hash).toBe('1/6')
    log.add(DEVICE, [heard()], NOW)
    for (let other = 0; other < MAX_ACCOUNTS; other++) log.add(100 + other, [heard()], NOW)
    expect(log.tracks(AKARI)).toEqual([])
    expect(log.tracks(100)).toHaveLength(1)
    expect(log.tracks(DEVICE)).toHaveLength(1)
  })

  test('is removed by work and day, or as a whole', () => {
    log.add(DEVICE, [heard(), heard({ hash: '1/2' }), heard({ hash: '2/3', workId: 2 })], NOW)
    log.remove(DEVICE, '2026-06-15', 1, NOW)
    expect(log.tracks(DEVICE).map(({ hash }) => hash)).toEqual(['2/3'])
    log.clear(DEVICE, NOW)
    expect(log.tracks(DEVICE)).toEqual([])
  })

  test('is empty if the storage is damaged', () => {
    for (const text of ['{', '{}', '[{"id":1,"tracks":[{"hash":"x"}]}]']) {
      saved.set(HISTORY_KEY, text)
      expect(log.tracks(1)).toEqual([])
    }
  })
})

test('HIS-14 a day is that of this device’s calendar', () => {
  expect(dayOf(new Date(2026, 0, 2, 23, 59).getTime())).toBe('2026-01-02')
  expect(dayOf(new Date(2026, 0, 3, 0, 0).getTime())).toBe('2026-01-03')
})

test('HIS-01 yesterday is the day before by the calendar, however many hours a day has', () => {
  // 23 hours in Berlin, 25 hours in New York.
  expect(['2026-03-30', '2026-11-02', '2026-03-01', '2026-01-01'].map(dayBefore)).toEqual([
    '2026-03-29',
    '2026-11-01',
    '2026-02-28',
    '2025-12-31',
  ])
})
