import { closeUp, foldText } from '@otodana/keyword'

/** Codes and languages; nothing but their case can change. */
const PLAIN = /^[!-~]*$/

/**
 * The folding of everything that is searched and of what is searched for: `foldText`, and beyond it the two wave dashes are
 * one, which titles use as they come (U+301C, and U+FF5E, which NFKC makes `~`). Not in `foldText` itself: ids and unique
 * keys in databases are made with that. The result holds neither a NUL nor a line break, so both may serve as marks.
 */
export function foldForSearch(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase()
  return foldText(text.replaceAll('\0', ' ')).replaceAll('\u301C', '~')
}

/** The same for names of circles, tags and voice actors, in which spaces between Chinese or Japanese characters say nothing. */
export function foldNameForSearch(name: string): string {
  return closeUp(foldForSearch(name))
}
