import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { blocksOf, textOfBlock } from './blocks.ts'
import { findLines, markLine } from '../search/find-lines.ts'
import { forEachGram, gramsOfTerm } from './grams.ts'
import { searchTerms } from '../search/search-terms.ts'
import { type Places, toSearchable } from './searchable-text.ts'

describe('LYR-07 a text is searched', () => {
  test.each([
    ['ねえ、聞いて…！', 'ねえ聞いて'],
    ['ＡＳＭＲ　Rain', ' asmr rain'],
    ['ミミカキ ﾐﾐｶｷ ﾊﾞﾅﾅ', 'みみかきみみかきばなな'],
    ['が', 'が'],
    ["Don't you—worry, 2回", ' dont you worry 2回'],
    ['耳asmr耳', '耳 asmr耳'],
    ['STRASSE naïve', ' strasse naïve'],
    ['♪～（笑）', '笑'],
    ['한국어', '한국어'],
    ['😴𠮷野家', '𠮷野家'],
    ['', ''],
  ])('%j as %j', (source, expected) => expect(toSearchable(source)).toBe(expected))

  test('LYR-07 each character knows where in the source it comes from', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (source) => {
        const places: Places = { from: [], to: [] }
        const text = toSearchable(source, places)
        expect([places.from.length, places.to.length]).toEqual([text.length, text.length])
        for (const [index, from] of places.from.entries()) {
          expect(from).toBeGreaterThanOrEqual(places.from[index - 1] ?? 0)
          expect(places.to[index]).toBeGreaterThan(from)
          expect(places.to[index]).toBeLessThanOrEqual(source.length)
        }
      }),
    )
  })
})

const lineText = fc.string({ unit: fc.constantFrom(...'あいア耳雨 aabbのー、.\n♪'), minLength: 1, maxLength: 16 })
const lines = fc.array(
  lineText.map((text) => ({ text })),
  { minLength: 1, maxLength: 40 },
)

