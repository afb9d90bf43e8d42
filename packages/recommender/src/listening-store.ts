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
  const rows = new Map<number, Omit<Listening, 'listener'>>()
  for (let at = 0; at < (known?.works.length ?? 0); at += 1) {
    const work = known!.works[at]!
    rows.set(work, {
      work,
      strength: known!.strengths[at]!,
      at: known!.times[at]!,
      source: known!.sources[at]!,
      isAnonymous: known!.isAnonymous[at] === 1,
    })
  }
  for (const row of fresh) {
    // What is not a number says nothing, as does a strength of nothing.
    if (row.strength > 0) rows.set(row.work, row)
    else rows.delete(row.work)
  }
  const sorted = [...rows.values()].sort((a, b) => a.work - b.work)
  return {
    works: Float64Array.from(sorted, ({ work }) => work),
    strengths: Float64Array.from(sorted, ({ strength }) => Math.min(strength, 1)),
    times: Float64Array.from(sorted, ({ at }) => (Number.isNaN(at) ? Number.NEGATIVE_INFINITY : at)),
    sources: Float64Array.from(sorted, ({ source }) => source),
    isAnonymous: Uint8Array.from(sorted, ({ isAnonymous }) => (isAnonymous ? 1 : 0)),
  }
}
