import { foldText } from '@otodana/keyword'

/**
 * The searchable form of texts and queries: folded (NFKC, case), katakana as hiragana, without punctuation and white
 * space, with one space before each word of a script that uses spaces. So `ねえ、Good Night!` is `ねえ good night`: phrases
 * match regardless of punctuation, and words match from their start.
 *
 * `Places` maps its characters to the source.
 */
export type Places = {
  /** By character: start and end in the source. */
  from: number[]
  to: number[]
}

/** Precedes each word. */
export const SPACE = 0x20
const [NOTHING, WORD, SCRIPT, UNKNOWN] = [0, 1, 2, 255]

/** Characters that join their neighbours: combining marks, half-width voicing marks, vowels of Hangul. */
const EXTENDING = /[\p{M}\uff9e\uff9f\u1160-\u11ff]/u
const LETTER = /[\p{L}\p{N}\p{M}]/u
/** Scripts without spaces, or whose words are searched in the middle: any part matches. */
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{M}\ud800-\udfff]/u
/** As in `don't`: ignored, without ending the word. */
const APOSTROPHE = /['’ʼ＇]/u

const kinds = new Uint8Array(0x10000).fill(UNKNOWN)
const extending = new Uint8Array(0x10000).fill(UNKNOWN)
/** Made with the first text: half a megabyte. */
let folded: (string | undefined)[] | undefined

/** Whether a character of a searchable text belongs to a word of a script with spaces. */
export function isWordUnit(unit: number): boolean {
  return kindOf(unit) === WORD
}

/** Whether it belongs to a script of which any part matches. */
export function isScriptUnit(unit: number): boolean {
  return kindOf(unit) === SCRIPT
}

function kindOf(unit: number): number {
  const known = kinds[unit]
  if (known !== UNKNOWN) return known ?? NOTHING
  const character = String.fromCharCode(unit)
  const isSurrogate = unit >= 0xd800 && unit <= 0xdfff
  const isLetter = isSurrogate || LETTER.test(character)
  return (kinds[unit] = isLetter ? (UNSPACED.test(character) || isSurrogate ? SCRIPT : WORD) : NOTHING)
}

function isExtending(unit: number): boolean {
  const known = extending[unit]
  if (known !== UNKNOWN) return known === 1
  return (extending[unit] = EXTENDING.test(String.fromCharCode(unit)) ? 1 : 0) === 1
}

/** Folds one character with its marks. */
function foldPiece(piece: string): string {
  return foldText(piece).replace(/[\u30a1-\u30f6\u30fd\u30fe]/g, (kana) =>
    String.fromCharCode(kana.charCodeAt(0) - 0x60),
  )
}

/**
 * Converts a text to its searchable form.
 *
 * @param places  receives the source index of each character of the result
 */
export function toSearchable(source: string, places?: Places): string {
  const known = (folded ??= Array.from({ length: 0x10000 }))
  let text = ''
  let isBoundary = true
  for (let at = 0; at < source.length;) {
    const unit = source.charCodeAt(at)
    let end = at + 1
    const isPair = unit >= 0xd800 && unit <= 0xdbff && (source.charCodeAt(end) & 0xfc00) === 0xdc00
    if (isPair) end++
    while (end < source.length && isExtending(source.charCodeAt(end))) end++
    const piece = end === at + 1 ? (known[unit] ??= foldPiece(source[at]!)) : foldPiece(source.slice(at, end))
    if (piece === '') isBoundary = true
    // Beyond the BMP there are letters of rare scripts, and emoji, which are ignored.
    const isText = !isPair || piece.length === 1 || LETTER.test(piece)
    for (let index = 0; index < piece.length; index++) {
      const character = piece.charCodeAt(index)
      const kind = isText ? kindOf(character) : NOTHING
      if (kind === NOTHING) {
        isBoundary ||= !APOSTROPHE.test(piece)
        continue
      }
      if (kind === WORD && isBoundary) {
        text += ' '
        places?.from.push(at)
        places?.to.push(end)
      }
      text += piece[index]
      places?.from.push(at)
      places?.to.push(end)
      // After a script without spaces a word needs no space.
      isBoundary = kind === SCRIPT
    }
    at = end
  }
  return text
}
