import fc from 'fast-check'
import { expect, test } from 'vitest'

import { codesIn, piecesOf, unreadIn } from './highlight.ts'

test('PLS-02 the work codes of a text are marked where they stand, each work counted once', () => {
  const text = 'RJ01234567, rj123456 and ＶＪ000012 (RJ01234567 again), RJ123456789'
  expect(piecesOf(text).filter(({ isCode }) => isCode)).toEqual(
    ['RJ01234567', 'rj123456', 'ＶＪ000012', 'RJ01234567'].map((code) => ({ text: code, isCode: true })),
  )
  expect(codesIn(text)).toEqual(['RJ01234567', 'RJ123456', 'VJ000012'])
})

test('PLS-02 the pieces are the text, whatever it is', () => {
  const word = fc.oneof(fc.string(), fc.constantFrom('RJ', 'vj', '123456', '01234567', 'BJ999999', '\n', ' '))
  fc.assert(
    fc.property(fc.array(word), (words) => {
      const text = words.join('')
      const pieces = piecesOf(text)
      expect(pieces.map((piece) => piece.text).join('')).toBe(text)
      // Line by line, as rendered, the result is the same.
      const ofLines = text.split('\n').flatMap((line) => piecesOf(line).filter(({ isCode }) => isCode))
      expect(ofLines).toEqual(pieces.filter(({ isCode }) => isCode))
    }),
  )
})

test('PLS-02 what looks like a code but is not one is named, each once', () => {
  const text = 'RJ12345 rj012345678 RJ-123456 RJ01234567 (VJ 000012, RJ12345) ＢＪ１２ RJ000000 MRJ12 RJ RJs'
  expect(unreadIn(text)).toEqual(['RJ12345', 'rj012345678', 'RJ-123456', 'VJ 000012', 'ＢＪ１２', 'RJ000000'])
  expect(unreadIn('RJ01234567、ＶＪ000012\nrj123456')).toEqual([])
})
