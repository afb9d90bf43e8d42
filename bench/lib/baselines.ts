import { invertSymmetric } from './invert-symmetric.ts'
import type { Ranking, Split, SplitListener } from './time-split.ts'

const DAY_MS = 86_400_000
const FIRST = 20
/** EASE inverts a matrix of works × works: of more works, only those heard most take part. */
const MOST_EASE_WORKS = 2_000
const EASE_PENALTY = 200

/** Ranks works by the number of listeners in the last days before the split. */
export function recentlyPopular({ past, at }: Split, days: number): Ranking {
  const counts = new Map<number, number>()
  for (const one of past) {
    if (one.at >= at - days * DAY_MS) counts.set(one.work, (counts.get(one.work) ?? 0) + 1)
  }
  const ranked = [...counts].sort(([a, x], [b, y]) => y - x || a - b).map(([id]) => id)
  return ({ history }) => {
    const heard = new Set(history.map(({ work }) => work))
    const ids: number[] = []
    for (const id of ranked) {
      if (ids.length === FIRST) break
      if (!heard.has(id)) ids.push(id)
    }
    return ids
  }
}

/** Ranks works by the sum of the cosines of their listeners with those of each work of the history. */
export function itemCosine({ past }: Split): Ranking {
  const { ordinals, ids, worksOf, listenersOf } = matrixOf(past, Number.POSITIVE_INFINITY)
  const norms = listenersOf.map((some) => Math.sqrt(some.length))
  const sums = new Float64Array(ids.length)
  const common = new Float64Array(ids.length)
  return ({ history }) => {
    sums.fill(0)
    const heard = ordinalsOf(history, ordinals)
    for (const work of heard) {
      common.fill(0)
      for (const who of listenersOf[work]!) for (const other of worksOf[who]!) common[other]! += 1
      for (let other = 0; other < ids.length; other += 1) {
        if (common[other] !== 0) sums[other]! += common[other]! / (norms[work]! * norms[other]!)
      }
    }
    return bestOf(sums, heard, ids)
  }
}

/**
 * EASE (Steck 2019): the linear model from works to works with a zero diagonal, in closed form. Limited to the
 * `MOST_EASE_WORKS` works heard most.
 */
export function ease({ past }: Split): Ranking {
  const { ordinals, ids, worksOf } = matrixOf(past, MOST_EASE_WORKS)
  const size = ids.length
  const matrix = new Float64Array(size * size)
  for (const works of worksOf) for (const a of works) for (const b of works) matrix[a * size + b]! += 1
  for (let at = 0; at < size; at += 1) matrix[at * size + at]! += EASE_PENALTY
  invertSymmetric(matrix, size)
  const diagonal = Float64Array.from({ length: size }, (_, at) => matrix[at * size + at]!)
  const sums = new Float64Array(size)
  return ({ history }) => {
    sums.fill(0)
    const heard = ordinalsOf(history, ordinals)
    for (const work of heard) {
      for (let other = 0; other < size; other += 1) sums[other]! -= matrix[work * size + other]! / diagonal[other]!
    }
    return bestOf(sums, heard, ids)
  }
}

/** The listening as lists of ordinals; works are numbered by descending number of listeners. */
function matrixOf(past: Split['past'], mostWorks: number) {
  const counts = new Map<number, number>()
  for (const { work } of past) counts.set(work, (counts.get(work) ?? 0) + 1)
  const ids = [...counts]
    .sort(([a, x], [b, y]) => y - x || a - b)
    .slice(0, mostWorks)
    .map(([id]) => id)
  const ordinals = new Map(ids.map((id, ordinal) => [id, ordinal]))
  const listeners = new Map<number, Set<number>>()
  for (const { listener, work } of past) {
    const ordinal = ordinals.get(work)
    if (ordinal === undefined) continue
    const works = listeners.get(listener) ?? new Set()
    listeners.set(listener, works.add(ordinal))
  }
  const worksOf = [...listeners.values()].map((works) => [...works])
  const listenersOf: number[][] = ids.map(() => [])
  for (const [who, works] of worksOf.entries()) for (const work of works) listenersOf[work]!.push(who)
  return { ordinals, ids, worksOf, listenersOf }
}

function ordinalsOf(history: SplitListener['history'], ordinals: ReadonlyMap<number, number>): Set<number> {
  return new Set(history.map(({ work }) => ordinals.get(work)).filter((ordinal) => ordinal !== undefined))
}

/** Returns the ids with the greatest sums, without those of `heard`; those that sum up to nothing are not ranked. */
function bestOf(sums: Float64Array, heard: ReadonlySet<number>, ids: readonly number[]): number[] {
  const found: number[] = []
  for (let ordinal = 0; ordinal < sums.length; ordinal += 1) {
    if (sums[ordinal]! > 0 && !heard.has(ordinal)) found.push(ordinal)
  }
  return found
    .sort((a, b) => sums[b]! - sums[a]! || a - b)
    .slice(0, FIRST)
    .map((ordinal) => ids[ordinal]!)
}
