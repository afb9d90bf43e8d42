import { cleanLine, cleanText, cut } from '../fields/clean-text.ts'

const MAX_TEXT = 500
const MAX_COMMENT = 2_000
/** Maximum length of an ID3v1 text field; the last character of a longer text may be split. */
const ID3V1_LENGTHS = [28, 30]

const decoders = {
  utf8: new TextDecoder('utf-8', { fatal: true }),
  shiftJis: new TextDecoder('shift_jis', { fatal: true }),
}

/** Returns a tag's text with its encoding repaired, on one line and of limited length; undefined if empty. */
export function tagText(value: unknown, max = MAX_TEXT): string | undefined {
  if (typeof value !== 'string') return undefined
  // oxlint-disable-next-line no-control-regex -- padding after the text
  const text = cleanLine(cut(repairEncoding(value.replace(/\u0000[^]*$/, '')), max))
  return text === '' ? undefined : text
}

export function tagComment(value: unknown): string | undefined {
  return tagText(value, MAX_COMMENT)
}

/** The same for text of several lines. */
export function tagLines(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  // oxlint-disable-next-line no-control-regex -- padding after the text
  const text = cleanText(cut(repairEncoding(value.replace(/\u0000[^]*$/, '')), MAX_COMMENT))
  return text === '' ? undefined : text
}

/**
 * Repairs UTF-8 or Shift_JIS text that was read as Latin-1: WAV and ID3v1 tags do not declare an encoding, and many
 * programs declare Shift_JIS as Latin-1 in ID3v2.
 */
export function repairEncoding(text: string): string {
  if (!/[\u0080-\u00ff]/.test(text) || /[\u0100-\uffff]/.test(text)) return text
  const bytes = Buffer.from(text, 'latin1')
  return decode(decoders.utf8, bytes) ?? shiftJis(bytes) ?? text
}

/**
 * `café` must not change. Latin-1 text has no bytes 0x80 to 0x9F, while Shift_JIS has many: all kana and most kanji
 * start with one.
 */
function shiftJis(bytes: Buffer): string | null {
  if (!bytes.some((byte) => byte >= 0x80 && byte <= 0x9f)) return null
  const whole = decode(decoders.shiftJis, bytes)
  if (whole !== null) return whole
  return ID3V1_LENGTHS.includes(bytes.length) ? decode(decoders.shiftJis, bytes.subarray(0, -1)) : null
}

function decode(decoder: TextDecoder, bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes)
  } catch {
    return null
  }
}
