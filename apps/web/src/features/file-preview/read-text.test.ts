import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { MAX_TEXT_BYTES, readLines, readText } from './read-text.ts'

const bytes = (...numbers: number[]) => Uint8Array.from(numbers)
const utf8 = (text: string) => new TextEncoder().encode(text)
const whole = ({ blocks }: { blocks: readonly string[] }) => blocks.join('\n')

describe('WRK-05 a text', () => {
  const shiftJis = bytes(0x89, 0x4a, 0x82, 0xcc, 0x96, 0xe9, 0x82, 0xc5, 0x82, 0xb7, 0x81, 0x42)
  const gbk = bytes(0xb0, 0xae, 0xd2, 0xf4, 0xc0, 0xd6, 0xb5, 0xc4, 0xc8, 0xcb)
  test.each([
    ['UTF-8', utf8('雨の夜'), '雨の夜'],
    ['UTF-8 with a byte order mark', utf8('\ufeff雨の夜'), '雨の夜'],
    ['UTF-16 LE', bytes(0xff, 0xfe, 0xe8, 0x96, 0x41, 0x00), '雨A'],
    ['UTF-16 BE', bytes(0xfe, 0xff, 0x96, 0xe8, 0x00, 0x41), '雨A'],
    ['Shift-JIS', shiftJis, '雨の夜です。'],
    ['GBK', gbk, '爱音乐的人'],
    ['nothing', bytes(), ''],
  ])('in %s is read', (_, given, text) => expect(whole(readText(given, null))).toBe(text))

  test('is read in the encoding that the reader says', () => {
    expect(whole(readText(shiftJis, 'shift_jis'))).toBe('雨の夜です。')
    expect(whole(readText(shiftJis, 'utf-8'))).toContain('\ufffd')
  })

  test('keeps every line, whatever ends it, and however many there are', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z 雨]{0,8}$/), { maxLength: 900 }), (lines) => {
        for (const end of ['\n', '\r\n', '\r'])
          expect(whole(readText(utf8(lines.join(end)), null))).toBe(lines.join('\n'))
      }),
    )
  })

  test('of nothing but white space is empty', () => {
    for (const text of ['', '\ufeff', ' \n\r\n\u3000\t']) expect(readText(utf8(text), null).isEmpty).toBe(true)
    expect(readText(utf8(' \n。'), null).isEmpty).toBe(false)
  })

  test('that is too large is cut at a megabyte, between characters, and says so', () => {
    const one = utf8('雨')
    const large = new Uint8Array(MAX_TEXT_BYTES + 1)
    for (let at = 0; at < large.length; at += 3) large.set(one.subarray(0, large.length - at), at)
    const { blocks, isCut } = readText(large, null)
    expect(isCut).toBe(true)
    expect(blocks).toHaveLength(1)
    expect(blocks[0]).toMatch(/^雨+$/)
    expect(blocks[0]!.length).toBe(Math.floor(MAX_TEXT_BYTES / 3))
    expect(readText(large.subarray(0, MAX_TEXT_BYTES), null).isCut).toBe(false)
  })
})

test('WRK-05 a subtitle is read as lines; one without any is broken; what is too large or none is a text', () => {
  const vtt = utf8('WEBVTT\n\n00:01.000 --> 00:02.000\nこんばんは\n')
  expect(readLines(vtt, '01.mp3.vtt')).toMatchObject({
    cues: [{ startSeconds: 1, text: 'こんばんは' }],
    language: 'ja',
  })
  expect(readLines(vtt, 'readme.txt')).toBeNull()
  for (const text of ['nothing timed', '']) expect(readLines(utf8(text), '01.srt')).toBe('broken')
  expect(readLines(utf8('Dialogue: 0:00:01.00,0:00:02.00,Good\0 night'), '01.ass')).not.toBeNull()
  expect(readLines(new Uint8Array(MAX_TEXT_BYTES + 1), '01.srt')).toBeNull()
})
