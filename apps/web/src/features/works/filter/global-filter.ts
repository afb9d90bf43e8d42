import { isKeywordCut, MAX_KEYWORD_LENGTH, parseKeyword, printKeyword } from '@otodana/keyword'

/**
 * A search within the visitor's global filter. The filter stands first: of a search that is too long the end is cut off,
 * and that must not be what keeps away works that the visitor does not want to see.
 */
export function withFilter(keyword: string, filter: string): string {
  // What is too long is refused by the API: the screen says that it was cut.
  if (filter === '' && keyword.length <= MAX_KEYWORD_LENGTH) return keyword
  // Printed by themselves: a term that the one leaves open would go on in the other.
  return printKeyword(parseKeyword(`${printKeyword(parseKeyword(filter))} ${keyword}`))
}

/**
 * How many terms of a keyword are searched within the visitor's filter, if not all of it is: a search has a length and a
 * number of terms that it cannot exceed, and the filter takes its part of both.
 */
export function searchedTerms(keyword: string, filter: string): number | null {
  const whole = `${printKeyword(parseKeyword(filter))} ${keyword}`
  if (!isKeywordCut(whole)) return null
  return Math.max(0, parseKeyword(whole).length - parseKeyword(filter).length)
}
