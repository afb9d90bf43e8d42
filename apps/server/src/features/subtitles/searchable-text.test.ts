import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { blocksOf, textOfBlock } from './blocks.ts'
import { findLines } from './find-lines.ts'
import { forEachGram, gramsOfTerm } from './grams.ts'
import { searchTerms } from './search-terms.ts'
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

const lineText = fc.string({ unit: fc.constantFrom(...'あいア耳雨 abのー、.\n♪'), minLength: 1, maxLength: 12 })
const lines = fc.array(
  lineText.map((text) => ({ text })),
  { minLength: 1, maxLength: 40 },
)

test('LYR-07 a block that holds a term has all of its grams, also of a term that goes on in the next block', () => {
  fc.assert(
    fc.property(lines, fc.nat(), fc.nat(), fc.nat(12), (all, line, place, length) => {
      const searchable = all.map(({ text }) => toSearchable(text))
      const at = line % all.length
      const both = searchable[at]! + (searchable[at + 1] ?? '')
      const term = both.slice(place % (both.length + 1)).slice(0, length + 1)
      // A term begins with a word or within a script, never within a word.
      if (term === '' || /^[a-z]/.test(term)) return
      const block = blocksOf(all).find(({ start, end }) => start <= at && at < end)!
      const grams = new Set<number>()
      forEachGram(textOfBlock(block, searchable), (gram) => grams.add(gram))
      const wanted = gramsOfTerm(toSearchable(term))
      expect(wanted.filter((gram) => !grams.has(gram))).toEqual([])
    }),
    { numRuns: 2_000 },
  )
})

test('LYR-07 blocks are all lines, each once', () => {
  fc.assert(
    fc.property(lines, (all) => {
      const indexes = blocksOf(all).flatMap(({ start, end }) => {
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
    ['a b c d e f g h i j', [' a', ' b', ' c', ' d', ' e', ' f', ' g', ' h']],
    ['a ab', [' ab']],
  ])('for %j looks for %j', (query, terms) => expect(searchTerms(query)).toEqual(terms))

  const found = (texts: string[], query: string) =>
    findLines(
      texts.map((text) => ({ text })),
      searchTerms(query),
    ).map(({ index, ranges }) => ranges.map(([start, end]) => `${index} ${texts[index]!.slice(start, end)}`))

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
        const terms = searchTerms(query)
        if (terms.length !== 1) return
        for (const { index, ranges } of findLines(all, terms)) {
          const { text } = all[index]!
          for (const [start, end] of ranges) {
            const marked = toSearchable(text.slice(start, end))
            expect(marked === terms[0] || terms[0]!.includes(marked) || marked.includes(terms[0]!)).toBe(true)
          }
        }
      }),
    )
  })
})
