import fc from 'fast-check'
import { expect, test } from 'vitest'

import { safeName, savedPaths, workFolderName } from './saved-names.ts'

test.each([
  ['01 雨音.mp3', '01 雨音.mp3'],
  ['がぎぐ.mp3'.normalize('NFD'), 'がぎぐ.mp3'],
  ['「朝」？ 50%: a/b.mp3', '「朝」？ 50%： a／b.mp3'],
  ['What?*"<x>|.wav', 'What？＊＂＜x＞｜.wav'],
  ['..', '_'],
  ['../../etc/passwd', '_／..／etc／passwd'],
  ['.hidden', '_hidden'],
  [' .hidden', '_hidden'],
  ['ends with dots...', 'ends with dots'],
  ['  spaces  ', 'spaces'],
  ['', '_'],
  ['con', '_con'],
  ['COM1.txt', '_COM1.txt'],
  ['lpt²', '_lpt²'],
  ['con .txt', '_con .txt'],
  ['console.txt', 'console.txt'],
  ['Thumbs.db', '_Thumbs.db'],
  ['shop.url', 'shop.url_'],
  ['a\u202efdp.exe', 'afdp.exe'],
  ['e\u202e\u0301.mp3', '\u00e9.mp3'],
  ['family 👩\u200d👧.txt', 'family 👩\u200d👧.txt'],
  ['half \ud800.mp3', 'half _.mp3'],
  ['line\nbreak\u0000.mp3', 'linebreak.mp3'],
])('DLD-02 the name %j is saved as %j', (name, saved) => {
  expect(safeName(name)).toBe(saved)
})

test('DLD-02 a name that is too long is cut before its extension', () => {
  const saved = safeName(`${'雨'.repeat(200)}.flac`)
  expect(saved).toMatch(/^雨+\.flac$/)
  expect(Buffer.byteLength(saved)).toBeLessThanOrEqual(180)
  // The cut must not leave an invalid character at the end.
  expect(safeName(`${'a'.repeat(179)}. b`)).toBe('a'.repeat(179))
  expect(workFolderName({ source_id: 'RJ01000001', title: '眠りの海 / 朝?' })).toBe('RJ01000001 眠りの海 ／ 朝？')
  expect(Buffer.byteLength(workFolderName({ source_id: 'RJ01000001', title: '音'.repeat(200) }))).toBeLessThanOrEqual(
    120,
  )
})

test('DLD-02 every file gets a name that all systems accept, and sanitising it again changes nothing', () => {
  const unit = fc.constantFrom('.', ' ', '/', '\u202e', '\u0301', '\ud800', '(', '1', 'e', 'con', 'lnk', '雨')
  const names = fc.oneof(fc.string({ unit: 'binary', maxLength: 80 }), fc.string({ unit, maxLength: 80 }))
  fc.assert(
    fc.property(names, (name) => {
      const saved = safeName(name)
      expect(saved).not.toMatch(/[\\/:*?"<>|\p{Cc}\p{Cs}]|^[.\s]|[.\s]$|^$/u)
      expect(saved).not.toMatch(/^(?:con|prn|aux|nul|com\d|lpt\d)(?: *\.|$)/i)
      expect(Buffer.byteLength(saved)).toBeLessThanOrEqual(182)
      expect(safeName(saved)).toBe(saved)
    }),
    { numRuns: 200 },
  )
})

const nasty = fc.constantFrom(
  'a',
  'A',
  'ａ',
  'a.mp3',
  'A.MP3',
  'a.mp3.part',
  'a?',
  'a？',
  'が',
  'か\u3099',
  'con',
  '..',
  '',
)

test('DLD-02 no two files of a folder have names that a system treats as equal, nor do a folder and a file', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.array(nasty, { minLength: 1, maxLength: 3 }), { selector: (path) => path.join('/') }),
      (paths) => {
        const saved = savedPaths(paths)
        expect(saved.map((path) => path.length)).toEqual(paths.map((path) => path.length))
        const key = (names: string[]) => names.join('/').normalize('NFKC').toLowerCase()
        expect(new Set(saved.map(key)).size).toBe(paths.length)
        const folders = new Set(saved.flatMap((path) => path.slice(1).map((_, index) => key(path.slice(0, index + 1)))))
        for (const path of saved) {
          expect(folders.has(key(path))).toBe(false)
          // Nor may any other file have the name of the partial file.
          expect(saved.some((other) => other !== path && key(other) === `${key(path)}.part`)).toBe(false)
        }
        expect(savedPaths(paths)).toEqual(saved)
      },
    ),
  )
})

test('DLD-02 files of one folder stay together, and the second of two equal names gets a number', () => {
  expect(
    savedPaths([
      ['mp3', '01.mp3'],
      ['MP3', '01.mp3'],
      ['mp3', '01.MP3'],
      ['mp3', '02.mp3'],
    ]),
  ).toEqual([
    ['mp3', '01.mp3'],
    ['MP3 (2)', '01.mp3'],
    ['mp3', '01 (2).MP3'],
    ['mp3', '02.mp3'],
  ])
})
