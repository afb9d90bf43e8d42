/** A label for `TextDecoder` and a `charset=` parameter. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'iso-2022-jp' | 'windows-1252' | LegacyEncoding
type LegacyEncoding = 'shift_jis' | 'gb18030' | 'big5' | 'euc-jp' | 'euc-kr'

/**
 * Detects the encoding of a text: by its byte order mark, else UTF-8 if valid, else the East Asian encoding in which it
 * has the most common and the fewest impossible characters.
 *
 * @param head  the start of the text; may end within a character
 */
export function detectTextEncoding(head: Uint8Array): TextEncoding {
  const [a, b, c] = head
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  return utf16ByZeros(head) ?? (isUtf8(head) ? utf8OrIso2022(head) : likeliest(head))
}

/** Share of UTF-16 units with a NUL byte in a mostly ASCII text. */
const MANY_ZEROS = 0.1
/** Share of units within the ranges of an East Asian language, and how much of them is ASCII, kana and punctuation. */
const USUAL = 0.95
const SIGNS = 0.05

/**
 * Detects UTF-16 by NUL bytes: ASCII characters and line breaks have one, whose position gives the byte order. A single
 * NUL is no evidence, because faulty tools leave one in any encoding.
 */
function utf16ByZeros(head: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (!head.includes(0)) return null
  const little = weighUtf16(head, 1)
  const big = weighUtf16(head, 0)
  const [best, other, order] =
    little.ascii >= big.ascii ? ([little, big, 'utf-16le'] as const) : ([big, little, 'utf-16be'] as const)
  if (best.ascii >= best.units * MANY_ZEROS && best.ascii >= 4 * other.ascii) return order
  if (isUtf8(head)) return null
  // Long lines of Japanese or Chinese have few NULs: 一 and the ideographic space have as many in their other byte.
  const [shape, shapeOrder] = little.usual >= big.usual ? [little, 'utf-16le' as const] : [big, 'utf-16be' as const]
  const isText = shape.usual >= shape.units * USUAL && shape.signs >= shape.units * SIGNS && shape.ascii > 0
  return isText ? shapeOrder : null
}

/** Rates the bytes as UTF-16 with each unit's high byte at even or odd offsets. */
function weighUtf16(head: Uint8Array, highAt: 0 | 1) {
  const weights = { units: head.length >> 1, ascii: 0, signs: 0, usual: 0 }
  for (let index = 0; index + 1 < head.length; index += 2) {
    const high = head[index + highAt]!
    const low = head[index + 1 - highAt]!
    const isAscii = high === 0 && (within(low, 0x20, 0x7e) || within(low, 0x09, 0x0d))
    // General punctuation, kana and CJK symbols, full-width forms.
    const isSign = isAscii || high === 0x20 || high === 0x30 || high === 0xff
    // Also CJK ideographs and hangul.
    const isUsual = isSign || within(high, 0x4e, 0x9f) || within(high, 0xac, 0xd7)
    weights.ascii += Number(isAscii)
    weights.signs += Number(isSign)
    weights.usual += Number(isUsual)
  }
  return weights
}

/** Tolerates a few broken characters, as faulty tools leave them. */
function isUtf8(head: Uint8Array): boolean {
  const text = new TextDecoder('utf-8').decode(head, { stream: true })
  let broken = 0
  let whole = 0
  for (const character of text) {
    if (character === '\ufffd') broken++
    else if (character > '\x7f') whole++
  }
  return broken === 0 || broken * 50 < whole
}

function utf8OrIso2022(head: Uint8Array): TextEncoding {
  for (let index = 0; index + 1 < head.length; index++) {
    // ESC $ switches from ASCII to Japanese.
    if (head[index] === 0x1b && head[index + 1] === 0x24) return 'iso-2022-jp'
  }
  return 'utf-8'
}

/** Returns the character's length in bytes and its score for the encoding; not called for lead bytes below 0x80. */
type Weigh = (lead: number, trail: number) => [bytes: number, score: number]

const IMPOSSIBLE = -20
const UNASSIGNED = -5

const weights: [LegacyEncoding, Weigh][] = [
  ['shift_jis', weighShiftJis],
  ['gb18030', weighGb18030],
  ['big5', weighBig5],
  ['euc-jp', weighEucJp],
  ['euc-kr', weighEucKr],
]

function likeliest(head: Uint8Array): TextEncoding {
  let best: TextEncoding = 'windows-1252'
  let bestScore = 0
  for (const [encoding, weigh] of weights) {
    const score = weighAll(head, weigh)
    if (score > bestScore) {
      best = encoding
      bestScore = score
    }
  }
  return best
}