test('LYR-07 a block that holds a term has all of its grams, also of a term that goes on in the next block', () => {
  fc.assert(
    fc.property(lines, fc.nat(), fc.nat(), fc.nat(15), (all, line, place, length) => {
      const searchable = all.map(({ text }) => toSearchable(text))
      const at = line % all.length
      const both = searchable[at]! + (searchable[at + 1] ?? '')
      const term = both.slice(place % (both.length + 1)).slice(0, length + 1)
      // A term may start anywhere in an unspaced script, but not within a word.
      if (term === '' || /^[a-z]/.test(term)) return
      const block = blocksOf(all.map(({ text }) => text.length)).find(({ start, end }) => start <= at && at < end)!
      const grams = new Set<number>()
      forEachGram(textOfBlock(block, searchable), (gram) => grams.add(gram))
      const wanted = gramsOfTerm(toSearchable(term))
      expect(wanted.filter((gram) => !grams.has(gram))).toEqual([])
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  ['rainbow', 'a rainbow', true],
  ['rainbow', 'brains are bowed, rail, window, rainy', false],
  ['rain', 'rainbow', true],
  ['rain', 'trains', false],
  ['"over it"', 'over it', true],
  ['"over it"', 'over in it', false],
  ['"over i"', 'over in', true],
  ['"over a b"', 'over a bow', true],
  ['"over a b"', 'over an a bow', false],
  ['"over a雨"', 'over a雨', true],
  ['雨音', '雨の音', false],
])('LYR-07 a block is looked into for %j where it has its grams: %j, %j', (query, text, expected) => {
  const grams = new Set<number>()
  forEachGram(toSearchable(text), (gram) => grams.add(gram))
  expect(
    searchTerms(query)
      .terms.flatMap(gramsOfTerm)
      .every((gram) => grams.has(gram)),
  ).toBe(expected)
})

test('LYR-07 blocks are all lines, each once', () => {
  fc.assert(
    fc.property(lines, (all) => {
      const indexes = blocksOf(all.map(({ text }) => text.length)).flatMap(({ start, end }) => {
        return Array.from({ length: end - start }, (_, index) => start + index)
      })
      expect(indexes).toEqual(all.map((_, index) => index))
    }),
  )
})

describe('LYR-07 a search', () => {
  test.each([
    ['耳かき 雨', ['耳かき', '雨']],
    ['耳かき　雨', ['耳かき', '雨']],
    ['good night', [' good', ' night']],
    ['"Good  night" rain', [' good night', ' rain']],
    ['“good', [' good']],
    ['雨 雨音', ['雨音']],
    ['、。 ♪ " "', []],
    ['a ab', [' ab']],
    ['a b c d e f g h', [' a', ' b', ' c', ' d', ' e', ' f', ' g', ' h']],
  ])('for %j looks for %j', (query, terms) => expect(searchTerms(query).terms).toEqual(terms))

  test('says what it leaves out, and a longer word takes the place of one that is part of it', () => {
    expect(searchTerms('☆ 雨 "♪～" ☆ 😴')).toEqual({
      terms: ['雨'],
      ignored: [
        { words: '☆', reason: 'signs' },
        { words: '♪～', reason: 'signs' },
        { words: '😴', reason: 'signs' },
      ],
    })
    expect(searchTerms('a b c d e f g h i j ab b i 雨')).toEqual({
      terms: [' b', ' c', ' d', ' e', ' f', ' g', ' h', ' ab'],
      ignored: ['i', 'j', '雨'].map((words) => ({ words, reason: 'tooMany' })),
    })
    const phrase = 'ゆっくりおやすみなさい'
    const overlapping = Array.from({ length: 50 }, (_, index) => phrase.slice(index % 8, (index % 8) + 2 + (index % 3)))
    expect(searchTerms(`${overlapping.join(' ')} ${phrase}`)).toEqual({ terms: [phrase], ignored: [] })
  })

  function found(texts: string[], query: string) {
    const terms = searchTerms(query).terms
    const searchable = texts.map((text) => toSearchable(text))
    return findLines(searchable, terms).map((line) =>
      markLine(line, terms, (index) => texts[index]!).map(
        ([start, end]) => `${line.index} ${texts[line.index]!.slice(start, end)}`,
      ),
    )
  }

  test.each<[string, string[], string, string[][]]>([
    ['a part, whatever signs stand in it', ['さあ、ねえ、聞いて。'], 'ねえ聞いて', [['0 ねえ、聞いて']]],
    ['every place in a line', ['雨、雨、また雨'], '雨', [['0 雨', '0 雨', '0 雨']]],
    ['a word from its beginning', ['early to hear', 'ear'], 'ear', [['0 ear'], ['1 ear']]],
    ['not within a word', ['hear'], 'ear', []],
    ['kana of either kind', ['ミミかき'], 'みみカキ', [['0 ミミかき']]],
    ['what goes on in the next line', ['今日は一緒に', '寝ましょう'], '一緒に寝ま', [['0 一緒に'], ['1 寝ま']]],
    ['words that stand in two lines', ['雨の夜', '猫が来た'], '猫 雨', [['0 雨'], ['1 猫']]],
    ['no words that stand further apart', ['雨の夜', 'ね', '猫が来た'], '猫 雨', []],
    ['one line rather than two', ['猫と雨', '雨'], '猫 雨', [['0 猫', '0 雨']]],
    ['words within quotes only together', ['good night', 'night, good'], '"good night"', [['0 good night']]],
  ])('finds %s', (_, texts, query, expected) => expect(found(texts, query)).toEqual(expected))

  test('LYR-07 what is marked in a line is what was looked for', () => {
    fc.assert(
      fc.property(lines, lineText, (all, query) => {
        const terms = searchTerms(query).terms
        if (terms.length !== 1) return
        const searchable = all.map(({ text }) => toSearchable(text))
        for (const line of findLines(searchable, terms)) {
          const { text } = all[line.index]!
          for (const [start, end] of markLine(line, terms, (index) => all[index]!.text)) {
            const marked = toSearchable(text.slice(start, end))
            expect(marked === terms[0] || terms[0]!.includes(marked) || marked.includes(terms[0]!)).toBe(true)
          }
        }
      }),
    )
  })
})
