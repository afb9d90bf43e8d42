import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aText, someTerms, someTermsBeingTyped } from '../test/a-term.ts'
import {
  isKeywordCut,
  MAX_KEYWORD_LENGTH,
  MAX_KEYWORD_TERMS,
  NAMESPACES,
  parseKeyword,
  printKeyword,
  special,
  type Namespace,
  type Term,
} from './index.ts'

const plain = (text: string): Term => ({ kind: 'plain', text })
const is = (namespace: Namespace, value: string): Term => ({ kind: 'special', namespace, value, excluded: false })
const isNot = (namespace: Namespace, value: string): Term => ({ kind: 'special', namespace, value, excluded: true })
const open = (namespace: Namespace, value: string): Term => ({ kind: 'partial', namespace, value, excluded: false })

describe('parseKeyword', () => {
  test.each<[string, Term[]]>([
    ['', []],
    [' 　\n', []],
    ['雨音', [plain('雨音')]],
    ['雨音　睡眠 RJ123456', [plain('雨音'), plain('睡眠'), plain('RJ123456')]],
    ['"rain on" roof', [plain('"rain'), plain('on"'), plain('roof')]],
    ['$tag:耳かき$', [is('tag', '耳かき')]],
    [' $va:月野 しずく$', [is('va', '月野 しずく')]],
    ['$circle:Blue Lantern$ $-age:adult$', [is('circle', 'Blue Lantern'), isNot('age', 'adult')]],
    ['$tagw:x$ $duration:1.2h$', [is('tagw', 'x'), is('duration', '1.2h')]],
    ['$tag: time: 3:00 $', [is('tag', 'time: 3:00')]],
    ['$TAG:Rain$', [is('tag', 'Rain')]],
    ['$-price:1$', [isNot('price', '1')]],
  ])('SRC-01 %j', (text, terms) => {
    expect(parseKeyword(text)).toEqual(terms)
  })

  test.each(NAMESPACES)('SRC-01 %s is a namespace, excluded too', (namespace) => {
    expect(parseKeyword(`$${namespace}:x$ $-${namespace}:x$`)).toEqual([is(namespace, 'x'), isNot(namespace, 'x')])
  })

  test('SRC-01 a closing $ may be missing at the end', () => {
    expect(parseKeyword('$tag:a$ $va:Blue Lantern ')).toEqual([is('tag', 'a'), is('va', 'Blue Lantern')])
  })

  test('SRC-01 terms need no space between them', () => {
    expect(parseKeyword('$tag:a$$-va:b$')).toEqual([is('tag', 'a'), isNot('va', 'b')])
    expect(parseKeyword('rain$tag:a$roof')).toEqual([plain('rain'), is('tag', 'a'), plain('roof')])
    expect(parseKeyword('a$$tag:b$')).toEqual([plain('a$'), is('tag', 'b')])
  })

  test('a closing $ missing before another term is supplied', () => {
    expect(parseKeyword('$tag:a $va:b$')).toEqual([is('tag', 'a'), is('va', 'b')])
    expect(parseKeyword('$tag:a$-va:b')).toEqual([is('tag', 'a'), isNot('va', 'b')])
    expect(parseKeyword('$tag:a$ va:b')).toEqual([is('tag', 'a'), plain('va:b')])
  })

  test('SRC-01 a term with an unknown namespace is plain text', () => {
    expect(parseKeyword('$mood:calm$ $tags:x$')).toEqual([plain('$mood:calm$'), plain('$tags:x$')])
    expect(parseKeyword('$mood:very calm$')).toEqual([plain('$mood:very'), plain('calm$')])
  })

  test('a $ that starts no term is plain text', () => {
    expect(parseKeyword('$')).toEqual([plain('$')])
    expect(parseKeyword('$ $- $tag a$ap $5')).toEqual(['$', '$-', '$tag', 'a$ap', '$5'].map(plain))
  })

  test('a special term may have an empty value', () => {
    expect(parseKeyword('$tag:$ foo $-va: ')).toEqual([is('tag', ''), plain('foo'), isNot('va', '')])
  })

  test('SRC-01 duplicates are removed ignoring case and width; the first stays', () => {
    expect(parseKeyword('Rain $tag:耳かき$ ＲＡＩＮ rain $TAG: 耳かき$ $-tag:耳かき$ $va:ﾐﾐ$ $va:ミミ$')).toEqual([
      plain('Rain'),
      is('tag', '耳かき'),
      isNot('tag', '耳かき'),
      is('va', 'ﾐﾐ'),
    ])
  })
})

describe('parseKeyword for a search box', () => {
  test.each<[string, Term[]]>([
    ['$tag:', [open('tag', '')]],
    ['rain $circle:Blue ', [plain('rain'), open('circle', 'Blue ')]],
    ['$-age:ad', [{ kind: 'partial', namespace: 'age', value: 'ad', excluded: true }]],
    ['$tag:a$ $tag:a', [is('tag', 'a'), open('tag', 'a')]],
    ['$tag:a$', [is('tag', 'a')]],
    ['$', [plain('$')]],
  ])('SRC-01 a term still open at the end is partial: %j', (text, terms) => {
    expect(parseKeyword(text, { partial: true })).toEqual(terms)
  })
})