function weighAll(head: Uint8Array, weigh: Weigh): number {
  let total = 0
  for (let index = 0; index + 1 < head.length;) {
    const lead = head[index]!
    if (lead < 0x80) {
      index++
      continue
    }
    const [bytes, score] = weigh(lead, head[index + 1]!)
    total += score
    index += bytes
  }
  return total
}

const within = (byte: number, from: number, to: number) => byte >= from && byte <= to

function weighShiftJis(lead: number, trail: number): [number, number] {
  // Half-width kana: valid, but mostly a sign of another encoding.
  if (within(lead, 0xa1, 0xdf)) return [1, -1]
  if (lead === 0x80 || lead === 0xa0 || lead > 0xfc) return [1, IMPOSSIBLE]
  if (trail < 0x40 || trail === 0x7f || trail > 0xfc) return [1, IMPOSSIBLE]
  if (lead === 0x81) return [2, 1]
  if (lead === 0x82) return [2, within(trail, 0x9f, 0xf1) ? 4 : within(trail, 0x4f, 0x9a) ? 1 : UNASSIGNED]
  if (lead === 0x83) return [2, trail <= 0x96 ? 3 : 0]
  if (lead === 0x84 || lead === 0x87) return [2, -1]
  if (within(lead, 0x88, 0x97)) return [2, 2]
  return [2, within(lead, 0x98, 0x9f) || within(lead, 0xe0, 0xea) ? -1 : UNASSIGNED]
}

function weighGb18030(lead: number, trail: number): [number, number] {
  if (lead === 0x80 || lead === 0xff) return [1, IMPOSSIBLE]
  if (within(trail, 0x30, 0x39)) return [4, -2]
  if (trail < 0x40 || trail === 0x7f || trail === 0xff) return [1, IMPOSSIBLE]
  // Rare characters that GBK added to GB 2312.
  if (trail < 0xa1 || lead < 0xa1) return [2, -2]
  if (lead === 0xa1 || lead === 0xa3) return [2, 1]
  if (lead === 0xa4) return [2, trail <= 0xf3 ? 2 : UNASSIGNED]
  if (lead === 0xa5) return [2, trail <= 0xf6 ? 1 : UNASSIGNED]
  if (within(lead, 0xb0, 0xd7)) return [2, 2]
  return [2, within(lead, 0xd8, 0xf7) || within(lead, 0xa2, 0xa9) ? -1 : UNASSIGNED]
}

function weighBig5(lead: number, trail: number): [number, number] {
  if (lead < 0x81 || lead === 0xff) return [1, IMPOSSIBLE]
  if (!within(trail, 0x40, 0x7e) && !within(trail, 0xa1, 0xfe)) return [1, IMPOSSIBLE]
  if (within(lead, 0xa1, 0xa3)) return [2, 1]
  if (within(lead, 0xa4, 0xc6)) return [2, 2]
  return [2, within(lead, 0xc9, 0xf9) ? -1 : UNASSIGNED]
}

function weighEucJp(lead: number, trail: number): [number, number] {
  if (lead === 0x8e) return within(trail, 0xa1, 0xdf) ? [2, -1] : [1, IMPOSSIBLE]
  if (lead === 0x8f) return [3, -2]
  if (lead < 0xa1 || lead === 0xff || trail < 0xa1 || trail === 0xff) return [1, IMPOSSIBLE]
  if (lead === 0xa1 || lead === 0xa3) return [2, 1]
  if (lead === 0xa4) return [2, trail <= 0xf3 ? 4 : UNASSIGNED]
  if (lead === 0xa5) return [2, trail <= 0xf6 ? 3 : UNASSIGNED]
  if (within(lead, 0xb0, 0xcf)) return [2, 2]
  return [2, within(lead, 0xd0, 0xf4) ? -1 : UNASSIGNED]
}

function weighEucKr(lead: number, trail: number): [number, number] {
  if (lead < 0x81 || lead === 0xff || trail < 0x41 || trail === 0xff) return [1, IMPOSSIBLE]
  if (trail < 0xa1 || lead < 0xa1) return [2, -2]
  // Slightly more than Chinese scores for the same bytes: hangul never leaves this range, Chinese soon does.
  if (within(lead, 0xb0, 0xc8)) return [2, 2.1]
  return [2, lead <= 0xac ? 0.5 : -2]
}
