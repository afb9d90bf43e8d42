import { describe, expect, test } from 'vitest'

import { decodeText, MAX_SUBTITLE_BYTES } from '../index.ts'

const text = '[00:12.50]今夜は雨の音を聞きながら、ゆっくり眠りましょう。\n'
/** `雨の夜です` */
const shiftJis = [0x89, 0x4a, 0x82, 0xcc, 0x96, 0xe9, 0x82, 0xc5, 0x82, 0xb7]

describe('LYR-01 decoding bytes', () => {
  test.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16LE with a mark', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16BE with a mark', Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
    ['UTF-16LE', Buffer.from(text, 'utf16le')],
    ['two marks', Buffer.from(`\ufeff\ufeff${text}`)],
  ])('%s', (_, bytes) => expect(decodeText(bytes)).toBe(text))

  test('the bytes that reveal the encoding may come late', () => {
    const ascii = '[00:01.00]la\n'.repeat(20_000)
    expect(decodeText(Buffer.concat([Buffer.from(ascii), Uint8Array.from(shiftJis)]))).toBe(`${ascii}雨の夜です`)
  })

  test('oversized input is rejected before decoding', () => {
    expect(() => decodeText(new Uint8Array(MAX_SUBTITLE_BYTES + 1))).toThrow('tooLarge')
    expect(decodeText(new Uint8Array())).toBe('')
  })
})
