import { MAX_KEYWORD_LENGTH } from '@otodana/contract'

import { oneOf, text } from '#lib/readers.ts'
import { stringifySearch } from '#lib/navigation/search-params.ts'

import { keptOrders, type KeptOrder } from './order-kept.ts'

export type KeptSearch = { words: string; order: KeptOrder; page: number }

const readOrder = oneOf(keptOrders)
const readPage = text(6, /^[1-9]\d*$/)

/** Parses the search parameters; invalid values are ignored. */
export function keptSearch({ q, order, page }: { q?: unknown; order?: unknown; page?: unknown }): KeptSearch {
  return {
    words: typeof q === 'string' ? q.slice(0, MAX_KEYWORD_LENGTH).trim() : '',
    order: readOrder(order) ?? 'kept',
    page: Number(readPage(page) ?? 1),
  }
}

export function keptHref({ words, order, page }: KeptSearch): string {
  return `/kept${stringifySearch({ q: words, order: order === 'kept' ? '' : order, page: page === 1 ? '' : page })}`
}
