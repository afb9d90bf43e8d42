import { foldText } from '@otodana/keyword'

/**
 * A searchable text is the form in which lines are searched and searched for: folded (NFKC, case), katakana as hiragana, without punctuation and
 * white space, and with one space before each word of a script that puts spaces between words. So `ねえ、Good Night!` is
 * `ねえ good night`: a part of a sentence is found whatever signs stand in it, and a word from its beginning.
 *
 * This tells where in the source the characters of one stand.
 */
export type Places = {
  /** Of each character, where what it was made of begins in the source; and where that ends. */
  from: number[]
  to: number[]
}

/** Stands before each word. */
export const SPACE = 0x20
const [NOTHING, WORD, SCRIPT, UNKNOWN] = [0, 1, 2, 255]

/** A letter that joins what follows to what stands before it: combining marks, half-width voicing marks, vowels of Hangul. */
const EXTENDING = /[\p{M}\uff9e\uff9f\u1160-\u11ff]/u
const LETTER = /[\p{L}\p{N}\p{M}]/u
/** Scripts without spaces, or in which words are looked for in the middle: any part of them is found. */
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{M}\ud800-\udfff]/u
/** As in `don't`: it neither stands for anything nor ends the word. */
const APOSTROPHE = /['’ʼ＇]/u

const kinds = new Uint8Array(0x10000).fill(UNKNOWN)
const extending = new Uint8Array(0x10000).fill(UNKNOWN)
const folded: (string | undefined)[] = Array.from({ length: 0x10000 })

/** Whether a character of a searchable text belongs to a word of a script with spaces. */
export function isWordUnit(unit: number): boolean {
  return kindOf(unit) === WORD
}

/** Whether it belongs to a script of which any part is found. */
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

/** One character, or one with its marks, folded. */
function foldPiece(piece: string): string {
  return foldText(piece).replace(/[\u30a1-\u30f6\u30fd\u30fe]/g, (kana) =>
    String.fromCharCode(kana.charCodeAt(0) - 0x60),
  )
}

/**
 * Normalises a text for the search.
 *
 * @param places  receives the source index of each character of the result
 */
export function toSearchable(source: string, places?: Places): string {
  let text = ''
  let isBoundary = true
  for (let at = 0; at < source.length;) {
    const unit = source.charCodeAt(at)
    let end = at + 1
    const isPair = unit >= 0xd800 && unit <= 0xdbff && (source.charCodeAt(end) & 0xfc00) === 0xdc00
    if (isPair) end++
    while (end < source.length && isExtending(source.charCodeAt(end))) end++
    const piece = end === at + 1 ? (folded[unit] ??= foldPiece(source[at]!)) : foldPiece(source.slice(at, end))
    // White space.
    if (piece === '') isBoundary = true
    // Beyond the BMP there are letters of rare scripts, and pictures, which are no text.
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
      // After a script without spaces a word begins by itself.
      isBoundary = kind === SCRIPT
    }
    at = end
  }
  return text
}
