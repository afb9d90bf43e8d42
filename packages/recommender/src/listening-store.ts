import type { Listening } from './types.ts'

/** All listening, by ascending listener and work. Takes 12 bytes for each listener, and 33 for each row. */
export type Histories = {
  listeners: Float64Array
  /** By listener: start of the rows in the following columns, with one more entry at the end. */
  starts: Uint32Array
  works: Float64Array
  strengths: Float64Array
  times: Float64Array
  sources: Float64Array
  isAnonymous: Uint8Array
}

export type ListeningStore = {
  set(rows: Iterable<Listening>): void
  remove(listener: number): void
  /**
   * In an order that does not depend on that of the calls, so that sums are reproducible. Valid until the next call of
   * any method.
   */
  histories(): Histories
}

/** Changes since the columns were built: rows of one listener, added to the previous ones or replacing them. */
type Pending = { replaces: boolean; rows: Listening[] }

/** Rows are merged when there are this many, and a certain share of the others, because merging moves everything. */
const WAITING = 20_000
const WAITING_PART = 16

/**
 * Stores all listening in columns: most listeners have few rows, and an object for each would take most of the memory.
 *
 * @param most  maximum number of rows waiting to be merged
 */
export function createListeningStore(most = WAITING): ListeningStore {
  let settled = emptyColumns(0, 0)
  const pending = new Map<number, Pending>()
  let waiting = 0

  function settle(): void {
    if (pending.size > 0) settled = merge(settled, pending, waiting)
    pending.clear()
    waiting = 0
  }

  function wait(): void {
    waiting += 1
    if (waiting >= Math.max(most, settled.works.length / WAITING_PART)) settle()
  }

  return {
    set(rows) {
      for (const row of rows) {
        // Ignore invalid rows.
        if (Number.isNaN(row.listener) || Number.isNaN(row.work)) continue
        const known = pending.get(row.listener)
        if (known) known.rows.push(row)
        else pending.set(row.listener, { replaces: false, rows: [row] })
        wait()
      }
    },
    remove(listener) {
      if (Number.isNaN(listener)) return
      pending.set(listener, { replaces: true, rows: [] })
      wait()
    },
    histories() {
      settle()
      return settled
    },
  }
}

function emptyColumns(listeners: number, rows: number): Histories {
  return {
    listeners: new Float64Array(listeners),
    starts: new Uint32Array(listeners + 1),
    works: new Float64Array(rows),
    strengths: new Float64Array(rows),
    times: new Float64Array(rows),
    sources: new Float64Array(rows),
    isAnonymous: new Uint8Array(rows),
  }
}

/** @param rows  maximum number of pending rows */
function merge(before: Histories, pending: ReadonlyMap<number, Pending>, rows: number): Histories {
  const after = emptyColumns(before.listeners.length + pending.size, before.works.length + rows)
  let count = 0
  let end = 0

  function copyRows(from: number, to: number): void {
    if (from === to) return
    after.works.set(before.works.subarray(from, to), end)
    after.strengths.set(before.strengths.subarray(from, to), end)
    after.times.set(before.times.subarray(from, to), end)
    after.sources.set(before.sources.subarray(from, to), end)
    after.isAnonymous.set(before.isAnonymous.subarray(from, to), end)
    end += to - from
  }

  function putRow({ work, strength, at, source, isAnonymous }: Listening): void {
    // Also ignore strengths that are zero or not numbers.
    if (!(strength > 0)) return
    after.works[end] = work
    after.strengths[end] = Math.min(strength, 1)
    after.times[end] = Number.isNaN(at) ? Number.NEGATIVE_INFINITY : at
    after.sources[end] = source
    after.isAnonymous[end] = isAnonymous ? 1 : 0
    end += 1
  }

  /** Copies listeners without pending rows. */
  function copyListeners(from: number, to: number): void {
    const moved = end - before.starts[from]!
    for (let at = from; at < to; at += 1) {
      after.listeners[count] = before.listeners[at]!
      after.starts[count] = before.starts[at]! + moved
      count += 1
    }
    copyRows(before.starts[from]!, before.starts[to]!)
  }

  /** @param from  start of the known rows, which stay unless there are fresh ones of the same work */
  function putListener(listener: number, from: number, to: number, fresh: readonly Listening[]): void {
    const begin = end
    // Sorting is stable: the last row of each work wins.
    const sorted = fresh.toSorted((a, b) => a.work - b.work)
    let next = from
    for (const [index, row] of sorted.entries()) {
      if (sorted[index + 1]?.work === row.work) continue
      const first = next
      while (next < to && before.works[next]! < row.work) next += 1
      copyRows(first, next)
      if (next < to && before.works[next] === row.work) next += 1
      putRow(row)
    }
    copyRows(next, to)
    if (end === begin) return
    after.listeners[count] = listener
    after.starts[count] = begin
    count += 1
  }

  let next = 0
  for (const listener of Float64Array.from(pending.keys()).sort()) {
    const first = next
    while (next < before.listeners.length && before.listeners[next]! < listener) next += 1
    copyListeners(first, next)
    const { replaces, rows: fresh } = pending.get(listener)!
    const isKnown = before.listeners[next] === listener
    const from = isKnown ? before.starts[next]! : 0
    const to = isKnown ? before.starts[next + 1]! : 0
    if (isKnown) next += 1
    putListener(listener, from, replaces ? from : to, fresh)
  }
  copyListeners(next, before.listeners.length)
  after.starts[count] = end
  return {
    listeners: after.listeners.subarray(0, count),
    starts: after.starts.subarray(0, count + 1),
    works: after.works.subarray(0, end),
    strengths: after.strengths.subarray(0, end),
    times: after.times.subarray(0, end),
    sources: after.sources.subarray(0, end),
    isAnonymous: after.isAnonymous.subarray(0, end),
  }
}
