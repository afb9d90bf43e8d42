import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aSpecialTerm, aText } from '../test/a-term.ts'
import { cleanValue, foldText, NAMESPACES, parseKeyword, printKeyword, special, specialTerm } from './index.ts'

describe('special', () => {
  test('SRC-01 prints one term as text', () => {
    expect(special('tag', '耳かき')).toBe('$tag:耳かき$')
    expect(special('circle', ' Blue Lantern ')).toBe('$circle:Blue Lantern$')
    expect(special('age', 'adult', true)).toBe('$-age:adult$')
  })

  test('a $ in a name cannot close the term, and the folded name stays the same', () => {
    expect(special('circle', 'A$AP $-age:adult$')).toBe('$circle:A＄AP ＄-age:adult＄$')
    expect(foldText(specialTerm('circle', 'A$AP').value)).toBe(foldText('A$AP'))
  })

  test('SRC-01 for any name, the text is that one term, and folds to the same name', () => {
    fc.assert(
      fc.property(fc.constantFrom(...NAMESPACES), aText, fc.boolean(), (namespace, name, excluded) => {
        const [term, ...others] = parseKeyword(special(namespace, name, excluded))
        expect(term).toEqual(specialTerm(namespace, name, excluded))
        expect(others).toEqual([])
        expect(foldText(specialTerm(namespace, name).value)).toBe(foldText(name.toWellFormed()))
      }),
    )
  })
})

test('broken surrogates are replaced as toWellFormed does', () => {
  fc.assert(
    fc.property(aText, (text) => {
      expect(cleanValue(text)).toBe(text.toWellFormed().replaceAll('$', '＄').trim())
    }),
  )
})

describe('printKeyword', () => {
  test('terms are separated by one space', () => {
    expect(printKeyword([])).toBe('')
    expect(printKeyword(parseKeyword(' rain$tag:a$$-rate:4$ 　roof '))).toBe('rain $tag:a$ $-rate:4$ roof')
  })

  test('a partial term stays open', () => {
    expect(printKeyword(parseKeyword('rain $circle:Blue ', { partial: true }))).toBe('rain $circle:Blue ')
  })

  test('a value that was not cleaned cannot close its term early', () => {
    fc.assert(
      fc.property(aSpecialTerm, aText, (term, value) => {
        expect(parseKeyword(printKeyword([{ ...term, value }]))).toHaveLength(1)
      }),
    )
  })
})
