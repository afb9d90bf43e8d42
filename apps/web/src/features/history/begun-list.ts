import { listOf, number, objectOf, orNull, text, wholeNumber } from '#lib/readers.ts'
import { readJson, writeJson, type deviceStorage } from '#lib/storage/browser-storage.ts'

import type { HeardTrack } from './history-log.ts'

export const MAX_BEGUN = 20

/** A work that was begun, with the track to continue. */
export type BegunItem = {
  workId: number
  workTitle: string
  workPath: string
  hash: string
  title: string
  /** 0: the track has not begun. */
  seconds: number
  durationSeconds: number | null
  atMs: number
}

const readItem = objectOf({
  workId: wholeNumber(1),
  workTitle: text(2_000),
  workPath: text(2_000, /^\/(?!\/)/),
  hash: text(100, /^\d+\/\d+$/),
  title: text(2_000),
  seconds: number(0),
  durationSeconds: orNull(number(0)),
  atMs: number(0),
})
const readList = objectOf({ owner: wholeNumber(0), works: listOf(readItem, MAX_BEGUN) })

/** What this device knows to be begun, of its present owner; shown before the server has answered. */
export function createBegunList(storage: typeof deviceStorage) {
  const works = (owner: number): readonly BegunItem[] => {
    const stored = readJson(storage, 'begun', readList)
    return stored?.owner === owner ? stored.works : []
  }
  /** An empty list has no place on the page; without a list a member's is unknown, and has one. See `begunScript`. */
  function write(owner: number, items: readonly BegunItem[]): void {
    writeJson(storage, 'begun', { owner, works: items.slice(0, MAX_BEGUN) })
  }
  return {
    works,
    write,
    /** @param next  what the work continues with after the end of the track; null: the work is finished */
    note(owner: number, heard: HeardTrack, next: NextTrack | null): void {
      write(owner, withHeard(works(owner), heard, next))
    },
    remove(owner: number, workId: number): void {
      write(
        owner,
        works(owner).filter((one) => one.workId !== workId),
      )
    },
    /** Puts back what was removed, unless the work has been played since. */
    putBack(owner: number, work: BegunItem): void {
      const listed = works(owner)
      if (listed.some(({ workId }) => workId === work.workId)) return
      write(
        owner,
        [...listed, work].sort((a, b) => b.atMs - a.atMs),
      )
    },
    clear(owner: number): void {
      if (works(owner).length > 0) storage.remove('begun')
    },
  }
}

/** The track after one that has ended; `seconds` as far as it was played before. */
export type NextTrack = Pick<BegunItem, 'hash' | 'title' | 'seconds' | 'durationSeconds'>

/** Puts the work of a track first: with this track or, once it has ended, the next one. Without one the work is finished. */
export function withHeard(
  works: readonly BegunItem[],
  heard: HeardTrack,
  next: NextTrack | null,
): readonly BegunItem[] {
  const { workId, workTitle, workPath, lastMs } = heard
  const others = works.filter((one) => one.workId !== workId)
  const track = heard.seconds === 0 ? next : heard
  if (track === null) return others
  const { hash, title, seconds, durationSeconds } = track
  return [{ workId, workTitle, workPath, hash, title, seconds, durationSeconds, atMs: lastMs }, ...others]
}

/**
 * Returns what an account has begun: as the server knows it, and what was played here since, which it may not know yet.
 *
 * @param answered  by the server, latest first
 */
export function withAnswer(onDevice: readonly BegunItem[], answered: readonly BegunItem[]): readonly BegunItem[] {
  const latestMs = answered[0]?.atMs ?? 0
  const newer = onDevice.filter((one) => {
    const known = answered.find(({ workId }) => workId === one.workId)
    return one.atMs > (known?.atMs ?? latestMs)
  })
  const isNewer = new Set(newer.map(({ workId }) => workId))
  const all = [...newer, ...answered.filter(({ workId }) => !isNewer.has(workId))]
  return all.sort((a, b) => b.atMs - a.atMs).slice(0, MAX_BEGUN)
}

/** Seconds until the end of the track; null if its duration is unknown. */
export function secondsLeft({ seconds, durationSeconds }: BegunItem): number | null {
  return durationSeconds === null ? null : Math.max(0, durationSeconds - seconds)
}
