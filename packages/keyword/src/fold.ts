/**
 * The one folding under which texts and names are compared: NFKC (full-width letters become ASCII, half-width katakana
 * full-width), lower case, runs of white space as one space, none at the ends. Folding twice changes nothing.
 */
export function foldText(text: string): string {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      // Lower-casing writes a capital sigma differently at the end of a word, which a search inside words must not see.
      .replaceAll('ς', 'σ')
      .normalize('NFKC')
      .replace(/\s+/g, ' ')
      .trim()
  )
}

const CJK = String.raw`[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]`
const SPACE_WITHIN = new RegExp(`(${CJK}) (?!\\p{M})(?=${CJK})`, 'gu')

/**
 * A folded text without the spaces between two Chinese or Japanese characters: names are written with them and without
 * (林 一, 林一) and mean the same. Other spaces stay.
 */
export function closeUp(folded: string): string {
  return folded.includes(' ') ? folded.replace(SPACE_WITHIN, '$1') : folded
}

/** The folding under which the names of circles, tags and voice actors are the same. Folding twice changes nothing. */
export function foldName(name: string): string {
  return closeUp(foldText(name))
}
