import { detectTextEncoding } from '@otodana/subtitles'

/** A name in an archive: in UTF-8 if flagged, otherwise in its author's encoding. */
export type RawName = { bytes: Uint8Array; isUtf8: boolean }

/** Larger samples are not more accurate. */
const SAMPLE_BYTES = 64 * 1024

const LINE_FEED = 0x0a

/**
 * Decodes the names of one archive. Those without a flag are assumed to share an encoding, because a short name alone
 * is ambiguous.
 */
export function decodeNames(names: readonly RawName[]): string[] {
  const utf8 = new TextDecoder()
  const strict = new TextDecoder('utf-8', { fatal: true })
  const unsaid = names.filter(({ bytes, isUtf8 }) => !isUtf8 && !isAscii(bytes) && !isUtf8Text(strict, bytes))
  const legacy = unsaid.length > 0 ? legacyDecoder(unsaid) : utf8
  const isLegacy = new Set(unsaid)
  return names.map((name) => (isLegacy.has(name) ? legacy : utf8).decode(name.bytes))
}

function legacyDecoder(names: readonly RawName[]): { decode: (bytes: Uint8Array) => string } {
  const sample = new Uint8Array(SAMPLE_BYTES)
  let length = 0
  for (const { bytes } of names) {
    if (length + bytes.length + 1 > SAMPLE_BYTES) break
    sample.set(bytes, length)
    length += bytes.length
    sample[length++] = LINE_FEED
  }
  const encoding = detectTextEncoding(sample.subarray(0, length))
  // DOS code page 437, which browsers cannot decode.
  return encoding === 'windows-1252' ? { decode: decodeCp437 } : new TextDecoder(encoding)
}

const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0'

function decodeCp437(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : CP437[byte - 0x80])).join('')
}

function isAscii(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte < 0x80)
}

function isUtf8Text(strict: TextDecoder, bytes: Uint8Array): boolean {
  try {
    strict.decode(bytes)
    return true
  } catch {
    return false
  }
}
