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
  /** An empty list has no place on the page, see `begunScript`. */
  function write(owner: number, items: readonly BegunItem[]): void {
    if (items.length === 0) storage.remove('begun')
    else writeJson(storage, 'begun', { owner, works: items.slice(0, MAX_BEGUN) })
  }
  return {
    works,
    write,
    note(owner: number, heard: HeardTrack): void {
      write(owner, withHeard(works(owner), heard))
    },
    remove(owner: number, workId: number): void {
      write(
        owner,
        works(owner).filter((one) => one.workId !== workId),
      )
    },
  }
}

/** Puts the work of a track first; a track that has ended ends its work until another one begins. */
export function withHeard(works: readonly BegunItem[], heard: HeardTrack): readonly BegunItem[] {
  const { workId, workTitle, workPath, hash, title, seconds, durationSeconds, lastMs } = heard
  const others = works.filter((one) => one.workId !== workId)
  if (seconds === 0) return others
  return [{ workId, workTitle, workPath, hash, title, seconds, durationSeconds, atMs: lastMs }, ...others]
}

/** Seconds until the end of the track; null if its duration is unknown. */
export function secondsLeft({ seconds, durationSeconds }: BegunItem): number | null {
  return durationSeconds === null ? null : Math.max(0, durationSeconds - seconds)
}
