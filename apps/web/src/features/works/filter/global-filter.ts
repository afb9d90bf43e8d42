import { isKeywordCut, MAX_KEYWORD_LENGTH, parseKeyword, printKeyword } from '@otodana/keyword'

/**
 * Combines a search with the visitor's global filter. The filter comes first, because an overlong search is cut at its
 * end, and the filter must not be cut.
 */
export function withFilter(keyword: string, filter: string): string {
  // The API rejects a longer one: the screen shows that it was cut.
  if (filter === '' && keyword.length <= MAX_KEYWORD_LENGTH) return keyword
  // Printed separately, because an unclosed term would continue into the other.
  return printKeyword(parseKeyword(`${printKeyword(parseKeyword(filter))} ${keyword}`))
}

/**
 * Returns how many of a keyword's terms are used together with the visitor's filter, if not all: a search has a maximum
 * length and number of terms, which both share.
 */
export function searchedTerms(keyword: string, filter: string): number | null {
  const whole = `${printKeyword(parseKeyword(filter))} ${keyword}`
  if (!isKeywordCut(whole)) return null
  return Math.max(0, parseKeyword(whole).length - parseKeyword(filter).length)
}
