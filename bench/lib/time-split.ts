export type Interaction = { listener: number; work: number; strength: number; at: number }

/** One listener at the time of the split: what they had listened to, and what they listened to for the first time later. */
export type SplitListener = { listener: number; history: Interaction[]; wanted: Set<number> }

/**
 * Cuts interactions at the moment by which `share` of them had happened: a model may know what is before it, and is asked
 * for what comes after. Listeners with a past and something new in their future are those who are asked about.
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
