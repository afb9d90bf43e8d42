import type { History } from './listening-store.ts'
import type { Parameters } from './parameters.ts'
import { ordinalOf } from './work-table.ts'

/** Who has listened to what else: the cosine of two works' listeners, shrunk where few have listened to both. */
export type CoListening = {
  /** By ordinal: how many listeners, those of one source counted as one. */
  listeners: Float64Array
  /**
   * Calls `each` with every work that has a listener in common with `work`, in no particular order.
   *
   * @param each gets the other's ordinal and a score of 0 to 1
   */
  forEachOther(work: number, each: (other: number, score: number) => void): void
}

export function coListening(ids: Uint32Array, histories: readonly History[], parameters: Parameters): CoListening {
  const count = ids.length
  const kept = histories
    .map((history) => lastOf(ids, history, parameters.worksPerListener))
    .filter(({ works }) => works.length > 0)
  const shares = sharesOf(kept)
  const norms = new Float64Array(count)
  const listeners = new Float64Array(count)
  const starts = new Uint32Array(count + 1)
  const damping = kept.map(({ works }) => works.length ** -parameters.heavyListenerDamping)
  for (const [listener, { works, strengths }] of kept.entries()) {
    for (const [at, work] of works.entries()) {
      norms[work]! += shares[listener]! * damping[listener]! * strengths[at]! ** 2
      listeners[work]! += shares[listener]!
      starts[work + 1]! += 1
    }
  }
  for (let work = 0; work < count; work += 1) {
    norms[work] = Math.sqrt(norms[work]!)
    starts[work + 1]! += starts[work]!
  }
  const who = new Uint32Array(starts[count]!)
  const strengthsOfWork = new Float64Array(starts[count]!)
  const ends = starts.slice()
  for (const [listener, { works, strengths }] of kept.entries()) {
    for (const [at, work] of works.entries()) {
      const place = ends[work]!
      ends[work] = place + 1
      who[place] = listener
      strengthsOfWork[place] = strengths[at]!
    }
  }

  // By ordinal two numbers side by side: what common listeners give, and how many they are.
  const sums = new Float64Array(2 * count)
  const touched: number[] = []

  return {
    listeners,
    forEachOther(work, each) {
      for (let at = starts[work]!; at < starts[work + 1]!; at += 1) {
        const listener = who[at]!
        const { works, strengths } = kept[listener]!
        const share = shares[listener]!
        const weight = share * damping[listener]! * strengthsOfWork[at]!
        for (let other = 0; other < works.length; other += 1) {
          const place = 2 * works[other]!
          if (sums[place + 1] === 0) touched.push(works[other]!)
          sums[place]! += weight * strengths[other]!
          sums[place + 1]! += share
        }
      }
      for (const other of touched) {
        const [sum, common] = [sums[2 * other]!, sums[2 * other + 1]!]
        sums[2 * other] = 0
        sums[2 * other + 1] = 0
        if (other === work) continue
        const cosine = sum / (norms[work]! * norms[other]!) || 0
        each(other, Math.min(1, cosine) * (common / (common + parameters.shrinkage)))
      }
      touched.length = 0
    },
  }
}

type Kept = { works: Uint32Array; strengths: Float64Array; source: number }

/** The `most` works listened to last, by ascending ordinal, and who vouched for the very last. */
function lastOf(ids: Uint32Array, history: History, most: number): Kept {
  const rows: { work: number; strength: number; at: number; source: number }[] = []
  for (let at = 0; at < history.works.length; at += 1) {
    const work = ordinalOf(ids, history.works[at]!)
    if (work < 0) continue
    rows.push({ work, strength: history.strengths[at]!, at: history.times[at]!, source: history.sources[at]! })
  }
  rows.sort((a, b) => (a.at === b.at ? a.work - b.work : b.at - a.at))
  const kept = rows.slice(0, most).sort((a, b) => a.work - b.work)
  return {
    works: Uint32Array.from(kept, ({ work }) => work),
    strengths: Float64Array.from(kept, ({ strength }) => strength),
    source: rows[0]?.source ?? 0,
  }
}

/** By listener: one, divided by all listeners of the same source. */
function sharesOf(kept: readonly Kept[]): Float64Array {
  const counts = new Map<number, number>()
  for (const { source } of kept) counts.set(source, (counts.get(source) ?? 0) + 1)
  return Float64Array.from(kept, ({ source }) => 1 / counts.get(source)!)
}
