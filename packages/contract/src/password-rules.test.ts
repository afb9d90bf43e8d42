import { expect, test } from 'vitest'

import { weaknessOf } from './password-rules.ts'

test.each([
  'aaaaa',
  'AAAAAA',
  'ああああああ',
  '121212',
  'abcabcab',
  '12345',
  '1234567890',
  '098765',
  'qwerty',
  'poiuy',
  '1q2w3e4r',
  'password',
  'P@ssw0rd',
  'Password123!',
  'ｐａｓｓｗｏｒｄ',
  'iloveyou2',
  'sakura2024',
  'pa ss word',
  'パスワード',
  'woaini520',
])('ATH-12 the commonest passwords and those made like them are refused: %s', (password) => {
  expect(weaknessOf(password, 'somebody')).toBe('isCommon')
})

test.each([
  ['akiyama', 'akiyama'],
  ['AKIYAMA', 'akiyama'],
  ['akiyama1!', 'akiyama'],
  ['akiyama', 'akiyama77'],
  ['雨音しずく', '雨音しずく'],
  ['ａｋｉｙａｍａ', 'Akiyama'],
  ['rain sound', 'Rain Sound'],
])('ATH-12 the account’s name is no password: %s of %s', (password, name) => {
  expect(weaknessOf(password, name)).toBe('isName')
})

test.each(['rain on the roof', 'akiyama-secret', 'before', 'x7#fq', '31415', 'しずかな夜', 'correct horse', 'tiger'])(
  'ATH-12 others pass: %s',
  (password) => expect(weaknessOf(password, 'akiyama')).toBeNull(),
)
