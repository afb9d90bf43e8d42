import type { TagVote } from '@otodana/contract'
import { useMemo } from 'react'
import { create } from 'zustand'

import { objectOf, recordOf, text, wholeNumber } from '#lib/readers.ts'
import { deviceStorage, readJson, writeJson } from '#lib/storage/browser-storage.ts'

import type { Waiting } from './queue/waiting.ts'
import type { ReviewFields, Write } from './queue/writes.ts'

type OutboxState = {
  /** Whose writes they are; null: not loaded. */
  account: number | null
  /** In the order of sending. */
  items: readonly Waiting[]
  /** What other queues of this device have not sent, by what it is: see `noteUnsent`. */
  others: Readonly<Record<OtherQueue, number>>
}

/** Queues that send by themselves and at short intervals. */
export type OtherQueue = 'positions' | 'history' | 'reports'

const NONE = { account: null, items: [], others: { positions: 0, history: 0, reports: 0 } } satisfies OutboxState

/** What this device has not sent of the present member's, as far as it is loaded. */
export const useOutbox = create<OutboxState>()(() => NONE)

/** Notes how much another queue has not sent of the present member's. */
export function noteUnsent(queue: OtherQueue, count: number): void {
  const { others } = useOutbox.getState()
  if (others[queue] !== count) useOutbox.setState({ others: { ...others, [queue]: count } })
}

const readMark = objectOf({ counts: recordOf(wholeNumber(1)), at: text() })

/** Returns how many writes of an account wait on this device, without opening their database. */
export function waitingCount(account: number): number {
  return readJson(deviceStorage, 'outbox', readMark)?.counts[account] ?? 0
}

/** Notes how many writes of an account wait, and tells the other tabs. */
export function noteWaiting(account: number, count: number): void {
  const { [account]: _, ...counts } = readJson(deviceStorage, 'outbox', readMark)?.counts ?? {}
  // Another value each time: storage events fire for changes only.
  const at = `${Date.now()} ${Math.random()}`
  writeJson(deviceStorage, 'outbox', { counts: count > 0 ? { ...counts, [account]: count } : counts, at })
}

/** A refused write is not shown as done. */
const isShown = ({ state }: Waiting) => state !== 'refused'

function useWrite<K extends Write['kind']>(kind: K, isIt: (write: Extract<Write, { kind: K }>) => boolean) {
  const found = useOutbox(({ items }) =>
    items.find((one) => isShown(one) && one.write.kind === kind && isIt(one.write as never)),
  )
  return found?.write as Extract<Write, { kind: K }> | undefined
}

/** The fields of a work's review that wait. */
export function useWaitingReview(workId: number): ReviewFields | undefined {
  return useWrite('review', ({ work }) => work.id === workId)?.change
}

/** Whether a work is to be in a playlist; undefined: nothing waits. */
export function useWaitingMembership(playlistId: string | undefined, workId: number): boolean | undefined {
  return useWrite('membership', ({ playlist, work }) => playlist.id === playlistId && work.id === workId)?.isIn
}

/** Whether a playlist is to be deleted. */
export function useWaitingDeletion(playlistId: string): boolean {
  return useWrite('deletion', ({ playlist }) => playlist.id === playlistId) !== undefined
}

const NO_VOTES: readonly { tagId: number; vote: TagVote }[] = []

/** The votes on a work's tags that wait. */
export function useWaitingVotes(workId: number): readonly { tagId: number; vote: TagVote }[] {
  const { items } = useOutbox()
  return useMemo(() => {
    const votes = items.flatMap((one) => {
      const { write } = one
      const isIt = isShown(one) && write.kind === 'vote' && write.work.id === workId
      return isIt ? [{ tagId: write.tag.id, vote: write.change.vote ?? 0 }] : []
    })
    return votes.length > 0 ? votes : NO_VOTES
  }, [items, workId])
}

/** Returns what waits of the works in a playlist, whether each is to be in it by id. */
export function useWaitingMembers(playlistId: string): ReadonlyMap<number, boolean> {
  const { items } = useOutbox()
  return new Map(
    items.flatMap((one) => {
      const { write } = one
      const isIt = isShown(one) && write.kind === 'membership' && write.playlist.id === playlistId
      return isIt ? [[write.work.id, write.isIn] as const] : []
    }),
  )
}

/** Whether a playlist is to be liked; undefined: nothing waits. */
export function useWaitingLike(playlistId: string): boolean | undefined {
  return useWrite('like', ({ playlist }) => playlist.id === playlistId)?.isLiked
}

/** The fields of a playlist that wait. */
export function useWaitingMetadata(playlistId: string) {
  return useWrite('metadata', ({ playlist }) => playlist.id === playlistId)?.change
}
