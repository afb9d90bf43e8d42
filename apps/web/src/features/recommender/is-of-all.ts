import type { SuggestionPage } from './suggestions.queries.ts'

/**
 * Whether what is recommended is what is popular, as nothing is known of the listener. Its first page tells: further on,
 * works stand for no reason in anybody's list.
 */
export function isOfAll({ works, reasons = [], pagination }: SuggestionPage): boolean {
  return pagination.currentPage === 1 && works.length > 0 && reasons.length === 0
}
