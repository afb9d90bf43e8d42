import fc from 'fast-check'
import { expect, test } from 'vitest'

import { parseMediaRef } from './media-ref.ts'

test.each([
  ['12', { workId: null, fileId: 12 }],
  ['0012', { workId: null, fileId: 12 }],
  ['1000001/12', { workId: 1_000_001, fileId: 12 }],
  ['01000001/12', { workId: 1_000_001, fileId: 12 }],
  ['12/01 rain.mp3', { workId: null, fileId: 12 }],
  ['1000001/12/01 rain.mp3', { workId: 1_000_001, fileId: 12 }],
  ['1000001/12/mp3/01 rain.mp3', { workId: 1_000_001, fileId: 12 }],
  ['1000001/12/34', { workId: 1_000_001, fileId: 12 }],
  ['12/', { workId: null, fileId: 12 }],
  ['12/…and then.mp3', { workId: null, fileId: 12 }],
  ['99999999999999999999999', { workId: null, fileId: Number.MAX_SAFE_INTEGER }],
])('MED-01 %s names a file', (text, expected) => {
  expect(parseMediaRef(text)).toEqual(expected)
})

test.each([
  '',
  '/',
  '/12',
  'rain.mp3',
  '-1',
  '+1',
  '1.5',
  '1e309',
  '0x10',
  '１２',
  ' 12',
  '12\0',
  '12/a\0b',
  '12/a\r\nb',
  '../12',
  '12/../../etc/passwd',
  '1000001/12/../../../etc/passwd',
  '12/..\\..\\secret',
  '12/.',
  'RJ01000001/12',
])('MED-01 %j names no file', (text) => {
  expect(parseMediaRef(text)).toBeNull()
})

test('MED-01 whatever the text, ids are whole numbers that are safe to compare', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[0-9/.]{1,40}$/)), (text) => {
      const ref = parseMediaRef(text)
      if (!ref) return
      expect(Number.isSafeInteger(ref.fileId)).toBe(true)
      expect(ref.workId === null || Number.isSafeInteger(ref.workId)).toBe(true)
    }),
  )
})
