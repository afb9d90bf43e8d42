import { expect, test } from 'vitest'

import { PIECE_BYTES } from './pieces.ts'
import { quickHash } from './quick-hash.ts'
import { someBytes } from './test/a-kept-work.ts'

const piece = someBytes(PIECE_BYTES)
const sum = quickHash(piece)

/** The sum of a copy that has been changed. */
function sumAfter(change: (bytes: Uint8Array<ArrayBuffer>) => void, of = piece): string {
  const copy = of.slice()
  change(copy)
  return quickHash(copy)
}

test('OFF-15 a sum of the same bytes is the same, wherever in memory they are', () => {
  expect(sum).toMatch(/^[0-9a-f]{32}$/)
  expect(sumAfter(() => {})).toBe(sum)
  const shifted = new Uint8Array(PIECE_BYTES + 1)
  shifted.set(piece, 1)
  expect(quickHash(shifted.subarray(1))).toBe(sum)
})

test('OFF-15 what is stored stays sound with later builds: the sums are these', () => {
  expect(quickHash(new Uint8Array(0))).toBe('937683448df8c7ad00000000fa824469')
  expect(quickHash(someBytes(1_000))).toBe('71df9b728cf949036d8cb88e8ede5876')
})

test('OFF-15 a changed bit changes the sum, in each place of a block and in the rest after the last one', () => {
  const bytes = someBytes(64 + 13)
  const sums = new Set([quickHash(bytes)])
  for (let at = 0; at < bytes.length; at++) {
    for (let bit = 0; bit < 8; bit++) sums.add(sumAfter((copy) => (copy[at]! ^= 1 << bit), bytes))
  }
  expect(sums.size).toBe(1 + 8 * bytes.length)
})

test.each([
  ['a page of the disk is empty', (bytes: Uint8Array) => bytes.fill(0, 8_192, 12_288)],
  [
    'two pages are in each other’s place',
    (bytes: Uint8Array) => {
      const first = bytes.slice(0, 4_096)
      bytes.copyWithin(0, 8_191, 8_191 + 4_096)
      bytes.set(first, 8_191)
    },
  ],
  ['the end is empty', (bytes: Uint8Array) => bytes.fill(0, PIECE_BYTES - 100)],
  ['all of it is empty', (bytes: Uint8Array) => bytes.fill(0)],
  ['it has moved by a byte', (bytes: Uint8Array) => bytes.copyWithin(0, 1)],
])('OFF-15 the sum is another one if %s', (_, change) => {
  expect(sumAfter(change)).not.toBe(sum)
})

test('OFF-15 bytes that end with zeros are not those without them', () => {
  expect(new Set([0, 1, 15, 16, 17, 32].map((length) => quickHash(new Uint8Array(length)))).size).toBe(6)
})
