import { cleanLine, cut } from '../fields/clean-text.ts'

const MAX_TEXT = 500
const MAX_COMMENT = 2_000
/** Longest text field of an ID3v1 tag; the last character of a longer text may be cut in half. */
const ID3V1_LENGTHS = [28, 30]

const decoders = {
  utf8: new TextDecoder('utf-8', { fatal: true }),
  shiftJis: new TextDecoder('shift_jis', { fatal: true }),
}

/** A tag's text as it was meant, on one line and bounded; undefined when nothing is left of it. */
export function tagText(value: unknown, max = MAX_TEXT): string | undefined {
  if (typeof value !== 'string') return undefined
  // oxlint-disable-next-line no-control-regex -- padding behind the text
  const text = cleanLine(cut(repairEncoding(value.replace(/\u0000[^]*$/, '')), max))
  return text === '' ? undefined : text
}

export function tagComment(value: unknown): string | undefined {
  return tagText(value, MAX_COMMENT)
}

/**
 * Undoes the reading of UTF-8 or Shift_JIS as Latin-1: WAV and ID3v1 tags do not say what they are, and many programs
 * mark Shift_JIS as Latin-1 in ID3v2.
 */
export function repairEncoding(text: string): string {
  if (!/[\u0080-\u00ff]/.test(text) || /[\u0100-\uffff]/.test(text)) return text
  const bytes = Buffer.from(text, 'latin1')
  return decode(decoders.utf8, bytes) ?? shiftJis(bytes) ?? text
}

/**
 * `café` must stay what it is. Latin-1 text has no bytes 0x80 to 0x9F, Japanese in Shift_JIS is full of them (all kana
 * and most kanji begin with one).
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
