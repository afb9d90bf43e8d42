export const textEncodings = ['utf-8', 'utf-8-bom', 'utf-16le', 'shift_jis', 'gbk'] as const
export type TextEncoding = (typeof textEncodings)[number]

/**
 * Text as bytes in an encoding that collections really hold. UTF-16LE gets its byte order mark.
 *
 * @throws if the encoding lacks a character of the text
 */
export function encodeText(text: string, encoding: TextEncoding): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text, 'utf8')
  if (encoding === 'utf-8-bom') return Buffer.from(`\ufeff${text}`, 'utf8')
  if (encoding === 'utf-16le') return Buffer.from(`\ufeff${text}`, 'utf16le')
  const table = reverseTable(encoding)
  const bytes: number[] = []
  for (const character of text) {
    const code = character.charCodeAt(0)
    if (code < 0x80) {
      bytes.push(code)
      continue
    }
    const known = table.get(character)
    if (known === undefined) throw new Error(`${encoding} has no ${character} (U+${code.toString(16)})`)
    if (known > 0xff) bytes.push(known >> 8)
    bytes.push(known & 0xff)
  }
  return Buffer.from(bytes)
}

const tables = new Map<string, Map<string, number>>()

/** Node decodes these encodings but does not encode them: decode every pair of bytes once, and turn the table round. */
function reverseTable(encoding: 'shift_jis' | 'gbk'): Map<string, number> {
  const known = tables.get(encoding)
  if (known) return known
  const decoder = new TextDecoder(encoding)
  const table = new Map<string, number>()
  for (let first = 0x81; first <= 0xfe; first++) {
    for (let second = 0x40; second <= 0xfe; second++) {
      const character = decoder.decode(Uint8Array.of(first, second))
      // private-use characters and broken pairs are not text; of two codes for one character the first is the usual one
      const isOneCharacter = character.length === 1 && character > '\u007f' && !/[\ufffd\ue000-\uf8ff]/.test(character)
      if (isOneCharacter && !table.has(character)) table.set(character, (first << 8) | second)
    }
  }
  if (encoding === 'shift_jis') {
    for (let byte = 0xa1; byte <= 0xdf; byte++) table.set(decoder.decode(Uint8Array.of(byte)), byte)
  }
  tables.set(encoding, table)
  return table
}
