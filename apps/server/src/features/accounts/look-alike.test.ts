import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { looksLike, looksLikeOfficial, mixesScripts } from './look-alike.ts'

test.each([
  ['one Cyrillic letter in a Latin name', 'аlice'],
  ['one Latin letter in a Cyrillic name', 'Bладимир'],
  ['a Greek letter in a Latin name', 'Alicε'],
  ['Cyrillic and Greek', 'мαя'],
  ['an Armenian letter in a Latin name', 'adminս'],
  ['a Cherokee letter in a Latin name', 'Ꭺlice'],
  ['a Lisu letter in a Latin name', 'ꓐob'],
  ['a Coptic letter in a Latin name', 'Bⲟb'],
])('ATH-11 a name that mixes scripts which look alike is known: %s', (_what, name) => {
  expect(mixesScripts(name)).toBe(true)
})

test.each(['admın', 'ᴀᴅᴍɪɴ', 'ádmin', 'аdmin', 'adrnin', '𝐚𝐝𝐦𝐢𝐧', 'ⓐⓓⓜⓘⓝ', 'ɑdmin', 'Ａｄｍｉｎ', 'ADMlN', 'ADM1N'])(
  'ATH-11 %s looks like admin',
  (name) => expect(looksLikeOfficial(name, ['admin'])).toBe(true),
)

test.each([
  ['admin\u2011token', 'admin-token'],
  ['m0derat0r', 'moderator'],
  ['ötödänä', 'otodana'],
  ['øtodana', 'otodana'],
  ['соре5', 'cope5'],
  ['РАСЕ1', 'PACE1'],
  ['Akira1', 'Akiral'],
  ['MaIlory', 'Mallory'],
  ['夕力シ夕力シ', 'タカシタカシ'],
  ['Сергеи', 'Сергей'],
])('ATH-11 %s looks like %s', (name, other) => {
  expect(looksLike(name)(other)).toBe(true)
  expect(looksLike(other)(name)).toBe(true)
})

describe('names of people', () => {
  const names = [
    'alice',
    'Zoë Ångström',
    '雨音しずく',
    'Suzu 鈴',
    'かがみかがみ',
    'カガミカガミ',
    'かかみかかみ',
    '田中太郎',
    '田中大郎',
    '王小明王小明',
    'Владимир',
    'Ольга',
    'Анна',
    'Вера',
    'Макс',
    'Сара',
    'москва',
    'Κωνσταντῖνος',
    'Μια',
    'Արամ',
    'ᏣᎳᎩ',
    '민지민지',
    'نور',
    '12345',
    'ｓｕｚｕ',
  ]

  test.each(names)('ATH-11 %s mixes nothing and looks like no official name', (name) => {
    expect(mixesScripts(name)).toBe(false)
    for (const other of ['admin', 'administrator', 'moderator', 'otodana', 'staff', 'support', 'system', 'guest']) {
      expect(looksLikeOfficial(name, [other])).toBe(false)
    }
  })

  test('ATH-11 none of them looks like another', () => {
    for (const [index, name] of names.entries()) {
      for (const other of names.slice(index + 1)) expect(looksLike(name)(other), `${name} and ${other}`).toBe(false)
    }
  })
})

test('ATH-11 every name looks like itself, whatever it holds', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      expect(looksLike(name)(name)).toBe(true)
    }),
  )
})
