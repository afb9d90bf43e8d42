import { closeUp, foldText } from '@otodana/keyword'

/** Codes and languages, which only need lower-casing. */
const PLAIN = /^[!-~]*$/

/**
 * Folds all searched texts and search terms: `foldText`, and additionally unifies the two wave dashes, which titles use
 * interchangeably (U+301C, and U+FF5E, which NFKC turns into `~`). This is not part of `foldText`, because ids and
 * unique keys in databases depend on that. The result contains neither NUL nor line breaks, so both can be separators.
 */
export function foldForSearch(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase()
  return foldText(text.replaceAll('\0', ' ')).replaceAll('\u301C', '~')
}

/** Folds the names of circles, tags and voice actors, ignoring spaces between Chinese or Japanese characters. */
export function foldNameForSearch(name: string): string {
  return closeUp(foldForSearch(name))
}

/** Joins folded texts, each once and without empty ones; without a `Set`, see `TextTable`. */
export function linesOf(texts: readonly string[]): string {
  return texts.filter((text, at) => text !== '' && texts.indexOf(text) === at).join('\n')
}
