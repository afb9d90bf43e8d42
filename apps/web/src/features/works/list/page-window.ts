/** How many pages a list has; an empty one has one. */
export function pageCount(totalCount: number, pageSize: number): number {
  return Math.max(1, Math.ceil(totalCount / pageSize))
}

/**
 * The pages to offer links to: the first, the last, and those around the current one. Null stands for pages left out;
 * a single one is offered rather than left out.
 */
export function pageWindow(current: number, last: number, around = 2): (number | null)[] {
  const from = Math.min(current - around, last - 2 * around)
  const to = Math.max(current + around, 1 + 2 * around)
  const shown: (number | null)[] = []
  for (let page = 1; page <= last; page++) {
    const isShown = page === 1 || page === last || (page >= from && page <= to)
    const isLoneGap = !isShown && ((page === 2 && from <= 3) || (page === last - 1 && to >= last - 2))
    if (isShown || isLoneGap) shown.push(page)
    else if (shown.at(-1) !== null) {
      shown.push(null)
      // The rest of the gap need not be walked.
      page = page < from ? Math.max(page, from - 1) : last - 1
    }
  }
  return shown
}

/** A link to a page, or the gap of those left out; `wide` and `narrow`: only where there is that much room. */
export type PageEntry = { page: number | null; room: 'any' | 'wide' | 'narrow' }

/**
 * The entries of `pageWindow` for wide and narrow screens in one list. A narrow screen has room for the first page, the last,
 * the current one and its neighbours: every other page is a gap there, even a single one.
 */
export function pageEntries(current: number, last: number): PageEntry[] {
  const isForWide = (page: number) => page !== 1 && page !== last && Math.abs(page - current) > 1
  const entries: PageEntry[] = []
  /** The last page or gap that narrow screens have, too. */
  let before: number | null = 1
  let isLeftOut = false
  for (const page of pageWindow(current, last)) {
    if (page !== null && isForWide(page)) {
      entries.push({ page, room: 'wide' })
      isLeftOut = true
      continue
    }
    // A gap of wide screens beside what is left out here stands for both.
    if (isLeftOut && before !== null && page !== null) entries.push({ page: null, room: 'narrow' })
    entries.push({ page, room: 'any' })
    before = page
    isLeftOut = false
  }
  return entries
}
