import type { Catalogue } from '@otodana/catalogue'
import type { Progress, Tag, TagVote } from '@otodana/contract'

import { MAX_OTHER_EDITIONS } from './works.repository.ts'

/** The fields of a listed work that depend on the member. */
export type PersonalFields = {
  userRating: number | null
  /** By playlist id: whether it contains the work. */
  playlistStatus: Record<string, boolean>
  /** By work id, of those editions that have any; if requested. */
  edition_progress?: Record<string, Progress>
}

/** Members' data, supplied by the features that store them. */
export type Personal = {
  /** Of those works that have any; of playlists, the requested ones that are the member's. */
  ofWorks(
    accountId: number,
    workIds: readonly number[],
    playlistIds: readonly string[],
  ): Promise<ReadonlyMap<number, PersonalFields>>
  /** How far the member is with those works that they have marked. */
  progress(accountId: number, workIds: readonly number[]): Promise<ReadonlyMap<number, Progress>>
  /** The member's votes by work, then by tag. */
  votes(accountId: number, workIds: readonly number[]): Promise<ReadonlyMap<number, OwnTagVotes>>
  /** All of the member's ratings, by work id. */
  ratings(accountId: number): Promise<ReadonlyMap<number, number>>
  /** The member's data on the page of one work. */
  ofWork(account: { id: number; name: string }, workId: number): Promise<Record<string, unknown>>
}

/** By tag id; tags without a vote are omitted. */
export type OwnTagVotes = ReadonlyMap<number, TagVote>

/** Adds a member's votes to a work's tags. */
export function withOwnVotes(tags: readonly Tag[], votes: OwnTagVotes = new Map()): Tag[] {
  return tags.map((tag) => ({ ...tag, myVote: votes.get(tag.id) ?? 0 }))
}

export const NOTHING_PERSONAL: PersonalFields = { userRating: null, playlistStatus: {} }

/** Of one work, for a visitor without an account: older clients read these fields without a login too. */
export const NO_REVIEW = { review_text: null, progress: null, user_name: null, updated_at: null }

/** Returns the member's progress with all editions of each work: what one edition tells, the others tell too. */
export async function progressOfEditions(
  personal: Pick<Personal, 'progress'>,
  catalogue: Pick<Catalogue, 'editionsOf'>,
  accountId: number,
  workIds: readonly number[],
): Promise<(workId: number) => Record<string, Progress>> {
  const listed = (id: number) => catalogue.editionsOf(id).slice(0, MAX_OTHER_EDITIONS)
  const progress = await personal.progress(accountId, [...new Set([...workIds, ...workIds.flatMap(listed)])])
  return (workId) =>
    Object.fromEntries(
      [...new Set([workId, ...listed(workId)])].flatMap((id) => {
        const one = progress.get(id)
        return one === undefined ? [] : [[String(id), one]]
      }),
    )
}
