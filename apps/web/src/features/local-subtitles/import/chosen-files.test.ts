import fc from 'fast-check'
import { expect, test } from 'vitest'

import { choose, cleanPath } from './chosen-files.ts'
import type { ZipEntry } from './zip/directory.ts'

const entry = (name: string): ZipEntry => ({
  name,
  start: 0,
  end: 0,
  compressedBytes: 0,
  sizeBytes: 0,
  crc32: 0,
  method: 0,
  isEncrypted: false,
})
const kind = (name: string) => choose(entry(name))?.kind ?? null

test.each([
  ['RJ123456/01.lrc', 'subtitle'],
  ['RJ123456\\字幕\\01.mp3.VTT', 'subtitle'],
  ['a.srt', 'subtitle'],
  ['a.ass', 'subtitle'],
  ['RJ123456.ZIP', 'archive'],
  ['a.ssa', null],
  ['a.txt', null],
  ['01.mp3', null],
  ['a.srt/', null],
  ['a.srt\\', null],
  ['__MACOSX/RJ123456/01.srt', null],
  ['__MACOSX/RJ123456/._01.srt', null],
  ['RJ123456/._01.srt', null],
  ['RJ123456/.DS_Store', null],
  ['RJ123456/Thumbs.db', null],
  ['', null],
])('LSB-01 of a package %j counts as %s', (name, expected) => {
  expect(kind(name)).toBe(expected)
})

test('LSB-01 a path leads nowhere, whatever stands in it', () => {
  expect(cleanPath('../../etc/01.srt')).toBe('etc/01.srt')
  expect(cleanPath('/abs//./b/../01.srt')).toBe('abs/b/01.srt')
  expect(cleanPath('C:\\Users\\..\\01.srt')).toBe('Users/01.srt')
  expect(cleanPath('/c:/D:../../01.srt')).toBe('01.srt')
  expect(cleanPath('a\u202etrs.\u0000srt')).toBe('atrs.srt')
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('.', '/', '\\', 'a', ':', '音', '\u0000'), maxLength: 30 }),
      (name) => {
        const path = cleanPath(name)
        expect(path).not.toMatch(/^\/|^[a-z]:|\\|\0|\/\/|(^|\/)\.\.?(\/|$)|\/$/i)
        expect(cleanPath(path)).toBe(path)
      },
    ),
  )
  expect(cleanPath(`${'a'.repeat(5_000)}/01.srt`)).toHaveLength(1_000)
  // Cutting must not bring any of these to the start either.
  for (const begin of ['/', '../', 'C:/', 'C:..\\']) {
    expect(cleanPath(`aaa${`${begin}01.srt`.padEnd(1_000, '/a')}`)).toMatch(/^01\.srt\/a/)
  }
})
