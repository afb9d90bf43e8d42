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
