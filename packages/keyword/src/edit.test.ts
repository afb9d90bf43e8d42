import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { aSpecialTerm, aText, someDoneTerms } from '../test/a-term.ts'
import {
  addTerm,
  ageChoices,
  chooseAge,
  chosenAge,
  choose,
  complete,
  isOverfull,
  MAX_KEYWORD_LENGTH,
  MAX_KEYWORD_TERMS,
  openKeyword,
  parseKeyword,
  printKeyword,
  removeTerm,
  reopen,
  settle,
  special,
  specialTerm,
  toggleExcluded,
  typeText,
  type DoneTerm,
  type SearchInput,
} from './index.ts'

const plain = (text: string): DoneTerm => ({ kind: 'plain', text })
const box = (keyword: string, typed = ''): SearchInput => ({ ...openKeyword(keyword), typed })
const shown = ({ terms, typed }: SearchInput) => [printKeyword(terms), typed]

describe('a term', () => {
  test('SRC-04 is added once, at the end', () => {
    const terms = openKeyword('rain $tag:耳かき$').terms
    expect(printKeyword(addTerm(terms, plain('roof')))).toBe('rain $tag:耳かき$ roof')
    expect(addTerm(terms, plain('ＲＡＩＮ'))).toBe(terms)
    expect(addTerm(terms, specialTerm('tag', '耳かき'))).toBe(terms)
  })

  test('replaces its excluded opposite, because the two together match nothing', () => {
    const { terms } = openKeyword('$tag:a$ $rate:4$ rain')
    expect(printKeyword(addTerm(terms, specialTerm('rate', '4', true)))).toBe('$tag:a$ $-rate:4$ rain')
    expect(printKeyword(addTerm(terms, specialTerm('rate', '4.7', true)))).toBe('$tag:a$ $rate:4$ rain $-rate:4.7$')
  })

  test('SRC-04 is removed by its index', () => {
    const { terms } = openKeyword('rain $tag:a$ roof')
    expect(printKeyword(removeTerm(terms, 1))).toBe('rain roof')
    expect(removeTerm(terms, 7)).toEqual(terms)
  })

  test('switches between included and excluded in place; plain words cannot', () => {
    const { terms } = openKeyword('rain $tag:a$ roof')
    const excluded = toggleExcluded(terms, 1)
    expect(printKeyword(excluded)).toBe('rain $-tag:a$ roof')
    expect(toggleExcluded(excluded, 1)).toEqual(terms)
    expect(toggleExcluded(terms, 0)).toBe(terms)
    const both = openKeyword('$tag:a$ x $-tag:a$').terms
    expect(printKeyword(toggleExcluded(both, 0))).toBe('$-tag:a$ x')
  })

  test('beyond the limits is not added', () => {
    const many = Array.from({ length: MAX_KEYWORD_TERMS }, (_, index) => plain(`w${index}`))
    expect(addTerm(many, plain('more'))).toBe(many)
    const long = [plain('x'.repeat(MAX_KEYWORD_LENGTH - 3))]
    expect(addTerm(long, plain('yyy'))).toBe(long)
    expect(addTerm(long, plain('yy'))).toHaveLength(2)
    const full = [specialTerm('tag', 'x'.repeat(MAX_KEYWORD_LENGTH - 6))]
    expect(toggleExcluded(full, 0)).toBe(full)
  })

  test('any sequence of edits leaves terms that read back as the same terms', () => {
    fc.assert(
      fc.property(someDoneTerms, aSpecialTerm, fc.nat({ max: 12 }), (terms, term, index) => {
        for (const changed of [addTerm(terms, term), removeTerm(terms, index), toggleExcluded(terms, index)]) {
          expect(parseKeyword(printKeyword(changed))).toEqual(changed)
        }
      }),
    )
  })
})

