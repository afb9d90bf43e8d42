import { worksHref, worksSearch, type WorksSearch } from '#features/works/index.ts'

import type { SuggestionKind } from '../suggestions.queries.ts'

export const paths = { popular: '/popular', recommended: '/recommend' } as const

/** Parses the search parameters of such a list: like the library's, without keyword and order. */
export function suggestionsSearch({ page, pageSize, displayMode, subtitle }: Record<string, unknown>): WorksSearch {
  return worksSearch({ page, pageSize, displayMode, subtitle })
}

export function suggestionsHref(kind: SuggestionKind, search: Partial<WorksSearch>): string {
  return worksHref(search, paths[kind])
}
