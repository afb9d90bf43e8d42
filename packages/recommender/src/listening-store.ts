import type { Listening } from './types.ts'

/** What one listener has listened to, by ascending work id. */
export type History = {
  works: Float64Array
  strengths: Float64Array
  times: Float64Array
  sources: Float64Array
  isAnonymous: Uint8Array
}

export type ListeningStore = {
  set(rows: Iterable<Listening>): void
  remove(listener: number): void
  /** By ascending listener, so that sums come out the same whatever came first. */
  histories(): History[]
}

/** Everybody's listening: 33 bytes a row, so that a million of them are small. */
export function createListeningStore(): ListeningStore {
  const byListener = new Map<number, History>()
  let inOrder: History[] | undefined

  return {
    set(rows) {
      const fresh = new Map<number, Listening[]>()
      for (const row of rows) {
        const known = fresh.get(row.listener)
        if (known) known.push(row)
        else fresh.set(row.listener, [row])
      }
      for (const [listener, some] of fresh) {
        const merged = merge(byListener.get(listener), some)
        if (merged.works.length > 0) byListener.set(listener, merged)
        else byListener.delete(listener)
      }
      inOrder = undefined
    },
    remove(listener) {
      byListener.delete(listener)
      inOrder = undefined
    },
    histories() {
      inOrder ??= [...byListener].toSorted(([a], [b]) => a - b).map(([, history]) => history)
      return inOrder
    },
  }
}

function merge(known: History | undefined, fresh: readonly Listening[]): History {
  // Sorting is stable: of several rows of one work the last one counts.
  const sorted = fresh.toSorted((a, b) => a.work - b.work)
  const most = (known?.works.length ?? 0) + sorted.length
  const merged: History = {
    works: new Float64Array(most),
    strengths: new Float64Array(most),
    times: new Float64Array(most),
    sources: new Float64Array(most),
    isAnonymous: new Uint8Array(most),
  }
  let end = 0
  let kept = 0
  const keepUntil = (work: number) => {
    while (known && kept < known.works.length && known.works[kept]! < work) {
      merged.works[end] = known.works[kept]!
      merged.strengths[end] = known.strengths[kept]!
      merged.times[end] = known.times[kept]!
      merged.sources[end] = known.sources[kept]!
      merged.isAnonymous[end] = known.isAnonymous[kept]!
      kept += 1
      end += 1
    }
  }
  for (const [index, { work, strength, at, source, isAnonymous }] of sorted.entries()) {
    if (sorted[index + 1]?.work === work || Number.isNaN(work)) continue
    keepUntil(work)
    if (known?.works[kept] === work) kept += 1
    // What is not a number says nothing, as does a strength of nothing.
    if (!(strength > 0)) continue
    merged.works[end] = work
    merged.strengths[end] = Math.min(strength, 1)
    merged.times[end] = Number.isNaN(at) ? Number.NEGATIVE_INFINITY : at
    merged.sources[end] = source
    merged.isAnonymous[end] = isAnonymous ? 1 : 0
    end += 1
  }
  keepUntil(Number.POSITIVE_INFINITY)
  return {
    works: merged.works.slice(0, end),
    strengths: merged.strengths.slice(0, end),
    times: merged.times.slice(0, end),
    sources: merged.sources.slice(0, end),
    isAnonymous: merged.isAnonymous.slice(0, end),
  }
}
