import type { HistoryPage } from '@otodana/contract'
import { foldForFinding } from '@otodana/keyword'
import { workPath } from '@otodana/work-code'

import { titleAlone } from '#features/track-queue/index.ts'
import { shownName } from '#lib/format/shown-name.ts'

import type { HeardTrack } from './history-log.ts'
import type { HistorySearch } from './history-search.ts'

export const PAGE_SIZE = 50

/** A work on one day. */
export type Entry = {
  day: string
  workId: number
  isMissing: boolean
  /** Latest first; at least one. */
  tracks: readonly HeardTrack[]
}

export type EntryPage = { entries: readonly Entry[]; total: number; isOn: boolean }

/** A page of an account's history, as the server lists it. */
export function entriesOfPage({ entries, pagination, isOn }: HistoryPage): EntryPage {
  return {
    total: pagination.totalCount,
    isOn,
    entries: entries.map(({ day, work, tracks }) => ({
      day,
      workId: work.id,
      isMissing: work.isMissing,
      tracks: tracks.map(({ hash, title, seconds, durationSeconds, heardSeconds, firstAt, lastAt }) => ({
        day,
        hash,
        title: titleAlone(title),
        workId: work.id,
        workTitle: shownName(work.title),
        workPath: workPath(work),
        circle: shownName(work.circle.name),
        firstMs: Date.parse(firstAt),
        lastMs: Date.parse(lastAt),
        heardSeconds,
        seconds,
        durationSeconds,
      })),
    })),
  }
}

/**
 * A page of the history of this device.
 *
 * @param tracks  latest first
 * @param search  all its words must be in the titles of work, circle and track
 */
export function entriesOfDevice(
  tracks: readonly HeardTrack[],
  { words, until, page }: HistorySearch,
  isOn: boolean,
): EntryPage {
  const wanted = words.split(/\s+/u).map(foldForFinding).filter(Boolean)
  const found = tracks.filter(({ day, title, workTitle, circle, workPath: path }) => {
    if (until !== '' && day > until) return false
    const text = foldForFinding([title, workTitle, circle, path].join('\n'))
    return wanted.every((word) => text.includes(word))
  })
  const groups = [...grouped(found, ({ day, workId }) => `${day} ${workId}`).values()]
  const entries = groups
    .flatMap((group): Entry[] => {
      const [latest] = group
      return latest ? [{ day: latest.day, workId: latest.workId, isMissing: false, tracks: group }] : []
    })
    .sort((a, b) => (a.day === b.day ? lastMsOf(b) - lastMsOf(a) : a.day < b.day ? 1 : -1))
  return { entries: entries.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE), total: entries.length, isOn }
}

/** An entry's id, for its button. */
export function idOf({ day, workId }: Entry): string {
  return `${day} ${workId}`
}

export function lastMsOf({ tracks }: Entry): number {
  return Math.max(...tracks.map(({ lastMs }) => lastMs))
}

export function heardSecondsOf({ tracks }: Entry): number {
  return tracks.reduce((sum, { heardSeconds }) => sum + heardSeconds, 0)
}

/** Entries by day, in their order. */
export function byDay(entries: readonly Entry[]): { day: string; entries: Entry[] }[] {
  return [...grouped(entries, ({ day }) => day)].map(([day, ofDay]) => ({ day, entries: ofDay }))
}

/** `Map.groupBy`, which supported browsers lack. */
function grouped<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}
