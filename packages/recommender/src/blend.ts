import type { ListeningBySource, Popularity } from './popularity.ts'
import type { RecommenderModel } from './types.ts'
import type { Blend, Part } from './usual-blend.ts'
import type { WorkTable } from './work-table.ts'

const DAY_MS = 86_400_000
const FRESH_HALF_LIFE_MS = 30 * DAY_MS
/** Dates are days, which begin earlier in some time zones. */
const DATE_TOLERANCE_MS = DAY_MS
/** Below this many listenings of the most popular work of a window, the whole window counts less. */
const FULL_WINDOW = 8

/** The windows of the parts that count listening. */
const windows = { week: 7 * DAY_MS, month: 30 * DAY_MS, quarter: 90 * DAY_MS, ever: Number.POSITIVE_INFINITY } as const

/** By ordinal, 0 to 1. */
export type Parts = Record<Part, Float64Array<ArrayBuffer>>

/** Computes each work's parts as of `now`. */
export function partsOf(listening: ListeningBySource, { scores }: Popularity, table: WorkTable, now: number): Parts {
  const counted = (windowMs: number) => {
    const { heard } = listening((at) => (now - at <= windowMs ? 1 : 0))
    const most = Math.max(FULL_WINDOW, greatest(heard))
    return heard.map((count) => Math.sqrt(count / most))
  }
  const most = greatest(scores)
  return {
    popular: scores.map((score) => (most > 0 ? score / most : 0)),
    week: counted(windows.week),
    month: counted(windows.month),
    quarter: counted(windows.quarter),
    ever: counted(windows.ever),
    fresh: Float64Array.from(table.works, ({ released, added }) => freshness(released, added, now)),
  }
}

/** The mean of both dates: after a move into the library all works are added at once. */
function freshness(released: number | null, added: number | null, now: number): number {
  const dates = [released, added].filter((date) => date !== null)
  return dates.length === 0 ? 0 : dates.reduce((sum, date) => sum + newness(date, now), 0) / dates.length
}

/** A later date is not known yet, and counts 0: otherwise tuning would see the future. */
function newness(since: number, now: number): number {
  if (!(since <= now + DATE_TOLERANCE_MS)) return 0
  return 2 ** (-Math.max(0, now - since) / FRESH_HALF_LIFE_MS)
}

/** Combines the parts of all works: what recommends each to any listener, and the factor of its score as a neighbour. */
export function blendParts(parts: Parts, blend: Blend): Pick<RecommenderModel, 'base' | 'byBase' | 'favour'> {
  const base = baseOf(parts, blend)
  const byBase = Uint32Array.from(base, (_, ordinal) => ordinal)
  byBase.sort((a, b) => base[b]! - base[a]! || a - b)
  return { base, byBase, favour: favourOf(parts, blend) }
}

export function baseOf(parts: Parts, blend: Blend): Float64Array<ArrayBuffer> {
  const { popular, week, month, quarter, ever, fresh } = parts
  return popular.map(
    (value, ordinal) =>
      blend.popular * value +
      blend.week * week[ordinal]! +
      blend.month * month[ordinal]! +
      blend.quarter * quarter[ordinal]! +
      blend.ever * ever[ordinal]! +
      blend.fresh * fresh[ordinal]!,
  )
}

export function favourOf({ month }: Parts, { fashion }: Blend): Float64Array<ArrayBuffer> {
  return month.map((value) => 1 - fashion + fashion * value)
}

function greatest(values: Float64Array): number {
  let most = 0
  for (const value of values) if (value > most) most = value
  return most
}
