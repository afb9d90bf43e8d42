import { foldText } from '@otodana/keyword'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { foldForSearch } from './fold.ts'

test('SRC-02 case, width and the kind of wave dash do not matter', () => {
  expect(foldForSearch('ＡＳＭＲ　雨音～夜〜')).toBe('asmr 雨音~夜~')
})

test('folding is idempotent, and its result contains no separator of the indexes', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.oneof(fc.constantFrom('\0', '\n', '〜', '～'), fc.string()) }), (text) => {
      const folded = foldForSearch(text)
      expect(folded).not.toMatch(/[\0\n]/)
      expect(foldForSearch(folded)).toBe(folded)
    }),
  )
})

test('the ASCII shortcut folds like the general case', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
      expect(foldForSearch(text)).toBe(foldText(text.replaceAll('\0', ' ')))
    }),
  )
})
