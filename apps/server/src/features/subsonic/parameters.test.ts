import { expect, test } from 'vitest'

import { headingOf } from './calls/browsing.ts'
import { createParameters, MAX_VALUES } from './parameters.ts'
import { SubsonicError } from './subsonic-error.ts'

const parametersOf = (query: string) => createParameters(new URLSearchParams(query))

test('SUBS-01 a parameter is text, a whole number or a flag; what is not is refused by name', () => {
  const parameters = parametersOf('size=600&offset=-1&flag=TRUE&other=0&empty=&word=ten&id=a&id=&id=b')
  expect(parameters.count('size', 10, 500)).toBe(500)
  expect(parameters.count('offset', 0, 500)).toBe(0)
  expect(parameters.count('missing', 10, 500)).toBe(10)
  expect([parameters.flag('flag', false), parameters.flag('other', true), parameters.flag('missing', true)]).toEqual([
    true,
    false,
    true,
  ])
  expect([parameters.text('empty'), parameters.integer('empty')]).toEqual([null, null])
  expect(parameters.texts('id')).toEqual(['a', 'b'])
  expect(() => parameters.count('word', 0, 1)).toThrow('"word" must be a whole number')
  expect(() => parameters.flag('word', true)).toThrow('"word" must be true or false')
  expect(() => parameters.requiredText('empty')).toThrow(
    new SubsonicError('missingParameter', 'The parameter "empty" is missing.'),
  )
  expect(parametersOf('time=1&time=&time=-2').integers('time')).toEqual([1, -2])
  expect(() => parametersOf('time=1&time=x').integers('time')).toThrow('"time" must be a whole number')
  expect(() => parametersOf('size=1e9').integer('size')).toThrow(SubsonicError)
})

test('SUBS-01 a text has at most 4,000 characters, and a name at most 5,000 values', () => {
  expect(parametersOf(`query=${'x'.repeat(4_000)}`).text('query')).toHaveLength(4_000)
  expect(() => parametersOf(`query=${'x'.repeat(4_001)}`).text('query')).toThrow('"query" must be at most 4000')
  const ids = (count: number) => parametersOf(`id=1${'&id=1'.repeat(count - 1)}`)
  expect(ids(MAX_VALUES).texts('id')).toHaveLength(MAX_VALUES)
  expect(() => ids(MAX_VALUES + 1).texts('id')).toThrow('"id" must be given at most 5000 times')
})

test.each([
  ['ama', 'A'],
  ['Ａｍａ', 'A'],
  ['あま', 'あ'],
  ['ガラス', 'か'],
  ['ぱん', 'は'],
  ['ャ', 'や'],
  ['ヴェール', 'あ'],
  ['ん', 'わ'],
  ['月影', '#'],
  ['', '#'],
  ['7', '#'],
])('SUBS-03 %j is listed below %s', (name, heading) => {
  expect(headingOf(name)).toBe(heading)
})
