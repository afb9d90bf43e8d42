import { worksHref, worksSearch, type WorksSearch } from '#features/works/index.ts'

import type { SuggestionKind } from '../suggestions.queries.ts'

export const paths = { popular: '/popular', recommended: '/recommend' } as const

/** What the address of such a list may say: as the library's, but for what is searched and how it is sorted. */
export function suggestionsSearch({ page, pageSize, displayMode, subtitle }: Record<string, unknown>): WorksSearch {
  return worksSearch({ page, pageSize, displayMode, subtitle })
}

export function suggestionsHref(kind: SuggestionKind, search: Partial<WorksSearch>): string {
  return worksHref(search, paths[kind])
}
