import fc from 'fast-check'
import { expect, test } from 'vitest'

import { aText } from '../test/a-term.ts'
import { lengthReadings, lengthTerms, parseKeyword, printKeyword, printTerm } from './index.ts'

const read = (text: string) => lengthTerms(text).map(printTerm)

test.each([
  ['5 min', ['$-duration:5m$', '$duration:5m$']],
  ['５分', ['$-duration:5m$', '$duration:5m$']],
  ['about 5 minutes', ['$-duration:5m$', '$duration:5m$']],
  ['約10分くらい', ['$-duration:10m$', '$duration:10m$']],
  ['under 10 minutes', ['$-duration:10m$']],
  ['Less than 1.5 hours', ['$-duration:90m$']],
  ['10分以内', ['$-duration:10m$']],
  ['不到10分钟', ['$-duration:10m$']],
  ['半小时以内', ['$-duration:30m$']],
  ['1 h 30 min', ['$-duration:90m$', '$duration:90m$']],
  ['1時間半以上', ['$duration:90m$']],
  ['2個小时', ['$-duration:2h$', '$duration:2h$']],
  ['at least 20m', ['$duration:20m$']],
  ['60分間+', ['$duration:1h$']],
])('SRC-23 %j is a length', (text, terms) => {
  expect(read(text)).toEqual(terms)
})

test.each([
  '',
  '5',
  'min',
  'under',
  '0 min',
  '以内',
  '半',
  '5 mins rain',
  '第5分',
  '5分の1',
  '12345 min',
  ' '.repeat(40),
])('SRC-23 %j is none', (text) => {
  expect(read(text)).toEqual([])
})

test.each([
  ['rain 5 min', ['rain $-duration:5m$', 'rain $duration:5m$']],
  ['soft rain under 10 minutes $tag:calm$', ['soft rain $tag:calm$ $-duration:10m$']],
  ['10分以内 雨', ['雨 $-duration:10m$']],
  ['1 h 30 min', ['$-duration:90m$', '$duration:90m$']],
  ['rain $tag:5 min$', []],
  ['5 $tag:calm$ min', []],
])('SRC-23 what %j may mean', (keyword, searches) => {
  expect(lengthReadings(parseKeyword(keyword)).map(({ terms }) => printKeyword(terms))).toEqual(searches)
})

test('SRC-23 a reading replaces words by a length that the search language knows, whatever the text', () => {
  const amount = fc.constantFrom('5 min', '10分以内', 'under 2 hours', '半小时')
  fc.assert(
    fc.property(aText, amount, (text, length) => {
      const terms = parseKeyword(`${text} ${length}`)
      for (const reading of lengthReadings(terms)) {
        expect(reading.terms.length).toBeLessThanOrEqual(terms.length)
        expect(parseKeyword(printTerm(reading.term))).toEqual([reading.term])
      }
    }),
  )
})
