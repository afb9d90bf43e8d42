import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'

import { flag, fromJson, listOf, number, objectOf, oneOf, orNull, recordOf, text, wholeNumber } from './readers.ts'

/** Each reader with an equivalent schema. */
const pairs = {
  flag: [flag, z.boolean()],
  text: [text(3, /^a/), z.string().check(z.maxLength(3), z.regex(/^a/))],
  number: [number(-1, 2.5), z.number().check(z.minimum(-1), z.maximum(2.5))],
  wholeNumber: [wholeNumber(0), z.int().check(z.minimum(0))],
  oneOf: [oneOf(['a', 'toString']), z.enum(['a', 'toString'])],
  orNull: [orNull(flag), z.nullable(z.boolean())],
  listOf: [listOf(orNull(number()), 2), z.array(z.nullable(z.number())).check(z.maxLength(2))],
  recordOf: [recordOf(text()), z.record(z.string(), z.string())],
  objectOf: [
    objectOf({ a: number(), b: objectOf({ a: flag }) }),
    z.object({ a: z.number(), b: z.object({ a: z.boolean() }) }),
  ],
} as const

const anything = fc.oneof(
  fc.anything({ withNullPrototype: false, key: fc.constantFrom('a', 'b', 'toString', '1') }),
  fc.constantFrom('a', 'ab', 'abc', 'abcd', 'toString', 0, 1, -1, 2.5, NaN, Infinity, null, true, [], [null, 1], {}),
  fc.record({ a: fc.double(), b: fc.record({ a: fc.boolean(), c: fc.boolean() }) }),
  fc.dictionary(fc.constantFrom('a', 'b', 'toString'), fc.string()),
)

test.each(Object.entries(pairs))('SET-03 what %s takes and gives is what a schema would', (_, [read, schema]) => {
  fc.assert(
    fc.property(anything, (value) => {
      fc.pre(!hasOddParts(value))
      expect(read(value)).toEqual(z.safeParse(schema, value).data)
    }),
    { numRuns: 500 },
  )
})

/** Dates, maps and other values that JSON and URLs cannot contain. */
function hasOddParts(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype
  return !isPlain || Object.values(value).some(hasOddParts)
}

test('SET-03 an optional field that is wrong is left out, and so are unknown fields', () => {
  const read = objectOf({ a: flag }, { b: flag })
  expect(read({ a: true, b: 1, c: 2 })).toEqual({ a: true })
  expect(read({ a: true, b: false })).toEqual({ a: true, b: false })
  expect(read({ b: true })).toBeUndefined()
})

test('SET-03 names that every object has are no values', () => {
  expect(objectOf({ constructor: (value: unknown) => value })({})).toBeUndefined()
  expect(fromJson('{')).toBeUndefined()
  const kept = recordOf(number())(fromJson('{"__proto__":1}'))
  expect(Object.getPrototypeOf(kept)).toBe(Object.prototype)
})
