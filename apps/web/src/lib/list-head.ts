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
 * What the head of a list's page tells search engines: which ones they may keep, and under which address. A page after the
 * last may be one again, so visitors are told so with status 200; for search engines there are numbers without end.
 */
export function listHead({ urlOf, page, isBeyond, isHidden = false }: ListPage) {
  return {
    meta: isBeyond || isHidden ? [{ name: 'robots', content: 'noindex, follow' }] : [],
    links: [{ rel: 'canonical', href: urlOf(isBeyond ? 1 : page) }],
  }
}