describe('round trip', () => {
  test('SRC-01 printed terms parse into the same terms', () => {
    fc.assert(
      fc.property(someTerms, (terms) => {
        expect(parseKeyword(printKeyword(terms))).toEqual(terms)
        expect(parseKeyword(printKeyword(terms), { partial: true })).toEqual(terms)
      }),
      { numRuns: 1000 },
    )
  })

  test('SRC-01 printed terms with a partial one at the end parse into the same terms', () => {
    fc.assert(
      fc.property(someTermsBeingTyped, (terms) => {
        expect(parseKeyword(printKeyword(terms), { partial: true })).toEqual(terms)
      }),
      { numRuns: 1000 },
    )
  })

  test('SRC-01 printing a parsed text is a fixed point', () => {
    fc.assert(
      fc.property(aText, fc.boolean(), fc.integer({ min: 1, max: 80 }), (text, partial, times) => {
        const printed = printKeyword(parseKeyword(text.repeat(times), { partial }))
        expect(printKeyword(parseKeyword(printed, { partial }))).toBe(printed)
        expect(parseKeyword(printed, { partial })).toEqual(parseKeyword(text.repeat(times), { partial }))
      }),
      { numRuns: 1000 },
    )
  })

  test('a keyword can always be part of a URL', () => {
    fc.assert(
      fc.property(aText, (text) => {
        const printed = printKeyword(parseKeyword(text))
        expect(decodeURIComponent(encodeURIComponent(printed))).toBe(printed)
      }),
    )
  })
})

describe('limits', () => {
  test('a keyword ends with the last term that fits entirely', () => {
    const words = Array.from({ length: 50 }, (_, index) => `${'x'.repeat(38)}${String(index).padStart(2, '0')}`)
    // 48 words of 40 and 47 spaces are 1,967 characters; without the spaces all 50 would fit.
    expect(parseKeyword(words.join(' '))).toEqual(words.slice(0, 48).map(plain))
    expect(parseKeyword(`rain ${special('tag', 'x'.repeat(MAX_KEYWORD_LENGTH))} roof`)).toEqual([plain('rain')])
  })

  test('a keyword with too many terms ends at the limit; duplicates do not count', () => {
    const words = Array.from({ length: 60 }, (_, index) => `w${index}`)
    expect(parseKeyword(words.flatMap((word) => [word, word]).join(' '))).toEqual(
      words.slice(0, MAX_KEYWORD_TERMS).map(plain),
    )
  })

  test.each(['', '$tag:', '$-circle:'])('a single term %sxxx… that is too long is shortened, never dropped', (head) => {
    for (const text of [`${head}${'x'.repeat(5000)}`, `${head}${'🎧'.repeat(5000)}`, `${head}a${'🎧'.repeat(5000)}`]) {
      for (const partial of [false, true]) {
        const terms = parseKeyword(text, { partial })
        const printed = printKeyword(terms)
        expect(printed.length).toBeLessThanOrEqual(MAX_KEYWORD_LENGTH)
        expect(printed.length).toBeGreaterThan(MAX_KEYWORD_LENGTH - 3)
        expect(printed.isWellFormed()).toBe(true)
        expect(parseKeyword(printed, { partial })).toEqual(terms)
      }
    }
  })

  test('SRC-01 isKeywordCut is true exactly for keywords that lose something', () => {
    const words = Array.from({ length: MAX_KEYWORD_TERMS }, (_, index) => `w${index}`)
    expect(isKeywordCut(words.join(' '))).toBe(false)
    expect(isKeywordCut([...words, 'W1', 'w2 '].join(' '))).toBe(false)
    expect(isKeywordCut([...words, 'more'].join(' '))).toBe(true)
    expect(isKeywordCut('x'.repeat(MAX_KEYWORD_LENGTH))).toBe(false)
    expect(isKeywordCut('x'.repeat(MAX_KEYWORD_LENGTH + 1))).toBe(true)
    fc.assert(
      fc.property(aText, fc.integer({ min: 1, max: 200 }), (text, times) => {
        expect(isKeywordCut(printKeyword(parseKeyword(text.repeat(times))))).toBe(false)
      }),
    )
  })

  test('any text gives a keyword within the limits', () => {
    fc.assert(
      fc.property(aText, fc.integer({ min: 1, max: 200 }), fc.boolean(), (text, times, partial) => {
        const terms = parseKeyword(text.repeat(times), { partial })
        expect(terms.length).toBeLessThanOrEqual(MAX_KEYWORD_TERMS)
        expect(printKeyword(terms).length).toBeLessThanOrEqual(MAX_KEYWORD_LENGTH)
        expect(terms.length === 0).toBe(text.trim() === '')
      }),
    )
  })

  test.each([
    ' ',
    '$',
    '$ ',
    '$-',
    'a',
    'a ',
    '🎧',
    '\ud83d',
    '$tag:',
    '$tag:a$',
    '$tag:a',
    '$tag: ',
    '$tag$',
    'tag:$',
    '$tag: $ ',
    'a$',
    '$none:x',
    '\u{fdfa}',
    'ｶﾞ',
  ])('SRC-01 a megabyte of %j is parsed in linear time', (unit) => {
    const text = unit.repeat(Math.ceil(1_000_000 / unit.length))
    const before = process.threadCpuUsage()
    const terms = parseKeyword(text)
    parseKeyword(text, { partial: true })
    // Quadratic time would take minutes; linear time takes about 50 ms.
    expect(process.threadCpuUsage(before).user).toBeLessThan(5_000_000)
    expect(terms.length).toBeLessThanOrEqual(MAX_KEYWORD_TERMS)
  })
})
