import type { SuggestionPage } from './suggestions.queries.ts'

/**
 * Whether the recommendations are just the popular works, because the listener is unknown. Only detectable on the first
 * page: later pages never have reasons.
 */
export function isOfAll({ works, reasons = [], pagination }: SuggestionPage): boolean {
  return pagination.currentPage === 1 && works.length > 0 && reasons.length === 0
}
