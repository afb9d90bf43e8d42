import { setImmediate } from 'node:timers/promises'

const ROWS_AT_ONCE = 1_000

/**
 * Yields rows of a large table in pieces; other tasks get a turn in between.
 *
 * @param page  returns rows after another one, the first at null, in a fixed order
 */
export async function* inPages<Row>(
  page: (last: Row | null, limit: number) => Promise<Row[]>,
  limit = ROWS_AT_ONCE,
): AsyncGenerator<Row[]> {
  for (let last: Row | null = null; ;) {
    const rows: Row[] = await page(last, limit)
    if (rows.length > 0) yield rows
    if (rows.length < limit) return
    last = rows.at(-1) ?? null
    await setImmediate()
  }
}
