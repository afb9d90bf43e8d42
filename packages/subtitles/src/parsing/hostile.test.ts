import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { cpuMs } from '../../test/cpu-time.ts'
import { MAX_CUE_CHARACTERS, MAX_CUES, parseSubtitleFile, parseSubtitles } from '../index.ts'
import { subtitleFormats, type SubtitleFormat } from './file-format.ts'
import { SubtitleError } from '../subtitle-error.ts'

const LONG = 512 * 1024

/** Returns cues, or null if rejected; any other error fails the test. */
function tryParse(input: string | Uint8Array, format: SubtitleFormat) {
  try {
    return typeof input === 'string' ? parseSubtitles(input, format) : parseSubtitleFile(input, `a.${format}`)
  } catch (error) {
    if (error instanceof SubtitleError) return null
    throw error
  }
}

function expectSound(cues: ReturnType<typeof tryParse>): void {
  expect(cues?.length).not.toBe(0)
  if (cues === null) return
  expect(cues.length).toBeLessThanOrEqual(MAX_CUES)
  let before = -1
  for (const { startSeconds, endSeconds, text } of cues) {
    expect(startSeconds).toBeGreaterThan(before)
    expect(endSeconds).toBeGreaterThan(startSeconds)
    expect(Number.isFinite(endSeconds)).toBe(true)
    expect(text.length).toBeGreaterThan(0)
    expect(text.length).toBeLessThanOrEqual(MAX_CUE_CHARACTERS)
    before = startSeconds
  }
}

/** Tokens that are meaningful to one of the parsers. */
const pieces = [
  ['[00:01.00]', '[1:2:3.4]', '[offset:-99999]', '[length:1:1]', '[', ']', '<', '>', '<00:01.00>', '<i', '{\\p1}', '{'],
  ['00:00:01,000', ' --> ', '-->', '0:1', '9999:9999:9999.999999999', '1\n', 'WEBVTT', 'NOTE', 'STYLE\n', '&#', '}'],
  ['Dialogue: ', 'Format: ', 'Start, End, Text', ',', '[Events]', 'Comment:', '\\N', '\\h', '\n', '\r', '\r\n', '\n\n'],
  ['あ', 'a', ' ', '\t', '\u0000', '\ufeff', '\u2028', '𠮷', '\ud842', '&amp;', '<rt>', '１', '&#55296;'],
].flat()
const aMess = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 4 })), { maxLength: 80 })

describe.each(subtitleFormats)('LYR-01 hostile %s', (format) => {
  test('any mixture of tokens gives valid cues or is rejected', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(aMess, (parts) => expectSound(tryParse(parts.join(''), format))),
      { numRuns: 500 },
    )
    fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => expectSound(tryParse(bytes, format))))
  })

  const hostile = [
    [
      '\n',
      '\r',
      '\r\n',
      ' ',
      '\t',
      '\u3000',
      '[',
      ']',
      '[0',
      '[0:',
      '<',
      '<a',
      '</',
      '{',
      '{\\',
      '{\\p',
      '&',
      '&#',
      '-',
    ],
    ['-->', '0:1-->', '0:1 --> 0:2\n', '[00:01]', '[00:01] ', '[ 00:01', '<00:01', '<rt>', 'NOTE\n', '1\n', '1', ','],
    ['Dialogue:', 'Dialogue: 0,', 'Format:,', 'Format: Start,Text\n', 'Dialogue:0:1,', '[Events]\n', '\\N', '\u0000'],
    ['[00:01]a\n', '0:1-->0:2\na\n\n', 'Dialogue:,0:1,0:2,,,,,,,{\\p1\n', '[0:1]<rt><rt', '[0:1]{\\{\\'],
  ].flat()

  test.each(hostile)('%j, repeated to half a million characters, is parsed in linear time', (piece) => {
    for (const prefix of ['', '[00:01]', '0:1 --> 0:2\n', 'Dialogue:,0:1,0:2,,,,,,,']) {
      const text = prefix + piece.repeat(LONG / piece.length)
      let cues: ReturnType<typeof tryParse> = null
      // Quadratic time would take minutes.
      expect(cpuMs(() => (cues = tryParse(text, format)))).toBeLessThan(2_000)
      expectSound(cues)
    }
  })
})
