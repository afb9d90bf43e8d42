import { expect, test } from 'vitest'

import { figure, type Measured } from './figure.ts'

test('a figure that is missed, or could not be measured, is named', () => {
  const one = (name: string, value: number, better: Measured['better']): Measured => ({
    name,
    value,
    unit: 'ms',
    goal: 50,
    better,
  })
  const fine = [one('least', 50, 'more'), one('most', 50, 'less')]
  expect(figure('page', fine)).toEqual({
    ok: true,
    line: 'page: least 50 ms (goal ≥ 50) · most 50 ms (goal ≤ 50) — ok',
  })
  const missed = [one('few', 49, 'more'), one('many', 51, 'less'), one('no', Number.NaN, 'less')]
  expect(figure('page', [...fine, ...missed])).toMatchObject({
    ok: false,
    line: expect.stringMatching(/ — missed: few, many, no$/),
  })
})
