import type { Histories } from './listening-store.ts'
import type { Parameters } from './parameters.ts'
import { ordinalOf } from './work-table.ts'

/**
 * Item-to-item similarity by co-listening: the cosine of two works' listeners, shrunk where hardly more have heard both
 * than expected by chance. In a household where everyone has heard everything it carries little information, and
 * content decides.
 */
export type CoListening = {
  /** By ordinal: number of listeners; those of one source count as one. */
  listeners: Float64Array
  /** Computes the similarities of a work, which everything below refers to until the next call. */
  turnTo(work: number): void
  /** The number of works with a common listener (including the work itself); they are the first entries of `others`. */
  count(): number
  others: Uint32Array
  /** 0 to 1; 0 without common listeners. */
  scoreOf(other: number): number
}

export function coListening(ids: Uint32Array, histories: Histories, parameters: Parameters): CoListening {
  const count = ids.length
  // The works of each listener; the listeners of each work are the transposed matrix.
  const {
    starts: whatStarts,
    works: what,
    strengths: strengthsOfListener,
    sources,
  } = keepRecent(ids, histories, parameters)
  const shares = sharesOf(sources)
  // By ordinal: first the squared norm of its listeners, then the reciprocal of the norm.
  const lengths = new Float64Array(count)
  const listeners = new Float64Array(count)
  const starts = new Uint32Array(count + 1)
  const damping = shares.map((_, one) => (whatStarts[one + 1]! - whatStarts[one]!) ** -parameters.heavyListenerDamping)
  for (let listener = 0; listener < shares.length; listener += 1) {
    for (let at = whatStarts[listener]!; at < whatStarts[listener + 1]!; at += 1) {
      const work = what[at]!
      lengths[work]! += shares[listener]! * damping[listener]! * strengthsOfListener[at]! ** 2
      listeners[work]! += shares[listener]!
      starts[work + 1]! += 1
    }
  }
  for (let work = 0; work < count; work += 1) {
    lengths[work] = lengths[work]! > 0 ? 1 / Math.sqrt(lengths[work]!) : 0
    starts[work + 1]! += starts[work]!
  }
  const who = new Uint32Array(what.length)
  const strengthsOfWork = new Float64Array(what.length)
  const ends = starts.slice()
  for (let listener = 0; listener < shares.length; listener += 1) {
    for (let at = whatStarts[listener]!; at < whatStarts[listener + 1]!; at += 1) {
      const place = ends[what[at]!]!++
      who[place] = listener
      strengthsOfWork[place] = strengthsOfListener[at]!
    }
  }

  const everybody = shares.reduce((sum, share) => sum + share, parameters.strangers)
  const shrinkage = parameters.shrinkage ** 2
  // By ordinal, interleaved: the sum over common listeners, and their number.
  const sums = new Float64Array(2 * count)
  const others = new Uint32Array(count)
  let found = 0
  let turnedTo = 0
  /** Expected number of listeners that a work with one listener shares with it by chance. */
  let expectedOfOne = 0

  return {
    listeners,
    others,
    count: () => found,
    turnTo(work) {
      for (let at = 0; at < found; at += 1) {
        sums[2 * others[at]!] = 0
        sums[2 * others[at]! + 1] = 0
      }
      turnedTo = work
      expectedOfOne = listeners[work]! / everybody
      found = 0
      for (let at = starts[work]!; at < starts[work + 1]!; at += 1) {
        const listener = who[at]!
        const share = shares[listener]!
        const weight = share * damping[listener]! * strengthsOfWork[at]!
        const end = whatStarts[listener + 1]!
        for (let next = whatStarts[listener]!; next < end; next += 1) {
          const other = what[next]!
          const place = 2 * other
          if (sums[place + 1] === 0) others[found++] = other
          sums[place]! += weight * strengthsOfListener[next]!
          sums[place + 1]! += share
        }
      }
    },
    scoreOf(other) {
      const sum = sums[2 * other]!
      if (sum === 0) return 0
      const common = sums[2 * other + 1]!
      const cosine = sum * lengths[turnedTo]! * lengths[other]!
      const excess = Math.max(0, common - expectedOfOne * listeners[other]!) ** 2
      return excess === 0 ? 0 : Math.min(1, cosine) * (excess / (excess + shrinkage))
    },
  }
}

/** By listener; those without known works are left out. */
type RecentHistories = {
  /** Start of each listener's works, with one more entry at the end. */
  starts: Uint32Array
  /** Ordinals, ascending within a listener. */
  works: Uint32Array
  strengths: Float64Array
  /** The source of each listener's latest row. */
  sources: Float64Array
}

/** Keeps each listener's most recent works, up to the limit. */
function keepRecent(ids: Uint32Array, histories: Histories, { worksPerListener }: Parameters): RecentHistories {
  const everybody = histories.listeners.length
  const starts = new Uint32Array(everybody + 1)
  const works = new Uint32Array(histories.works.length)
  const strengths = new Float64Array(histories.works.length)
  const sources = new Float64Array(everybody)
  let count = 0
  let end = 0
  // One listener's rows, with the ordinals of their works.
  const known: { ordinal: number; at: number }[] = []
  for (let listener = 0; listener < everybody; listener += 1) {
    known.length = 0
    for (let at = histories.starts[listener]!; at < histories.starts[listener + 1]!; at += 1) {
      const ordinal = ordinalOf(ids, histories.works[at]!)
      if (ordinal >= 0) known.push({ ordinal, at })
    }
    if (known.length === 0) continue
    let last = known[0]!.at
    for (const { at } of known) if (histories.times[at]! > histories.times[last]!) last = at
    sources[count] = histories.sources[last]!
    const recent = known.length <= worksPerListener ? known : mostRecent(known, histories.times, worksPerListener)
    for (const { ordinal, at } of recent) {
      works[end] = ordinal
      strengths[end] = histories.strengths[at]!
      end += 1
    }
    count += 1
    starts[count] = end
  }
  return {
    starts: starts.subarray(0, count + 1),
    works: works.subarray(0, end),
    strengths: strengths.subarray(0, end),
    sources: sources.subarray(0, count),
  }
}

function mostRecent<Row extends { ordinal: number; at: number }>(
  rows: readonly Row[],
  times: Float64Array,
  most: number,
) {
  const byTime = rows.toSorted((a, b) => {
    const [one, other] = [times[a.at]!, times[b.at]!]
    return one === other ? a.ordinal - b.ordinal : other - one
  })
  return byTime.slice(0, most).sort((a, b) => a.ordinal - b.ordinal)
}

/** By listener: one divided by the number of listeners of the same source. */
function sharesOf(sources: Float64Array): Float64Array {
  const counts = new Map<number, number>()
  for (const source of sources) counts.set(source, (counts.get(source) ?? 0) + 1)
  return sources.map((source) => 1 / counts.get(source)!)
}
