import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { detectTextEncoding } from './text-encoding.ts'

const japanese = [
  '[00:12.50]今夜は雨の音を聞きながら、ゆっくり眠りましょう。\n[00:19.00]耳もとでそっと、鈴を鳴らしますね。\n',
  'この作品はフィクションです。ヘッドホンでお楽しみください。\r\n',
]
const simplified = [
  '[00:12.50]今晚听着雨声，慢慢地睡吧。\n[00:19.00]我会在你的耳边轻轻地摇响铃铛。\n',
  '这部作品纯属虚构，请使用耳机收听。欢迎下次再来！\r\n',
]
const traditional = ['[00:12.50]今晚聽著雨聲，慢慢地睡吧。\n[00:19.00]我會在你的耳邊輕輕地搖響鈴鐺。\n']
const korean = [
  '[00:12.50]오늘 밤은 빗소리를 들으면서 천천히 잠들어 볼까요.\n[00:19.00]귓가에서 살며시 방울을 울릴게요.\n',
]

describe('MED-01 detecting the charset of a text', () => {
  test.each([
    ['shift_jis', japanese],
    ['euc-jp', japanese],
    ['gb18030', simplified],
    ['big5', traditional],
    ['euc-kr', korean],
  ] as const)('%s', (encoding, texts) => {
    for (const text of texts) {
      const bytes = encode(encoding, text)
      expect(new TextDecoder(encoding).decode(bytes)).toBe(text)
      expect(detectTextEncoding(bytes)).toBe(encoding)
      // A sample may end within a character.
      expect(detectTextEncoding(bytes.subarray(0, -4))).toBe(encoding)
    }
  })

  test.each([...japanese, ...simplified, ...traditional, ...korean])('UTF-8 and UTF-16, marked or not: %j', (text) => {
    expect(detectTextEncoding(Buffer.from(text))).toBe('utf-8')
    expect(detectTextEncoding(Buffer.from(`\ufeff${text}`))).toBe('utf-8')
    expect(detectTextEncoding(Buffer.from(text).subarray(0, -3))).toBe('utf-8')
    const little = Buffer.from(text, 'utf16le')
    expect(detectTextEncoding(little)).toBe('utf-16le')
    expect(detectTextEncoding(Buffer.from(`\ufeff${text}`, 'utf16le'))).toBe('utf-16le')
    expect(detectTextEncoding(Buffer.from(little).swap16())).toBe('utf-16be')
  })

  test('one broken character in a UTF-8 text does not change the result', () => {
    const text = Buffer.concat([
      Buffer.from(japanese[0]!.repeat(3)),
      Buffer.from([0xe3, 0x81, 0x0a]),
      Buffer.from('おわり'),
    ])
    expect(detectTextEncoding(text)).toBe('utf-8')
  })

  test('a stray NUL anywhere does not change the result', () => {
    const ass = 'Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,Good night\n'
    const texts = [
      ['utf-8', [ass, ass.repeat(40), ...japanese, ...korean]],
      ['shift_jis', japanese],
      ['gb18030', simplified],
      ['big5', traditional],
      ['euc-kr', korean],
    ] as const
    for (const [encoding, all] of texts) {
      for (const text of all) {
        const bytesOf = (part: string) => (encoding === 'utf-8' ? Buffer.from(part) : encode(encoding, part))
        for (let at = 0; at <= Math.min(text.length, 200); at++) {
          const withNul = Buffer.concat([bytesOf(text.slice(0, at)), Uint8Array.of(0), bytesOf(text.slice(at))])
          expect(detectTextEncoding(withNul), `${encoding}, NUL at ${at}`).toBe(encoding)
        }
        // A file whose end was never written.
        expect(detectTextEncoding(Buffer.concat([bytesOf(text), new Uint8Array(4_096)]))).toBe(encoding)
      }
    }
  })

  test('UTF-16 with long lines and few NULs is detected, although 一 and the ideographic space have NULs in the other byte', () => {
    const prose = `\u3000${'今夜は雨の音を聞きながら、一緒にゆっくり眠りましょう。'.repeat(20)}\n`.repeat(3)
    expect(detectTextEncoding(Buffer.from(prose, 'utf16le'))).toBe('utf-16le')
    expect(detectTextEncoding(Buffer.from(prose, 'utf16le').swap16())).toBe('utf-16be')
  })

  test('plain ASCII and empty texts are UTF-8', () => {
    expect(detectTextEncoding(Buffer.from('[00:01.00]Good night'))).toBe('utf-8')
    expect(detectTextEncoding(new Uint8Array())).toBe('utf-8')
  })

  test('Western text and ISO-2022-JP', () => {
    expect(detectTextEncoding(Buffer.from('Un café près de la forêt', 'latin1'))).toBe('windows-1252')
    expect(detectTextEncoding(Buffer.from('\x1b$B$3$s$K$A$O\x1b(B', 'latin1'))).toBe('iso-2022-jp')
  })

  test('for any bytes, the result is a label that TextDecoder supports', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(() => new TextDecoder(detectTextEncoding(bytes))).not.toThrow()
      }),
    )
  })
})

const tables = new Map<string, Map<string, number[]>>()

/** Inverts a decoder: tries every two-byte sequence once. */
function tableOf(encoding: string): Map<string, number[]> {
  const known = tables.get(encoding)
  if (known) return known
  const decoder = new TextDecoder(encoding)
  const table = new Map<string, number[]>()
  for (let lead = 0x81; lead <= 0xfe; lead++) {
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      const character = decoder.decode(Uint8Array.of(lead, trail))
      if ([...character].length === 1 && !table.has(character)) table.set(character, [lead, trail])
    }
  }
  tables.set(encoding, table)
  return table
}

function encode(encoding: string, text: string): Buffer {
  const table = tableOf(encoding)
  return Buffer.from(
    [...text].flatMap((character) => {
      if (character < '\x80') return [character.charCodeAt(0)]
      const bytes = table.get(character)
      if (!bytes) throw new Error(`${encoding} has no ${character}`)
      return bytes
    }),
  )
}
