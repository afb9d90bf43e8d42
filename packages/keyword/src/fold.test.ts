import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldName, foldText } from './index.ts'

describe('foldText', () => {
  test.each([
    ['ＡＳＭＲ', 'asmr'],
    ['ﾐﾐｶｷ ﾎﾞｲｽ', 'ミミカキ ボイス'],
    ['  Blue　\n Lantern ', 'blue lantern'],
    ['か\u3099', 'が'],
    ['①㍿', '1株式会社'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['', ''],
  ])('SRC-02 case and width do not matter: %j', (text, folded) => {
    expect(foldText(text)).toBe(folded)
  })

  test('folding twice changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(foldText(foldText(text))).toBe(foldText(text))
      }),
      { numRuns: 2000 },
    )
  })

  test('no single character folds differently the second time', () => {
    const unstable: string[] = []
    for (let point = 0; point <= 0x10ffff; point++) {
      const text = String.fromCodePoint(point)
      if (foldText(foldText(text)) !== foldText(text)) unstable.push(point.toString(16))
    }
    expect(unstable).toEqual([])
  })
})

test.each([
  ['林 一', '林一'],
  ['林\u3000一', '林一'],
  ['林  一 二', '林一二'],
  ['月野 しずく', '月野しずく'],
  ['ﾂｷﾉ ミー', 'ツキノミー'],
  ['佐々木 ー', '佐々木ー'],
  ['Blue  Lantern', 'blue lantern'],
  ['雨 Rain', '雨 rain'],
  ['홍 길동', '홍 길동'],
])('ADM-02 the name %s is the same as %s', (name, folded) => {
  expect(foldName(name)).toBe(folded)
  expect(foldName(folded)).toBe(folded)
})

test('folding any name twice changes nothing', () => {
  const piece = fc.constantFrom('林', '一', ' ', '\u3000', 'か', '゛', '\u3099', 'ｶ', 'ﾞ', 'ー', 'a', '々', '홍')
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: piece })), (name) => {
      expect(foldName(foldName(name))).toBe(foldName(name))
    }),
  )
})
