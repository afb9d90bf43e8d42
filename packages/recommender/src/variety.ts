/**
 * Puts candidates in order, best first, so that no circle has all places: each further work of a circle counts `factor` of
 * the one before, and of each group one edition is enough.
 *
 * @param candidates ordinals by falling score
 * @param scores of the candidates, ≥ 0
 * @param take gets each one chosen with its lowered score, and says whether to go on
 */
export function chooseVaried(
  candidates: Uint32Array,
  scores: Float64Array,
  {
    groups,
    circles,
    factor,
    worksPerCircle,
  }: { groups: Uint32Array; circles: Uint32Array; factor: number; worksPerCircle: number },
  take: (ordinal: number, score: number, place: number) => boolean,
): void {
  const taken = new Map<number, number>()
  const takenGroups = new Set<number>()
  // Candidates whose score has been lowered wait here until they are the best of the rest.
  const waiting: { place: number; score: number; taken: number }[] = []
  let next = 0
  const isBefore = (a: { place: number; score: number }, b: { place: number; score: number }) =>
    a.score > b.score || (a.score === b.score && a.place < b.place)

  while (next < candidates.length || waiting.length > 0) {
    const fresh = next < candidates.length ? { place: next, score: scores[next]!, taken: 0 } : undefined
    const lowered = waiting[0]
    let one: { place: number; score: number; taken: number }
    if (fresh && (!lowered || isBefore(fresh, lowered))) {
      one = fresh
      next += 1
    } else one = pop(waiting, isBefore)!
    const ordinal = candidates[one.place]!
    if (takenGroups.has(groups[ordinal]!)) continue
    const circle = circles[ordinal]!
    const already = circle === 0 ? 0 : (taken.get(circle) ?? 0)
    if (already >= worksPerCircle) continue
    if (already > one.taken) {
      push(waiting, { place: one.place, score: scores[one.place]! * factor ** already, taken: already }, isBefore)
      continue
    }
    taken.set(circle, already + 1)
    takenGroups.add(groups[ordinal]!)
    if (!take(ordinal, one.score, one.place)) return
  }
}

function push<T>(heap: T[], item: T, isBefore: (a: T, b: T) => boolean): void {
  let at = heap.length
  heap.push(item)
  while (at > 0) {
    const parent = (at - 1) >> 1
    if (!isBefore(item, heap[parent]!)) break
    heap[at] = heap[parent]!
    at = parent
  }
  heap[at] = item
}

function pop<T>(heap: T[], isBefore: (a: T, b: T) => boolean): T | undefined {
  const first = heap[0]
  const last = heap.pop()
  if (heap.length === 0 || last === undefined) return first
  let at = 0
  for (;;) {
    let child = 2 * at + 1
    if (child >= heap.length) break
    if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child += 1
    if (!isBefore(heap[child]!, last)) break
    heap[at] = heap[child]!
    at = child
  }
  heap[at] = last
  return first
}
