import { MAX_KEYWORD_LENGTH } from '@otodana/contract'

import { text } from '#lib/readers.ts'
import { stringifySearch } from '#lib/navigation/search-params.ts'

import type { HistorySearch } from './history.queries.ts'

const readPage = text(6, /^[1-9]\d*$/)

/** Parses the search parameters; invalid values are ignored. */
export function historySearch({ q, page }: { q?: unknown; page?: unknown }): HistorySearch {
  const words = typeof q === 'string' || typeof q === 'number' ? String(q) : ''
  return {
    words: words.slice(0, MAX_KEYWORD_LENGTH).trim(),
    page: Number(readPage(typeof page === 'number' ? String(page) : page) ?? 1),
  }
}

export function historyHref({ words, page }: HistorySearch): string {
  return `/history${stringifySearch({ q: words, page: page === 1 ? '' : page })}`
}
