import { expect, test } from 'vitest'

import { strengthOf } from './password-strength.ts'

test.each([
  ['aaaaaaaaaaaaaaa', 'weak', 'isCommon'],
  ['akiyama', 'weak', 'isName'],
  ['x7#fq', 'weak', null],
  // Too short to be judged.
  ['a', 'weak', null],
  ['1234', 'weak', null],
  ['12345', 'weak', 'isCommon'],
  ['111222333444555x', 'weak', 'isCommon'],
  ['qwerty123', 'weak', 'isCommon'],
  ['12345678910', 'weak', 'isCommon'],
  ['akiyama#?x', 'weak', 'isName'],
  ['AMAYIKA77', 'weak', 'isName'],
  ['111moon999', 'weak', null],
  ['tiger lily', 'fair', null],
  ['Tr4m-lane', 'fair', null],
  ['rain on the roof', 'strong', null],
  ['しずかな夜に雨の音', 'strong', null],
] as const)('ATH-13 the strength of %s is %s', (password, strength, weakness) => {
  expect(strengthOf(password, 'akiyama')).toEqual({ strength, weakness })
})

test('ATH-13 a longer password is never weaker', () => {
  const steps = ['rain', 'rain on', 'rain on the', 'rain on the roof', 'rain on the roof, and thunder']
  const order = steps.map((password) => ['weak', 'fair', 'strong'].indexOf(strengthOf(password, '').strength))
  expect(order).toEqual(order.toSorted((one, other) => one - other))
})
