import { expect, test } from 'vitest'

import { coverFile } from '#features/metadata/index.ts'

import { fileKind } from '../files/file-kinds.ts'
import { hasSubtitle, type SummaryFile, workDuration } from './summary.ts'

function aFile(path: string, more: Partial<SummaryFile> = {}): SummaryFile {
  return { id: 1, path, kind: fileKind(path), duration_seconds: null, has_picture: 0, problem: null, ...more }
}
const recordings = (lengths: Record<string, number>) =>
  Object.entries(lengths).map(([path, duration_seconds]) => aFile(path, { duration_seconds }))
const files = (...paths: string[]) => paths.map((path, index) => aFile(path, { id: index + 1 }))
const cover = (found: SummaryFile[], named: string | null = null) =>
  found.find(({ id }) => id === coverFile(found, named))?.path ?? null

test('ADM-01 one recording in several formats or with and without effects counts once', () => {
  expect(
    workDuration(
      recordings({
        'mp3/01 door.mp3': 60.05,
        'wav/01 door.wav': 59.98,
        'no se/01 Door.wav': 59.98,
        'wav/02 雨.wav': 120,
        'wav/02 雨_SEなし.wav': 120.4,
        'wav/03 wind (no SE).wav': 30,
        'wav/03 wind.wav': 30,
      }),
    ),
  ).toBeCloseTo(209.98, 3)
})

test('ADM-01 recordings of one name and different lengths all count', () => {
  expect(workDuration(recordings({ 'disc 1/track.mp3': 60, 'disc 2/track.mp3': 90, 'disc 3/track.mp3': 62 }))).toBe(212)
})

test('ADM-01 recordings of one name and length on several discs all count, once in several formats', () => {
  const lengths = { 'mp3/Disc 1/01.mp3': 60, 'wav/DISC01/01.wav': 60, 'mp3/disc-2/01.mp3': 60, 'wav/ＣＤ２/01.wav': 60 }
  expect(workDuration(recordings(lengths))).toBe(120)
  expect(
    workDuration(recordings({ 'ディスク1/01.mp3': 60, 'ディスク2/01.mp3': 61, 'abcd 2/02.mp3': 5, '02.wav': 5 })),
  ).toBe(126)
})

test('ADM-01 files without a length do not count', () => {
  expect(workDuration([aFile('broken.mp3'), aFile('a.txt', { duration_seconds: 5 })])).toBe(0)
})

test.each(['lrc', 'srt', 'vtt', 'ASS'])('ADM-01 a %s file is a subtitle', (extension) => {
  expect(hasSubtitle([aFile('a.txt'), aFile(`sub/a.mp3.${extension}`)])).toBe(true)
})

test('ADM-01 a text is no subtitle', () => {
  expect(hasSubtitle([aFile('a.txt'), aFile('lrc'), aFile('srt.mp3')])).toBe(false)
})

test.each([
  [['art/10.png', 'art/2.png', 'b/1.png'], null, 'art/2.png'],
  [['deep/er/1.png', 'z.png'], null, 'z.png'],
  [['a.png', 'art/cover.jpg'], null, 'art/cover.jpg'],
  [['art/Cover.jpg', 'main.png'], null, 'main.png'],
  [['a.png', 'RJ100001_img_main.jpg'], null, 'RJ100001_img_main.jpg'],
  [['a.png', 'domain.png'], null, 'a.png'],
  [['a.png', 'ジャケット.png', 'ｃｏｖｅｒ.png'], null, 'ｃｏｖｅｒ.png'],
  [['cover.jpg', 'art/best.png'], 'art/best.png', 'art/best.png'],
  [['cover.jpg', 'a.png'], 'gone.png', 'cover.jpg'],
  [['notes.txt', 'a.mp3'], 'notes.txt', null],
])('ADM-01 of %j with %s named, the cover is %s', (paths, named, expected) => {
  expect(cover(files(...paths), named)).toBe(expected)
})

test('ADM-01 a picture in a recording is the cover only when there is no image', () => {
  const song = aFile('1.mp3', { id: 7, has_picture: 1 })
  expect(cover([aFile('0.mp3', { id: 6 }), song])).toBe('1.mp3')
  expect(cover([song, aFile('deep/a.png', { id: 8 })])).toBe('deep/a.png')
})

test('ADM-10 an image that is known to be broken is no cover; one that cannot be decoded comes after others of its name', () => {
  const broken = aFile('cover.jpg', { id: 5, problem: 'The file is empty' })
  expect(cover([broken, aFile('z.png', { id: 6 })])).toBe('z.png')
  expect(cover([broken, aFile('z.png', { id: 6 })], 'cover.jpg')).toBe('z.png')
  expect(cover([broken])).toBe(null)
  expect(cover([broken, aFile('1.mp3', { id: 7, has_picture: 1 })])).toBe('1.mp3')
  expect(cover(files('cover.bmp', 'cover.png', '1.png'))).toBe('cover.png')
  expect(cover(files('cover.bmp', '1.png'))).toBe('cover.bmp')
})
