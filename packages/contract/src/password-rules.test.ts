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
])('ATH-12 the commonest passwords and variations of them are rejected: %s', (password) => {
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

test.each([
  '123456',
  '123456789',
  '12345678910',
  '1234567891011',
  '111111',
  '112233',
  '123123',
  '123321',
  '654321',
  '147258369',
  '5201314',
  'qwerty',
  'qwerty123',
  '123qwe',
  '1q2w3e4r',
  '1qaz2wsx',
  'zaq12wsx',
  'asdfgh',
  'asdf1234',
  'qweasdzxc',
  'a1b2c3d4',
  'abc123',
  'abc12345',
  'a123456',
  'password1!',
  'drowssap',
  '123password',
  'adm1n123',
  'iloveyou',
  'adminadmin',
  'Welcome@2024',
  'letmein!',
  'ｑｗｅｒｔｙ１２３',
  '12345!',
  '1sakura1',
])('ATH-12 a very common password is rejected: %s', (password) => {
  expect(weaknessOf(password, 'wanderer')).toBe('isCommon')
})

test.each([
  'wanderer',
  'wandererx',
  'xWANDERER',
  'abcwandererxyz',
  'rerednaw',
  'rerednaw1',
  'ｗａｎｄｅｒｅｒ＃＃',
  'wanderer-2024',
  'wanderer😀😀😀',
  'wan derer x',
])('ATH-12 a close copy of the name is rejected: %s', (password) => {
  expect(weaknessOf(password, 'wanderer')).toBe('isName')
})

test.each(['own-er2', 'own-er21', '2re-nwo', 'xown-er2', 'own-er'])(
  'ATH-12 a close copy of a name with digits and symbols is rejected: %s',
  (password) => expect(weaknessOf(password, 'own-er2')).toBe('isName'),
)

test.each([
  'rain on the roof',
  'blue kettle',
  'lantern & moss',
  'my 3 quiet cats',
  'summer rain at six',
  'password for grandma',
  'kX9#vTq2',
  'v7ekq2ms',
  'Tr4m-lane',
  'first',
  '8461973',
  'f3b2d9a07c',
  'wanderer-is-not-it',
  'water tower',
  'property',
  '雨の日は家にいる',
  '静かな夜に猫二匹',
  'コーヒーは苦め',
  '窗外下着小雨',
  '今晚早点睡觉',
])('ATH-12 a reasonable password passes: %s', (password) => {
  expect(weaknessOf(password, 'wanderer')).toBeNull()
})
