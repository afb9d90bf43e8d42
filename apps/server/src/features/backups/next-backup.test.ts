import { expect, test } from 'vitest'

import { nextBackupAtMs } from './next-backup.ts'

const HOUR = 3_600_000

test.for([
  ['none by themselves', { everyHours: 0, lastAtMs: 5, failedAtMs: 5, cancelledAtMs: null }, null],
  ['at once, as there is none', { everyHours: 24, lastAtMs: null, failedAtMs: null, cancelledAtMs: null }, 0],
  ['after the interval', { everyHours: 24, lastAtMs: 5, failedAtMs: null, cancelledAtMs: null }, 24 * HOUR + 5],
  ['an hour after a failure', { everyHours: 24, lastAtMs: 5, failedAtMs: 24 * HOUR, cancelledAtMs: null }, 25 * HOUR],
  [
    'after the interval, the failure being older',
    { everyHours: 24, lastAtMs: 5, failedAtMs: HOUR, cancelledAtMs: null },
    24 * HOUR + 5,
  ],
  [
    'after the interval since it was cancelled',
    { everyHours: 24, lastAtMs: 5, failedAtMs: null, cancelledAtMs: 24 * HOUR },
    48 * HOUR,
  ],
  ['the same, with none yet', { everyHours: 24, lastAtMs: null, failedAtMs: null, cancelledAtMs: 5 }, 24 * HOUR + 5],
] as const)('BAK-06 the next backup: %s', ([, history, expected]) => {
  expect(nextBackupAtMs(history)).toBe(expected)
})
