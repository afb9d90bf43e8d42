import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldText } from './index.ts'

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
