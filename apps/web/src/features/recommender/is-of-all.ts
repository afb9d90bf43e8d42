import type { SuggestionPage } from './suggestions.queries.ts'

/**
 * Whether the recommendations are just what is popular, as the listener is unknown. Only the first page shows that: later pages
 * have no reasons in any list.
 */
export function isOfAll({ works, reasons = [], pagination }: SuggestionPage): boolean {
  return pagination.currentPage === 1 && works.length > 0 && reasons.length === 0
}
