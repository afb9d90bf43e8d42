import type { Listening } from './types.ts'

/** Everybody's listening, by ascending listener and work. Of each listener it takes 12 bytes, of each row 33. */
export type Histories = {
  listeners: Float64Array
  /** By listener: where the rows begin in what follows; one more at the end. */
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
  /** In one order whatever came first, so that sums come out the same. Good until the next call of anything here. */
  histories(): Histories
}

/** What has come since the columns were made: of one listener, with all before it or instead of it. */
type Pending = { replaces: boolean; rows: Listening[] }

/** Rows wait until they are so many and such a part of the others: to put them in moves all that is there. */
const WAITING = 20_000
const WAITING_PART = 16

/**
 * Everybody's listening, in columns: most listeners have few rows, and an object for each would be most of the memory.
 *
 * @param most  how many rows may wait before they are put among the others
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
        // What is not a number says nothing.
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

/** @param rows  how many are pending, at most */
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
    // Neither does what is no strength, nor a strength of nothing.
    if (!(strength > 0)) return
    after.works[end] = work
    after.strengths[end] = Math.min(strength, 1)
    after.times[end] = Number.isNaN(at) ? Number.NEGATIVE_INFINITY : at
    after.sources[end] = source
    after.isAnonymous[end] = isAnonymous ? 1 : 0
    end += 1
  }

  /** Listeners of whom nothing is pending. */
  function copyListeners(from: number, to: number): void {
    const moved = end - before.starts[from]!
    for (let at = from; at < to; at += 1) {
      after.listeners[count] = before.listeners[at]!
      after.starts[count] = before.starts[at]! + moved
      count += 1
    }
    copyRows(before.starts[from]!, before.starts[to]!)
  }

  /** @param from  where the known rows begin that stay unless there are fresh ones of the same work */
  function putListener(listener: number, from: number, to: number, fresh: readonly Listening[]): void {
    const begin = end
    // Sorting is stable: of several rows of one work the last one counts.
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
