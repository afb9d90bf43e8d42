import fc from 'fast-check'
import { expect, test } from 'vitest'

import { isMistakable } from './account-key.ts'

test.each([
  ['one Cyrillic letter in a Latin name', 'аlice'],
  ['one Latin letter in a Cyrillic name', 'Bладимир'],
  ['a Greek letter in a Latin name', 'Alicε'],
  ['Cyrillic and Greek', 'мαя'],
  ['a Cyrillic name that reads as a Latin one', 'соре'],
  ['the same in capitals', 'РАСЕ'],
  ['beside what has no such likeness', '雨ару-42'],
  ['a Greek name that reads as a Latin one', 'ΝΙΚΟ'],
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
  '민지',
  'نور',
  '12345',
  'ｓｕｚｕ',
])('ATH-01 a name of one script is let through: %s', (name) => expect(isMistakable(name)).toBe(false))

test('ATH-01 a name without Cyrillic and Greek letters is always let through', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      fc.pre(!/[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(name.normalize('NFKC')))
      expect(isMistakable(name)).toBe(false)
    }),
  )
})
