import { create } from 'zustand'

import type { Trouble } from '#lib/kept/messages.ts'
import type { KeptList, KeptSum, KeptWork } from '#lib/kept/schema.ts'

export type KeptEntry = KeptWork & {
  sum: KeptSum
  /** How many of its files are an older version, while the new one is fetched. */
  olderCount?: number
}

/** What the shelf shows first: of a thousand works, all of them would take several times as long. */
export type FirstLook = {
  /** Those that were kept last, and all that wait. */
  works: readonly KeptEntry[]
  /** Of all works of the visitor. */
  count: number
  bytes: number
}

type KeptState = {
  /** Whether the database has been read; nothing is known before. */
  isLoaded: boolean
  /** Why nothing can be kept, or read: the database is of a newer build, or the browser denies it. */
  problem: 'newer' | 'unavailable' | null
  /** Whose works are kept from now on; null: not known yet. */
  owner: number | null
  /** On the shelf, the works that are shown first, until all of them have been read. */
  first: FirstLook | null
  /** Works of the present visitor, in the order of the queue. */
  works: readonly KeptEntry[]
  /** Lists of the present visitor whose works are kept as they come and go. */
  lists: readonly KeptList[]
  /** How often a list may have changed on this page. */
  listChanges: number
  /** What all works take on this device, those of other accounts included. */
  totalBytes: number
  /** How many works the browser has removed by itself, until that has been shown. */
  evictedCount: number
  trouble: Trouble | null
  /** Bytes that have arrived and are not stored yet, by work. */
  pendingBytes: Readonly<Record<number, number>>
  bytesPerSecond: number | null
}

/** What is kept on this device, as this page last read it. */
export const useKept = create<KeptState>()(() => ({
  isLoaded: false,
  problem: null,
  owner: null,
  first: null,
  works: [],
  lists: [],
  listChanges: 0,
  totalBytes: 0,
  evictedCount: 0,
  trouble: null,
  pendingBytes: {},
  bytesPerSecond: null,
}))

/** Tells that a list may have other works now, so that it is read soon. */
export function noteListChange(): void {
  useKept.setState(({ listChanges }) => ({ listChanges: listChanges + 1 }))
}

/** `waiting`: for its turn, or for what is in the way. `partial`: some files could not be fetched. */
export type EntryState = 'paused' | 'waiting' | 'whole' | 'partial'

export function stateOf({ isPaused, sum }: Pick<KeptEntry, 'isPaused' | 'sum'>): EntryState {
  if (sum.wholeCount === sum.fileCount) return 'whole'
  if (sum.wholeCount + sum.failedCount === sum.fileCount) return 'partial'
  return isPaused ? 'paused' : 'waiting'
}

/** Returns how much of a work is here, from 0 to 1. */
export function shareOf({ sum }: Pick<KeptEntry, 'sum'>, pendingBytes = 0): number {
  if (sum.expectedBytes === 0) return sum.wholeCount === sum.fileCount ? 1 : 0
  return Math.min(1, (sum.receivedBytes + pendingBytes) / sum.expectedBytes)
}
