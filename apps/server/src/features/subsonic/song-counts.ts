import { setTimeout as sleep } from 'node:timers/promises'

import type { CatalogueService } from '#features/catalogue/index.ts'
import { createTimeSlices } from '#jobs/time-slices.ts'

/** Read in these steps, so that requests are answered in between. */
const READ_AT_ONCE = 200
/** Short: requests share the thread with counting. */
const SLICE_MS = 2
/** Between slices of counting ahead: pages in a row do not need it. */
const REST_MS = 8
const MAX_FRUITLESS = 3

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
  /** All works by id. */
  let all: { version: number; ids: readonly number[] } | null = null
  /** The number of songs up to the end of each of the first of all works: of those that were counted in a row. */
  const ends: number[] = []
  let counting: Promise<void> | null = null
  let countingAhead: Promise<void> | null = null

  catalogue.onChange(({ workIds, isReload }) => {
    changes++
    if (isReload) {
      counts.clear()
      storedAt.clear()
      shorten(0)
    }
    for (const id of workIds) forget(id)
  })

  function forget(id: number): void {
    counts.delete(id)
    storedAt.delete(id)
    countAgainFrom(id)
  }

  function countAgainFrom(id: number): void {
    changes++
    if (ends.length > 0) shorten(firstAbove(all?.ids ?? [], id - 1))
  }

  function shorten(length: number): void {
    if (ends.length > length) ends.length = length
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

  function allIds(): readonly number[] {
    if (all?.version === index.version) return all.ids
    const { ids } = index.query({ terms: [], order: 'id', direction: 'asc', offset: 0, limit: index.size })
    const before = all?.ids ?? []
    const firstOther = before.findIndex((id, at) => id !== ids[at])
    if (firstOther !== -1) shorten(firstOther)
    all = { version: index.version, ids }
    return ids
  }

  function isCounted(songs: number): boolean {
    const { length } = allIds()
    return (ends.at(-1) ?? 0) >= songs || ends.length === length
  }

  /** Counts the works after those that are counted, once for all that need it. */
  function countOn(): Promise<void> {
    counting ??= countStep().finally(() => (counting = null))
    return counting
  }

  async function countStep(): Promise<void> {
    const ids = allIds()
    const at = ends.length
    const before = changes
    const stepCounts = await of(ids.slice(at, at + READ_AT_ONCE))
    if (changes !== before || allIds() !== ids) return
    let end = ends.at(-1) ?? 0
    for (const count of stepCounts) ends.push((end += count))
  }

  /** One pass over all works: with changes that do not end, it would not either. */
  async function countAhead(): Promise<void> {
    const slices = createTimeSlices(SLICE_MS)
    for (let steps = Math.ceil(allIds().length / READ_AT_ONCE); steps > 0 && !isCounted(Infinity); steps--) {
      await countOn()
      if (!slices.isOver()) continue
      await sleep(REST_MS, undefined, { ref: false })
      await slices.next()
    }
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
      }
      const ids = works.map(({ workId }) => workId)
      const found = await of(ids)
      return new Map(ids.map((id, at) => [id, found[at]!]))
    },

    stretch,

    async stretchOfAll(offset, limit) {
      if (!isCounted(Infinity)) {
        // An app that asks for one page asks for the rest.
        countingAhead ??= countAhead().finally(() => (countingAhead = null))
        countingAhead.catch(() => {})
      }
      const slices = createTimeSlices(SLICE_MS)
      for (let fruitless = 0; !isCounted(offset + limit);) {
        const before = ends.length
        await countOn()
        // While works change all the time, as in a scan, nothing can be counted in a row.
        if (ends.length <= before && ++fruitless === MAX_FRUITLESS) return stretch(allIds(), offset, limit)
        if (slices.isOver()) await slices.next()
      }
      const first = firstAbove(ends, offset)
      const last = firstAbove(ends, offset + limit - 1)
      return { workIds: allIds().slice(first, last + 1), skipped: offset - (ends[first - 1] ?? 0) }
    },

    note(workId, count) {
      if (counts.get(workId) === count) return
      counts.set(workId, count)
      countAgainFrom(workId)
    },
  }
}

/** Returns the index of the first of ascending numbers that is greater than `bound`; their count if none is. */
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
