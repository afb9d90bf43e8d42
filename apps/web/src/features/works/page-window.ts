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
