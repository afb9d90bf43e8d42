type Stars = 1 | 2 | 3 | 4 | 5
type GivenRating = {
  count?: number | undefined
  average?: number | undefined
  detail?: { [S in Stars]?: number | undefined } | undefined
}

/** `detail` holds the counts for 1 to 5 stars. */
export type Rating = { count: number; average: number; detail?: Record<Stars, number> }

/** Maximum error of an average rounded to two decimals. */
const ROUNDING = 0.0051

/**
 * Derives the missing parts of a rating from the given ones.
 *
 * @returns the complete rating, or which parts contradict each other
 */
export function completeRating({ count, average, detail }: GivenRating): Rating | string {
  if (!detail) return withoutDetail(count, average)
  const stars = { 1: detail[1] ?? 0, 2: detail[2] ?? 0, 3: detail[3] ?? 0, 4: detail[4] ?? 0, 5: detail[5] ?? 0 }
  const total = stars[1] + stars[2] + stars[3] + stars[4] + stars[5]
  if (count !== undefined && count !== total) return `count is ${count}, but detail adds up to ${total}`
  if (total > 2_147_483_647) return `detail adds up to ${total}, which is too much`
  const sum = stars[1] + 2 * stars[2] + 3 * stars[3] + 4 * stars[4] + 5 * stars[5]
  const exact = total === 0 ? 0 : sum / total
  if (average !== undefined && Math.abs(average - exact) > ROUNDING) {
    return `average is ${average}, but detail gives ${roundTo2(exact)}`
  }
  return { count: total, average: roundTo2(exact), detail: stars }
}

function withoutDetail(count: number | undefined, average: number | undefined): Rating | string {
  if (count === undefined && average === undefined) return { count: 0, average: 0 }
  if (count === undefined) return 'average needs count or detail beside it'
  if (average === undefined) return count === 0 ? { count, average: 0 } : 'count needs average or detail beside it'
  if (count === 0 && average > 0) return `average is ${average}, but count is 0`
  if (count > 0 && average < 1) return `average is ${average}, but a rating is at least 1`
  return { count, average: roundTo2(average) }
}

function roundTo2(value: number): number {
  return Math.round(value * 100) / 100
}
