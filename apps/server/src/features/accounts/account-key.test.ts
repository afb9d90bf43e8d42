import fc from 'fast-check'
import { expect, test } from 'vitest'

import { isMistakable } from './account-key.ts'

test.each([
  ['one Cyrillic letter in a Latin name', 'аlice'],
  ['a Cyrillic letter in a name that is trusted', 'аdmin'],
  ['one Latin letter in a Cyrillic name', 'Bладимир'],
  ['a Greek letter in a Latin name', 'Alicε'],
  ['Cyrillic and Greek', 'мαя'],
  ['a Cyrillic name that reads as a Latin one', 'соре'],
  ['the same in capitals', 'РАСЕ'],
  ['beside what has no such likeness', '雨ару-42'],
  ['a Greek name that reads as a Latin one', 'ΝΙΚΟ'],
  ['the same in small letters', 'νον'],
  ['an Armenian letter in a Latin name', 'adminս'],
  ['a Cherokee letter in a Latin name', 'Ꭺlice'],
  ['a Lisu letter in a Latin name', 'ꓐob'],
  ['a Coptic letter in a Latin name', 'Bⲟb'],
])('ATH-01 a name is refused that can be taken for another: %s', (_what, name) => {
  expect(isMistakable(name)).toBe(true)
})

test.each([
  'alice',
  'Zoë Ångström',
  '雨音しずく',
  'Suzu 鈴',
  'Владимир',
  'Ольга',
  'Κωνσταντῖνος',
  'Анна',
  'Вера',
  'Марк',
  'Макс',
  'Рома',
  'Антон',
  'Оксана',
  'Тамара',
  'Сара',
  'Света',
  'Кот',
  'москва',
  'Μια',
  'Արամ',
  'ᏣᎳᎩ',
  '민지',
  'نور',
  '12345',
  'ｓｕｚｕ',
])('ATH-01 a name of one script is let through: %s', (name) => expect(isMistakable(name)).toBe(false))

test('ATH-01 a name without letters of scripts that are drawn like Latin is always let through', () => {
  const alike =
    /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Lisu}\p{Script=Coptic}]/u
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      fc.pre(!alike.test(name.normalize('NFKC')))
      expect(isMistakable(name)).toBe(false)
    }),
  )
})
