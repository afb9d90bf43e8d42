import type { History } from './listening-store.ts'
import type { Parameters } from './parameters.ts'
import { ordinalOf } from './work-table.ts'

/**
 * Who has listened to what else: the cosine of two works' listeners, shrunk where hardly more have listened to both than would
 * by chance. In a household where everybody has heard everything that says little, and content is left to decide.
 */
export type CoListening = {
  /** By ordinal: how many listeners, those of one source counted as one. */
  listeners: Float64Array
  /** Turns to a work. All that follows is about it, until the next turn. */
  turnTo(work: number): void
  /** How many works have a listener in common with it (it is one of them), and which: the first so many of `others`. */
  count(): number
  others: Uint32Array
  /** 0 to 1; 0 without common listeners. */
  scoreOf(other: number): number
}

export function coListening(ids: Uint32Array, histories: readonly History[], parameters: Parameters): CoListening {
  const count = ids.length
  const kept = histories
    .map((history) => lastOf(ids, history, parameters.worksPerListener))
    .filter(({ works }) => works.length > 0)
  const shares = sharesOf(kept)
  // By ordinal: first the square of its listeners' length, then one divided by the length.
  const lengths = new Float64Array(count)
  const listeners = new Float64Array(count)
  const starts = new Uint32Array(count + 1)
  const damping = Float64Array.from(kept, ({ works }) => works.length ** -parameters.heavyListenerDamping)
  for (const [listener, { works, strengths }] of kept.entries()) {
    for (const [at, work] of works.entries()) {
      lengths[work]! += shares[listener]! * damping[listener]! * strengths[at]! ** 2
      listeners[work]! += shares[listener]!
      starts[work + 1]! += 1
    }
  }
  for (let work = 0; work < count; work += 1) {
    lengths[work] = lengths[work]! > 0 ? 1 / Math.sqrt(lengths[work]!) : 0
    starts[work + 1]! += starts[work]!
  }
  // Both ways round: who has listened to a work, and what a listener has listened to.
  const who = new Uint32Array(starts[count]!)
  const strengthsOfWork = new Float64Array(starts[count]!)
  const whatStarts = new Uint32Array(kept.length + 1)
  const what = new Uint32Array(starts[count]!)
  const strengthsOfListener = new Float64Array(starts[count]!)
  const ends = starts.slice()
  for (const [listener, { works, strengths }] of kept.entries()) {
    const from = whatStarts[listener]!
    what.set(works, from)
    strengthsOfListener.set(strengths, from)
    whatStarts[listener + 1] = from + works.length
    for (const [at, work] of works.entries()) {
      const place = ends[work]!
      ends[work] = place + 1
      who[place] = listener
      strengthsOfWork[place] = strengths[at]!
    }
  }

  const everybody = shares.reduce((sum, share) => sum + share, parameters.strangers)
  const shrinkage = parameters.shrinkage ** 2
  // By ordinal two numbers side by side: what common listeners give, and how many they are.
  const sums = new Float64Array(2 * count)
  const others = new Uint32Array(count)
  let found = 0
  let turnedTo = 0
  /** How many listeners a work of one listener would have in common with it by chance. */
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

type Kept = { works: Uint32Array; strengths: Float64Array; source: number }

/** The `most` works listened to last, by ascending ordinal, and who vouched for the very last. */
function lastOf(ids: Uint32Array, { works, strengths, times, sources }: History, most: number): Kept {
  const known: { ordinal: number; at: number }[] = []
  for (let at = 0; at < works.length; at += 1) {
    const ordinal = ordinalOf(ids, works[at]!)
    if (ordinal >= 0) known.push({ ordinal, at })
  }
  let last = known[0]?.at ?? 0
  for (const { at } of known) if (times[at]! > times[last]!) last = at
  const kept = known.length <= most ? known : mostRecent(known, times, most)
  return {
    works: Uint32Array.from(kept, ({ ordinal }) => ordinal),
    strengths: Float64Array.from(kept, ({ at }) => strengths[at]!),
    source: sources[last] ?? 0,
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

/** By listener: one, divided by all listeners of the same source. */
function sharesOf(kept: readonly Kept[]): Float64Array {
  const counts = new Map<number, number>()
  for (const { source } of kept) counts.set(source, (counts.get(source) ?? 0) + 1)
  return Float64Array.from(kept, ({ source }) => 1 / counts.get(source)!)
}
