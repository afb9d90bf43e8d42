import { parseKeyword, printKeyword } from '@otodana/keyword'
import { expect, test } from 'vitest'

import { countFilters } from '../filter/count-filters.ts'
import {
  basisOf,
  boundsOf,
  chooseName,
  chooseOne,
  inFirstOrder,
  isChosen,
  isEmptyRange,
  isWrongBound,
  releaseChoices,
  singleChoices,
  spellingOf,
  withBound,
  withoutFilters,
} from './filter-choices.ts'

const terms = parseKeyword('rain $duration:10m$ $-duration:30m$ $tag:calm$ $-tag:loud$ $series:Night$')

test('SRC-21 a choice replaces its kind, and is removed by choosing it again', () => {
  const choice = singleChoices.duration[1]
  expect(isChosen(terms, 'duration', choice)).toBe(true)
  expect(printKeyword(chooseOne(terms, 'duration', choice))).toBe('rain $tag:calm$ $-tag:loud$ $series:Night$')
  expect(printKeyword(chooseOne(terms, 'duration', '$duration:2h$'))).toMatch(/^rain .* \$duration:2h\$$/)
  for (const choices of Object.values(singleChoices)) {
    for (const one of choices) expect(printKeyword(parseKeyword(one))).toBe(one)
  }
})

test('SRC-21 names are included, excluded and removed; a work has one circle', () => {
  const changed = chooseName(chooseName(terms, 'tag', 'loud', true), 'tag', 'calm', true)
  expect(printKeyword(changed)).toBe('rain $duration:10m$ $-duration:30m$ $series:Night$ $-tag:calm$')
  const one = chooseName(parseKeyword('$circle:A$ $-circle:B$'), 'circle', 'C', false)
  expect(printKeyword(one)).toBe('$-circle:B$ $circle:C$')
})

test('SRC-21 a name is found in every spelling', () => {
  expect(spellingOf(parseKeyword('$tag:CALM$'), 'tag', ['穏やか', 'Calm'])).toBe('CALM')
  expect(spellingOf(parseKeyword('$circle:Calm$'), 'tag', ['穏やか', 'Calm'])).toBe('穏やか')
})

test('SRC-21 names keep the order of the first answer', () => {
  const first = [
    { id: 1, count: 5 },
    { id: 2, count: 4 },
  ]
  const next = [
    { id: 3, count: 9 },
    { id: 2, count: 3 },
  ]
  expect(inFirstOrder(first, next)).toEqual([
    { id: 1, count: 0 },
    { id: 2, count: 3 },
    { id: 3, count: 9 },
  ])
})

test('SRC-21 choices are counted under the other filters', () => {
  expect(printKeyword(basisOf(terms, 'duration'))).toBe('rain $tag:calm$ $-tag:loud$ $series:Night$')
  expect(printKeyword(basisOf(terms, 'tag'))).toBe('rain $duration:10m$ $-duration:30m$ $tag:calm$ $series:Night$')
})

test('SRC-21 only what the panel shows is counted and cleared', () => {
  expect(countFilters(printKeyword(terms))).toBe(3)
  expect(printKeyword(withoutFilters(terms))).toBe('rain $series:Night$')
})

test('SRC-21 bounds are typed in minutes', () => {
  expect(boundsOf(parseKeyword('$duration:1.5h$'), 'duration')).toEqual({ from: '90', to: '' })
  expect(printKeyword(withBound([], 'duration', true, '45'))).toBe('$-duration:45m$')
  expect(withBound(parseKeyword('$price:500$'), 'price', false, 'x')).toEqual([])
})

test('SRC-28 a range whose upper bound is not above the lower one is empty', () => {
  const range = (from: string, to: string) => isEmptyRange({ from, to })
  expect([range('30', '10'), range('30', '30'), range('1000', '999.5')]).toEqual([true, true, true])
  expect([range('10', '30'), range('', '30'), range('30', ''), range('', ''), range('9', '10')]).toEqual([
    false,
    false,
    false,
    false,
    false,
  ])
})

test('SRC-28 text that is not a number up to the limit is wrong, and sets no bound', () => {
  const wrong = ['-5', '1e9', '100000', 'ten', '5 6']
  expect(wrong.map(isWrongBound)).toEqual(wrong.map(() => true))
  const right = ['', ' ', '0', '5.', '5.5', '４５', '99999']
  expect(right.map(isWrongBound)).toEqual(right.map(() => false))
  for (const typed of wrong) expect(withBound(parseKeyword('$price:500$'), 'price', false, typed)).toEqual([])
})

test('SRC-28 a length that is no whole number of seconds is shown in hundredths of a minute', () => {
  const shown = (typed: string) => boundsOf(withBound([], 'duration', false, typed), 'duration').from
  expect([shown('1.08'), shown('1.11'), shown('119.99'), shown('5.5')]).toEqual(['1.08', '1.11', '119.99', '5.5'])
  expect(boundsOf(parseKeyword('$duration:65s$'), 'duration').from).toBe('1.08')
})

test('SRC-21 years are offered from this one back', () => {
  const choices = releaseChoices(2026)
  expect(choices[0]).toBe('$release:2026$ $-release:2027$')
  expect(choices.at(-1)).toBe('$-release:2019$')
})
