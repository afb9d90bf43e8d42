import type { CatalogueService } from '#features/catalogue/index.ts'
import { createTimeSlices } from '#jobs/time-slices.ts'

/** Read in these steps, so that requests are answered in between. */
const READ_AT_ONCE = 200
/** Short: requests for the first pages share the thread with the counting of all works. */
const SLICE_MS = 2

/** A stretch of songs of many works: the works that have it, and how many of their songs are before it. */
export type SongStretch = { workIds: number[]; skipped: number }

/** The number of songs of each work, and when the work was last stored. Works that do not exist are left out. */
export type CountSongs = (
  workIds: readonly number[],
) => Promise<ReadonlyMap<number, { count: number; updatedAtMs: number }>>

export type SongCounts = {
  /** The number of songs of each of these works, in their order. */
  of(workIds: readonly number[]): Promise<number[]>
  /** The same by work, counted again where a work was stored since. */
  asOf(works: readonly { workId: number; updatedAtMs: number }[]): Promise<ReadonlyMap<number, number>>
  /** Finds the songs `offset` to `offset + limit` of all songs of these works. */
  stretch(workIds: readonly number[], offset: number, limit: number): Promise<SongStretch>
  /** The same of all works of the library, by id. */
  stretchOfAll(offset: number, limit: number): Promise<SongStretch>
  /** Notes what was just read of a work: files change without a change of the catalogue. */
  note(workId: number, count: number): void
}

type Deps = {
  catalogue: Pick<CatalogueService, 'index' | 'onChange'>
  read: CountSongs
}

/** Counts songs by work in memory: a database would count a million for a page of five hundred. */
export function createSongCounts({ catalogue, read }: Deps): SongCounts {
  const { index } = catalogue
  const counts = new Map<number, number>()
  /** The `updated_at_ms` of each work when its songs were counted. */
  const storedAt = new Map<number, number>()
  /** Raised by every change, after which what is being read may be out of date. */
  let changes = 0
  /** All works by id, and the number of songs up to the end of each. */
  let all: { version: number; changes: number; ids: number[]; ends: number[] } | null = null
  let reading: Promise<void> | null = null

  catalogue.onChange(({ workIds, isReload }) => {
    changes++
    if (isReload) {
      counts.clear()
      storedAt.clear()
    }
    for (const id of workIds) forget(id)
  })

  function forget(id: number): void {
    counts.delete(id)
    storedAt.delete(id)
  }

  async function of(workIds: readonly number[]): Promise<number[]> {
    const slices = createTimeSlices(SLICE_MS)
    // What is known now may be forgotten while the others are read.
    const known = workIds.map((id) => counts.get(id))
    const unknown = workIds.filter((_id, at) => known[at] === undefined)
    const found = new Map<number, number>()
    for (let at = 0; at < unknown.length; at += READ_AT_ONCE) {
      const before = changes
      const step = unknown.slice(at, at + READ_AT_ONCE)
      const stepCounts = await read(step)
      for (const id of step) {
        const { count = 0, updatedAtMs } = stepCounts.get(id) ?? {}
        found.set(id, count)
        if (changes !== before) continue
        counts.set(id, count)
        if (updatedAtMs !== undefined) storedAt.set(id, updatedAtMs)
      }
      if (slices.isOver()) await slices.next()
    }
    return workIds.map((id, at) => known[at] ?? found.get(id) ?? 0)
  }

  const allIds = () => index.query({ terms: [], order: 'id', direction: 'asc', offset: 0, limit: index.size }).ids

  async function readAll(): Promise<void> {
    const { version } = index
    const ids = allIds()
    const before = changes
    let end = 0
    const ends = (await of(ids)).map((count) => (end += count))
    all = { version, changes: before, ids, ends }
  }

  async function stretch(workIds: readonly number[], offset: number, limit: number): Promise<SongStretch> {
    const found: SongStretch = { workIds: [], skipped: 0 }
    let end = 0
    for (let at = 0; at < workIds.length && end < offset + limit; at += READ_AT_ONCE) {
      const step = workIds.slice(at, at + READ_AT_ONCE)
      for (const [place, count] of (await of(step)).entries()) {
        if (end >= offset + limit) break
        const start = end
        end += count
        if (end <= offset || count === 0) continue
        if (found.workIds.length === 0) found.skipped = offset - start
        found.workIds.push(step[place]!)
      }
    }
    return found
  }

  return {
    of,

    async asOf(works) {
      for (const { workId, updatedAtMs } of works) {
        if (!counts.has(workId) || storedAt.get(workId) === updatedAtMs) continue
        forget(workId)
        changes++
      }
      const ids = works.map(({ workId }) => workId)
      const found = await of(ids)
      return new Map(ids.map((id, at) => [id, found[at]!]))
    },

    stretch,

    async stretchOfAll(offset, limit) {
      if (all?.version !== index.version || all.changes !== changes) {
        // The first pages need few counts, and an app that asks for them asks for the rest.
        reading ??= readAll().finally(() => (reading = null))
        reading.catch(() => {})
        return stretch(allIds(), offset, limit)
      }
      const { ids, ends } = all
      const first = firstAbove(ends, offset)
      const last = firstAbove(ends, offset + limit - 1)
      return { workIds: ids.slice(first, last + 1), skipped: offset - (ends[first - 1] ?? 0) }
    },

    note(workId, count) {
      if (counts.get(workId) === count) return
      counts.set(workId, count)
      all = null
    },
  }
}

/** Returns the index of the first of ascending numbers that is greater; their count if none is. */
function firstAbove(numbers: readonly number[], bound: number): number {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (numbers[middle]! > bound) high = middle
    else low = middle + 1
  }
  return low
}
