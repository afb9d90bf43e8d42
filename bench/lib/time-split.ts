import type { WorkFacts } from '@otodana/recommender'

export type Interaction = { listener: number; work: number; strength: number; at: number }

/** A listener at the time of the split: the works heard before, and those heard for the first time later. */
export type SplitListener = { listener: number; history: Interaction[]; wanted: Set<number> }

export type Split = {
  works: WorkFacts[]
  at: number
  past: Interaction[]
  listeners: SplitListener[]
  tail: Set<number>
}

/** Returns the best works for a listener, best first, without those already heard. */
export type Ranking = (one: SplitListener) => number[]

/**
 * Splits interactions at the time by which `share` of them had happened: models know those before it, and are evaluated
 * on those after it. Includes listeners with a past and new works in their future.
 */
export function splitByTime(interactions: readonly Interaction[], share: number) {
  const byTime = interactions.toSorted((a, b) => a.at - b.at)
  const at = byTime[Math.floor(byTime.length * share)]?.at ?? 0
  const past = byTime.filter((one) => one.at < at)
  const histories = Map.groupBy(past, ({ listener }) => listener)
  const heard = new Map([...histories].map(([listener, some]) => [listener, new Set(some.map(({ work }) => work))]))
  const known = new Set(past.map(({ work }) => work))
  const wanted = new Map<number, Set<number>>()
  for (const one of byTime) {
    if (one.at < at || heard.get(one.listener)?.has(one.work) !== false) continue
    const some = wanted.get(one.listener) ?? new Set()
    wanted.set(one.listener, some.add(one.work))
  }
  const listeners: SplitListener[] = [...wanted].map(([listener, some]) => ({
    listener,
    history: histories.get(listener)!,
    wanted: some,
  }))
  return { at, past, known, listeners }
}