describe('the text', () => {
  test.each([
    ['rain', '', 'rain'],
    ['rain ', '', 'rain '],
    ['$tag:a', '', '$tag:a'],
    ['$tag:a$', '$tag:a$', ''],
    ['rain $tag:a$', 'rain $tag:a$', ''],
    ['$tag:a$ $va:Bl', '$tag:a$', '$va:Bl'],
    ['$tag:a$ rain', '$tag:a$', 'rain'],
    ['$tag:a $va:', '$tag:a$', '$va:'],
  ])('SRC-04 typed as %j: done is %j, typed is %j', (typed, done, rest) => {
    expect(shown(typeText(box(''), typed))).toEqual([done, rest])
  })

  test.each([
    ['rain roof', 'rain roof', ''],
    [' \u3000', '', ''],
    ['$', '', '$'],
    ['$-', '', '$-'],
    ['rain $ta', 'rain', '$ta'],
    ['$tag', '', '$tag'],
    ['$tag:', '', '$tag:'],
    ['rain $-tag:耳', 'rain', '$-tag:耳'],
    ['$5', '$5', ''],
    ['a$', 'a$', ''],
    ['$mood', '$mood', ''],
  ])('SRC-04 left as %j: done is %j, typed stays %j', (typed, done, rest) => {
    expect(shown(settle(box('', typed)))).toEqual([done, rest])
  })

  test.each([
    ['rain roof', 'rain roof', ''],
    ['$', '', '$'],
    ['$ta', '', '$ta'],
    ['$tag:', '', '$tag:'],
    ['$tag:  ', '', '$tag:  '],
    ['rain $-tag: 耳', 'rain $-tag:耳$', ''],
  ])('SRC-03 sent as %j: done is %j, typed stays %j', (typed, done, rest) => {
    expect(shown(complete(box('', typed)))).toEqual([done, rest])
  })

  test('settling typed text gives the terms that parsing it would', () => {
    fc.assert(
      fc.property(someDoneTerms, aText, (terms, typed) => {
        const input = { terms, typed }
        for (const next of [typeText(input, typed), settle(input)]) {
          // No term may be negated or dropped, unless it replaced its opposite.
          const before = parseKeyword(`${printKeyword(terms)} ${typed}`, { partial: true })
          const after = parseKeyword(`${printKeyword(next.terms)} ${next.typed}`, { partial: true })
          const positive = (text: string) => text.replace(/^\$-/, '$')
          const names = (list: typeof before) => new Set(list.map((term) => positive(printKeyword([term]).trim())))
          expect([...names(after)].sort()).toEqual([...names(before)].sort())
        }
      }),
    )
  })

  test('settling twice is settling once', () => {
    fc.assert(
      fc.property(someDoneTerms, aText, (terms, typed) => {
        const once = settle({ terms, typed })
        expect(settle(once)).toEqual(once)
        const sent = complete({ terms, typed })
        expect(complete(sent)).toEqual(sent)
      }),
    )
  })
})

describe('reopening a term', () => {
  test.each([
    [1, 'rain roof', '$tag:耳かき'],
    [0, '$tag:耳かき$ roof', 'rain'],
    [9, 'rain $tag:耳かき$ roof', ''],
  ])('SRC-04 number %i: terms %j, text %j', (index, terms, typed) => {
    expect(shown(reopen(box('rain $tag:耳かき$ roof'), index))).toEqual([terms, typed])
  })

  test('completes the typed text first', () => {
    expect(shown(reopen(box('$-va:Mio$', '$tag:a'), 0))).toEqual(['$tag:a$', '$-va:Mio'])
  })

  test('completing it again gives the same terms', () => {
    fc.assert(
      fc.property(someDoneTerms, fc.nat({ max: 12 }), (terms, index) => {
        const term = terms[index]
        fc.pre(term !== undefined && !(term.kind === 'special' && term.value === ''))
        fc.pre(!(term?.kind === 'plain' && term.text.startsWith('$')))
        const again = complete(reopen({ terms, typed: '' }, index))
        expect(again).toEqual({ terms: [...removeTerm(terms, index), term], typed: '' })
      }),
    )
  })
})

