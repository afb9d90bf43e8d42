import { expect, test } from 'vitest'

import { roughSpan } from './rough-span.ts'

test('META-61 the remaining time is rounded to one unit', () => {
  expect(roughSpan(0)).toEqual({ unit: 'minutes', count: 1 })
  expect(roughSpan(61)).toEqual({ unit: 'minutes', count: 1 })
  expect(roughSpan(99 * 60)).toEqual({ unit: 'minutes', count: 99 })
  expect(roughSpan(100 * 60)).toEqual({ unit: 'hours', count: 2 })
  expect(roughSpan(47 * 3_600)).toEqual({ unit: 'hours', count: 47 })
  expect(roughSpan(49 * 3_600)).toEqual({ unit: 'days', count: 2 })
})
