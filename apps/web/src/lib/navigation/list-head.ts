import type { Pagination } from '@otodana/contract'

type ListPage = {
  /** The whole URL of one of the list's pages. */
  urlOf: (page: number) => string
  page: number
  /** See `isBeyondLast`. */
  isBeyond: boolean
  /** None of its pages is for search engines: searches are without end, and lead to what the lists have anyway. */
  isHidden?: boolean
}

/** Whether an address names a page after the last one; the first is a page even if the list is empty. */
export function isBeyondLast({ currentPage, pageSize, totalCount }: Pagination): boolean {
  return currentPage > 1 && (currentPage - 1) * pageSize >= totalCount
}

/**
 * The head of a list's page for search engines: whether to index it, and its canonical address. A page after the last may
 * exist later, so visitors get status 200; search engines must not follow endless page numbers.
 */
export function listHead({ urlOf, page, isBeyond, isHidden = false }: ListPage) {
  return {
    meta: isBeyond || isHidden ? [{ name: 'robots', content: 'noindex, follow' }] : [],
    links: [{ rel: 'canonical', href: urlOf(isBeyond ? 1 : page) }],
  }
}
