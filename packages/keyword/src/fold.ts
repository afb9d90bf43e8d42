/**
 * Folds a text for comparison: NFKC (full-width letters to ASCII, half-width katakana to full-width), lower case, white
 * space collapsed and trimmed. Idempotent.
 */
export function foldText(text: string): string {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      // Lower-casing writes a word-final sigma differently, which a search inside words must ignore.
      .replaceAll('ς', 'σ')
      .normalize('NFKC')
      .replace(/\s+/g, ' ')
      .trim()
  )
}

const CJK = String.raw`[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]`
const SPACE_WITHIN = new RegExp(`(${CJK}) (?!\\p{M})(?=${CJK})`, 'gu')

/**
 * Removes spaces between two Chinese or Japanese characters from a folded text: names are written with and without them
 * (林 一, 林一). Other spaces stay.
 */
export function closeUp(folded: string): string {
  return folded.includes(' ') ? folded.replace(SPACE_WITHIN, '$1') : folded
}

/** Folds the name of a circle, tag or voice actor for comparison. Idempotent. */
export function foldName(name: string): string {
  return closeUp(foldText(name))
}
