import fc from 'fast-check'
import { expect, test } from 'vitest'

import { mediaFile } from '../media/media-file.ts'
import { MAX_CHAPTER_TITLE, MAX_CHAPTERS, tidyChapters } from './chapters.ts'
import { readCueChapters } from './cue-chapters.ts'
import { readMatroskaChapters } from './matroska-chapters.ts'
import { MAX_CUE_BYTES, readCueFile } from './read-cue-file.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const lines = (...parts: string[]) => parts.join('\r\n')
/** 雨 and 風 in the encodings of their countries. */
const inShiftJis = [0x89, 0x4a, 0x95, 0x97]
const inGbk = [0xd3, 0xea, 0xb7, 0xe7]

test('CHP-02 chapters are in order, once at a time, and within their limits', () => {
  const many = Array.from({ length: MAX_CHAPTERS + 5 }, (_, at) => ({ startSeconds: at, title: 'x'.repeat(300) }))
  const tidy = tidyChapters(many.toReversed())
  expect(tidy).toHaveLength(MAX_CHAPTERS)
  expect(tidy[0]).toEqual({ startSeconds: 0, title: 'x'.repeat(MAX_CHAPTER_TITLE) })
  const odd = [Number.NaN, -1, Infinity, 4, 2, 4].map((startSeconds, at) => ({ startSeconds, title: `${at}\n\0` }))
  expect(tidyChapters(odd)).toEqual([
    { startSeconds: 2, title: '4' },
    { startSeconds: 4, title: '3' },
  ])
  expect(tidyChapters([{ startSeconds: 0, title: 'All of it' }])).toEqual([])
})

test('CHP-03 a cue sheet’s tracks are chapters of the file that it names', () => {
  const sheet = lines(
    'REM GENRE ASMR',
    'TITLE "The disc"',
    'FILE "夜 1.wav" WAVE',
    '  TRACK 01 AUDIO',
    '    TITLE "雨"',
    '    PERFORMER "A"',
    '    INDEX 01 00:00:00',
    '  TRACK 02 AUDIO',
    '    TITLE Wind',
    '    INDEX 00 01:58:00',
    '    INDEX 01 02:00:37',
    '  TRACK 03 AUDIO',
    '    INDEX 01 75:10:00',
    'FILE two.wav WAVE',
    '  TRACK 04 AUDIO',
    '    INDEX 01 00:00:00',
  )
  expect(readCueChapters(sheet)).toEqual([
    {
      of: '夜 1.wav',
      chapters: [
        { startSeconds: 0, title: '雨' },
        { startSeconds: 120.493, title: 'Wind' },
        { startSeconds: 4_510, title: '' },
      ],
    },
  ])
})

test.each([
  ['Shift_JIS', inShiftJis],
  ['GBK', inGbk],
])('CHP-03 a cue sheet in %s is read', (_, bytes) => {
  const track = (at: number) => utf8(`  TRACK 0${at} AUDIO\n    INDEX 01 0${at}:00:00\n    TITLE "`)
  const name = Array.from({ length: 8 }, () => bytes).flat()
  const end = utf8('"\n')
  const sheet = new Uint8Array([
    ...utf8('FILE "a.wav" WAVE\n'),
    ...track(1),
    ...name,
    ...end,
    ...track(2),
    ...name,
    ...end,
  ])
  expect(readCueFile(sheet).chapters[0]?.chapters[0]?.title).toMatch(/^(?:雨風|雨风){8}$/)
})

test('CHP-03 a cue sheet in UTF-16 is read', () => {
  const text =
    '\ufeffFILE "a.wav" WAVE\nTRACK 01 AUDIO\nINDEX 01 00:00:00\nTRACK 02 AUDIO\nTITLE "風"\nINDEX 01 00:09:00'
  const bytes = new Uint8Array(Uint16Array.from(text, (sign) => sign.charCodeAt(0)).buffer)
  expect(readCueFile(bytes).chapters).toMatchObject([{ chapters: [{ title: '' }, { title: '風', startSeconds: 9 }] }])
})

const track = 'TRACK 01 AUDIO\n'
test.each([
  ['has no tracks', 'FILE "a.wav" WAVE'],
  ['names no file', `${track}INDEX 01 00:00:00`],
  ['has no valid time', `FILE "a.wav" WAVE\n${track}TITLE "雨"\n${track}INDEX 01 00:01:00`],
  ['has no valid time', `FILE "a.wav" WAVE\n${track}INDEX 01 00:61:00\n${track}INDEX 01 00:01:00`],
  [`has over ${MAX_CHAPTERS} tracks`, `FILE "a.wav" WAVE\n${`${track}INDEX 01 00:00:00\n`.repeat(MAX_CHAPTERS + 1)}`],
  ['is larger than 256 kB', ' '.repeat(MAX_CUE_BYTES + 1)],
])('CHP-04 a cue sheet that %s says so', (problem, text) => {
  const read = readCueFile(utf8(text))
  expect(read.problem).toContain(problem)
  expect(read.chapters).toEqual([])
})

test('CHP-04 any text is a cue sheet, or is said to be none', () => {
  const word = fc.constantFrom(
    'FILE',
    '"a.wav"',
    'WAVE',
    'TRACK',
    '01',
    'AUDIO',
    'INDEX',
    '00:00:01',
    'TITLE',
    '"',
    ' ',
    '\n',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(word, { maxLength: 60 }).map((words) => words.join(' ')),
      ),
      (text) => {
        for (const { chapters } of readCueFile(utf8(text)).chapters) expect(chapters.length).toBeGreaterThan(1)
      },
    ),
  )
})

test('CHP-04 no bytes are read as Matroska chapters beyond their end', async () => {
  const aFile = (bytes: Uint8Array<ArrayBuffer>) =>
    mediaFile(
      {
        size: bytes.length,
        readAt: (position, length) => Promise.resolve(bytes.slice(position, position + length)),
        close: () => Promise.resolve(),
      },
      undefined,
    )
  const start = [0x1a, 0x45, 0xdf, 0xa3, 0x80, 0x18, 0x53, 0x80, 0x67, 0xff]
  const marks = [[0x10, 0x43, 0xa7, 0x70], [0x45, 0xb9], [0xb6], [0x91], [0x80], [0x85], [0x11, 0x4d, 0x9b, 0x74]]
  const part = fc.oneof(fc.constantFrom(...marks), fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 6 }))
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 30 }), async (parts) => {
      const read = await readMatroskaChapters(aFile(new Uint8Array([...start, ...parts.flat()])))
      expect(read.length).toBeLessThanOrEqual(MAX_CHAPTERS)
    }),
  )
})
