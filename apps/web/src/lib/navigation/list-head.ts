import type { Pagination } from '@otodana/contract'

type ListPage = {
  /** Returns the absolute URL of a page of the list. */
  urlOf: (page: number) => string
  page: number
  /** See `isBeyondLast`. */
  isBeyond: boolean
  /** Not indexed: there is no end of searches, and their results are in the lists anyway. */
  isHidden?: boolean
}

/** Whether a page is after the last one; the first page always exists. */
export function isBeyondLast({ currentPage, pageSize, totalCount }: Pagination): boolean {
  return currentPage > 1 && (currentPage - 1) * pageSize >= totalCount
}

/**
 * Returns the head of a list's page for search engines: whether to index it, and its canonical URL. A page after the
 * last may exist later, so visitors get status 200; but search engines must not follow endless page numbers.
 */
export function listHead({ urlOf, page, isBeyond, isHidden = false }: ListPage) {
  return {
    meta: isBeyond || isHidden ? [{ name: 'robots', content: 'noindex, follow' }] : [],
    links: [{ rel: 'canonical', href: urlOf(isBeyond ? 1 : page) }],
  }
}