describe('the age menu', () => {
  test('SRC-06 has five choices, which replace all terms about age', () => {
    const { terms } = openKeyword('rain $age:r15$ $-age:general$')
    expect(chosenAge(terms)).toBeNull()
    const keywords = ageChoices.map((choice) => printKeyword(chooseAge(terms, choice)))
    expect(keywords).toEqual([
      'rain $age:general$',
      'rain $age:r15$',
      'rain $age:adult$',
      'rain $age:unrated$',
      'rain $-age:adult$',
    ])
    for (const choice of ageChoices) expect(chosenAge(chooseAge(terms, choice))).toBe(choice)
    expect(printKeyword(chooseAge(terms, null))).toBe('rain')
  })

  test("SRC-06 recognises its choice by the term's meaning", () => {
    expect(chosenAge(openKeyword(special('age', 'ＡＤＵＬＴ', true)).terms)).toBe('notAdult')
    expect(chosenAge(openKeyword('$-age:r15$').terms)).toBeNull()
    expect(chosenAge(openKeyword('rain').terms)).toBeNull()
  })
})

describe('text beyond the limits', () => {
  const words = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `w${from + at}`).join(' ')
  const full = box(words(0, MAX_KEYWORD_TERMS))

  test('SRC-01 stays typed when the box is left or submitted, and is reported', () => {
    const typed = { ...full, typed: 'more w3 $tag:a$ words' }
    expect(isOverfull(typed)).toBe(true)
    for (const after of [settle(typed), complete(typed)]) {
      expect(shown(after)).toEqual([words(0, MAX_KEYWORD_TERMS), 'more $tag:a$ words'])
      expect(isOverfull(after)).toBe(true)
    }
  })

  test('SRC-01 of a long text, the terms that fit are done and the rest stays typed', () => {
    const pasted = words(0, 3 * MAX_KEYWORD_TERMS)
    expect(shown(settle(box('', pasted)))).toEqual([
      words(0, MAX_KEYWORD_TERMS),
      words(MAX_KEYWORD_TERMS, 3 * MAX_KEYWORD_TERMS),
    ])
    const word = 'x'.repeat(MAX_KEYWORD_LENGTH + 1)
    expect(shown(complete(box('rain', word)))).toEqual(['rain', word])
  })

  test('SRC-01 reading a long text takes time proportional to its terms, however many the box holds', () => {
    const many = 2_000
    const fold = vi.spyOn(String.prototype, 'normalize')
    for (const change of [isOverfull, settle]) {
      fold.mockClear()
      change({ ...full, typed: words(100, 100 + many) })
      expect(fold.mock.calls.length).toBeLessThan(10 * many)
    }
  })

  test('SRC-01 a term that replaces its opposite needs only the difference in length', () => {
    const filled = box(`$tag:a$ ${words(1, MAX_KEYWORD_TERMS)}`)
    expect(settle({ ...filled, typed: '$-tag:a$ more' })).toEqual({
      terms: openKeyword(`$-tag:a$ ${words(1, MAX_KEYWORD_TERMS)}`).terms,
      typed: 'more',
    })
    const long = [special('tag', 'x'.repeat(MAX_KEYWORD_LENGTH - 8)), 'y'].join(' ')
    expect(shown(settle(box(long, special('tag', 'x'.repeat(MAX_KEYWORD_LENGTH - 8), true))))[1]).toBe(
      special('tag', 'x'.repeat(MAX_KEYWORD_LENGTH - 8), true),
    )
  })

  test('SRC-04 a closed special term stays as typed', () => {
    expect(shown(typeText(full, '$tag:a$'))).toEqual([words(0, MAX_KEYWORD_TERMS), '$tag:a$'])
    expect(shown(complete({ ...full, typed: '$tag:a' }))).toEqual([words(0, MAX_KEYWORD_TERMS), '$tag:a'])
  })

  test('SRC-05 a chosen suggestion stays as text', () => {
    const chosen = choose(full, { kind: 'special', from: 0, term: specialTerm('tag', 'a') })
    expect(shown(chosen)).toEqual([words(0, MAX_KEYWORD_TERMS), '$tag:a$'])
  })

  test('is not reported for unfinished terms, nor where everything fits', () => {
    for (const typed of ['', ' ', 'rain', '$', '$tag:', '$tag:a'])
      expect([typed, isOverfull(box('x', typed))]).toEqual([typed, false])
    expect(isOverfull({ ...full, typed: 'w1' })).toBe(false)
  })
})
