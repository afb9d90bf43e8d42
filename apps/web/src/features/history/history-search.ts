import { MAX_KEYWORD_LENGTH } from '@otodana/contract'

import { text } from '#lib/readers.ts'
import { stringifySearch } from '#lib/navigation/search-params.ts'

/** `until` is the latest day shown, `YYYY-MM-DD`; empty for all. */
export type HistorySearch = { words: string; until: string; page: number }

const readPage = text(6, /^[1-9]\d*$/)
const readDay = text(10, /^\d{4}-\d{2}-\d{2}$/)

/** Parses the search parameters; invalid values are ignored. */
export function historySearch({ q, until, page }: { q?: unknown; until?: unknown; page?: unknown }): HistorySearch {
  const words = typeof q === 'string' || typeof q === 'number' ? String(q) : ''
  return {
    words: words.slice(0, MAX_KEYWORD_LENGTH).trim(),
    until: isDay(until) ? until : '',
    page: Number(readPage(typeof page === 'number' ? String(page) : page) ?? 1),
  }
}

/** Times are counted from it. */
const FIRST_DAY = '1970-01-01'

/** Whether a value is a day that exists, and on which something can have been heard. */
function isDay(value: unknown): value is string {
  const day = readDay(value)
  const date = new Date(`${day}T00:00Z`)
  if (Number.isNaN(date.getTime())) return false
  const text = date.toISOString().slice(0, 10)
  return text === day && text >= FIRST_DAY
}

export function historyHref({ words, until, page }: HistorySearch): string {
  return `/history${stringifySearch({ q: words, until, page: page === 1 ? '' : page })}`
}
