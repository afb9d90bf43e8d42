import { expect, test } from 'vitest'

import { formatTime } from './format-time.ts'

test('PLY-01 times show hours only when there are any, and cut fractions', () => {
  expect([0, 5.99, 65, 599, 3599.9, 3600, 36_061].map(formatTime)).toEqual([
    '00:00',
    '00:05',
    '01:05',
    '09:59',
    '59:59',
    '01:00:00',
    '10:01:01',
  ])
})
