/** The attributes by which candidates vary. */
type Kinds = {
  /** By ordinal: its group of editions. */
  groups: Uint32Array
  /** By ordinal: its circle; 0 is none. */
  circles: Uint32Array
}

/** Receives each chosen candidate with its reduced score, and returns whether to continue. */
type Take = (ordinal: number, score: number) => boolean

/**
 * Sorts candidates, best first, so that no circle dominates: each further work of a circle counts `factor` of the
 * previous one, at most `worksPerCircle` are chosen, and one edition of each group.
 */
export function createVariety({ groups, circles }: Kinds, factor: number, worksPerCircle: number) {
  const taken = new Uint16Array(greatest(circles) + 1)
  const isGroupTaken = new Uint8Array(greatest(groups) + 1)
  const chosen: number[] = []

  /**
   * @param candidates ordinals by descending score
   * @param scores of the candidates, ≥ 0
   */
  function choose(candidates: Uint32Array, scores: Float64Array, count: number, take: Take): void {
    // Candidates with a reduced score wait here until they are the best of the rest.
    const waiting: Waiting[] = []
    let next = 0
    while (next < count || waiting.length > 0) {
      const lowered = waiting[0]
      const isFresh = next < count && (!lowered || scores[next]! >= lowered.score)
      const place = isFresh ? next : lowered!.place
      const already = isFresh ? 0 : lowered!.already
      const score = isFresh ? scores[next]! : lowered!.score
      if (isFresh) next += 1
      else pop(waiting)
      const ordinal = candidates[place]!
      const circle = circles[ordinal]!
      const now = circle === 0 ? 0 : taken[circle]!
      if (isGroupTaken[groups[ordinal]!] === 1 || now >= worksPerCircle) continue
      if (now > already) {
        push(waiting, { place, score: scores[place]! * factor ** now, already: now })
        continue
      }
      taken[circle]! += 1
      isGroupTaken[groups[ordinal]!] = 1
      chosen.push(ordinal)
      if (!take(ordinal, score)) break
    }
    for (const ordinal of chosen) {
      taken[circles[ordinal]!] = 0
      isGroupTaken[groups[ordinal]!] = 0
    }
    chosen.length = 0
  }
  return choose
}

function greatest(values: Uint32Array): number {
  let most = 0
  for (const value of values) if (value > most) most = value
  return most
}

/** A candidate whose circle had `already` works chosen when its score was reduced. */
type Waiting = { place: number; score: number; already: number }

function isBefore(a: Waiting, b: Waiting): boolean {
  return a.score > b.score || (a.score === b.score && a.place < b.place)
}

function push(heap: Waiting[], item: Waiting): void {
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

function pop(heap: Waiting[]): void {
  const last = heap.pop()
  if (heap.length === 0 || last === undefined) return
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
}
