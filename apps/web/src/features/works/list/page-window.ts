/** Returns the number of pages of a list; at least one. */
export function pageCount(totalCount: number, pageSize: number): number {
  return Math.max(1, Math.ceil(totalCount / pageSize))
}

/**
 * Returns the pages to link to: the first, the last, and those around the current one. Null stands for omitted pages; a
 * single one is not omitted.
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
      // Skips the rest of the gap.
      page = page < from ? Math.max(page, from - 1) : last - 1
    }
  }
  return shown
}

/** A page link or a gap; `wide` and `narrow`: only on such screens. */
export type PageEntry = { page: number | null; room: 'any' | 'wide' | 'narrow' }

/**
 * Combines `pageWindow` for wide and narrow screens. Narrow ones have room for the first page, the last, the current
 * one and its neighbours; gaps may be single pages.
 */
export function pageEntries(current: number, last: number): PageEntry[] {
  const isForWide = (page: number) => page !== 1 && page !== last && Math.abs(page - current) > 1
  const entries: PageEntry[] = []
  /** The last entry that narrow screens have too. */
  let before: number | null = 1
  let isLeftOut = false
  for (const page of pageWindow(current, last)) {
    if (page !== null && isForWide(page)) {
      entries.push({ page, room: 'wide' })
      isLeftOut = true
      continue
    }
    // A wide screen's gap beside omitted entries stands for both.
    if (isLeftOut && before !== null && page !== null) entries.push({ page: null, room: 'narrow' })
    entries.push({ page, room: 'any' })
    before = page
    isLeftOut = false
  }
  return entries
}
