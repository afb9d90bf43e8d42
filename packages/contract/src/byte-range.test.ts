import fc from 'fast-check'
import { expect, test } from 'vitest'

import { type RangeAnswer, readByteRange } from './byte-range.ts'

const WHOLE = { kind: 'whole' }
const UNSATISFIABLE = { kind: 'unsatisfiable' }
const part = (start: number, end: number) => ({ kind: 'part', start, end })

test.each([
  ['bytes=0-0', 10, part(0, 0)],
  ['bytes=0-', 10, part(0, 9)],
  ['bytes=3-5', 10, part(3, 5)],
  ['bytes=3-500', 10, part(3, 9)],
  ['bytes=9-9', 10, part(9, 9)],
  ['bytes=-1', 10, part(9, 9)],
  ['bytes=-500', 10, part(0, 9)],
  ['BYTES=1-2', 10, part(1, 2)],
  ['bytes= 1-2 ', 10, part(1, 2)],
  ['bytes=,1-2,', 10, part(1, 2)],
  ['bytes=0000000000000000000000001-2', 10, part(1, 2)],
  ['bytes=0-99999999999999999999999999', 10, part(0, 9)],
  ['bytes=-99999999999999999999999999', 10, part(0, 9)],
])('MED-01 the range %s of %i bytes is a part', (header, size, expected) => {
  expect(readByteRange(header, size)).toEqual(expected)
})

test.each([
  ['bytes=10-', 10],
  ['bytes=10-20', 10],
  ['bytes=-0', 10],
  ['bytes=-000', 10],
  ['bytes=0-', 0],
  ['bytes=0-0', 0],
  ['bytes=-0', 0],
  ['bytes=99999999999999999999999999-', 10],
])('MED-01 the range %s of %i bytes cannot be satisfied', (header, size) => {
  expect(readByteRange(header, size)).toEqual(UNSATISFIABLE)
})

test.each([
  undefined,
  '',
  'bytes',
  'bytes=',
  'bytes=-',
  'bytes=,',
  'bytes=5-3',
  // Equal as doubles.
  'bytes=9007199254740993-9007199254740992',
  'bytes=a-b',
  'bytes=0x1-2',
  'bytes=1e2-',
  'bytes=1.5-2',
  'bytes=--5',
  'bytes=-5-',
  'bytes=+1-2',
  'bytes=1 - 2',
  'bytes=１-２',
  'bytes:1-2',
  'items=0-5',
  'bytes=0-1,3-4',
  'bytes=0-1,nonsense',
  'bytes=5-\n6',
])('MED-01 the header %j is ignored and the whole file is sent', (header) => {
  expect(readByteRange(header, 10)).toEqual(WHOLE)
})

test('MED-01 the last bytes of an empty file are the whole of it', () => {
  expect(readByteRange('bytes=-5', 0)).toEqual(WHOLE)
})

test('MED-01 a part is never empty, never beyond the file, and is what slicing gives', () => {
  const bound = fc.option(fc.nat(80), { nil: null })
  fc.assert(
    fc.property(bound, bound, fc.nat(60), (first, last, size) => {
      const bytes = Array.from({ length: size }, (_, index) => index)
      expect(bytesOf(readByteRange(`bytes=${first ?? ''}-${last ?? ''}`, size), bytes)).toEqual(
        // An empty file has no ranges: its "last five bytes" are all of it.
        size === 0 && first === null && last !== null && last > 0 ? null : sliceAsked(bytes, first, last),
      )
    }),
  )
})

/** The bytes of a range; empty if unsatisfiable, null for the whole file. */
function bytesOf(answer: RangeAnswer, bytes: number[]): number[] | null {
  if (answer.kind === 'whole') return null
  if (answer.kind === 'unsatisfiable') return []
  const { start, end } = answer
  if (start < 0 || start > end || end >= bytes.length) throw new Error(`${start}-${end} is no part`)
  return bytes.slice(start, end + 1)
}

/** Null: the header is ignored. */
function sliceAsked(bytes: number[], first: number | null, last: number | null): number[] | null {
  if (first === null) return last === null ? null : last === 0 ? [] : bytes.slice(-last)
  if (last !== null && last < first) return null
  return bytes.slice(first, last === null ? undefined : last + 1)
}

test('MED-01 no header, however odd, makes the reader fail', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(), (text, size) => {
      for (const header of [text, `bytes=${text}`]) {
        expect(['whole', 'part', 'unsatisfiable']).toContain(readByteRange(header, size).kind)
      }
    }),
  )
})
