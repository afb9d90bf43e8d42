import type { Tag, TagVote } from '@otodana/contract'

/** What a work in a list is to the member who looks at it. */
export type PersonalFields = {
  userRating: number | null
  /** By playlist id: whether the work is in it. */
  playlistStatus: Record<string, boolean>
}

/** What members have of their own, from the features that keep it. */
export type Personal = {
  /** Of those works for which there is something; of playlists, those that are asked about and the member's. */
  ofWorks(
    accountId: number,
    workIds: readonly number[],
    playlistIds: readonly string[],
  ): Promise<ReadonlyMap<number, PersonalFields>>
  /** What the member has voted on tags: by work, then by tag. */
  votes(accountId: number, workIds: readonly number[]): Promise<ReadonlyMap<number, OwnTagVotes>>
  /** All of the member's ratings, by work id. */
  ratings(accountId: number): Promise<ReadonlyMap<number, number>>
  /** What the page of one work shows of the member's own. */
  ofWork(account: { id: number; name: string }, workId: number): Promise<Record<string, unknown>>
}

/** By tag id; tags without a vote are left out. */
export type OwnTagVotes = ReadonlyMap<number, TagVote>

/** A work's tags for a member who looks at it. */
export function withOwnVotes(tags: readonly Tag[], votes: OwnTagVotes = new Map()): Tag[] {
  return tags.map((tag) => ({ ...tag, myVote: votes.get(tag.id) ?? 0 }))
}

export const NOTHING_PERSONAL: PersonalFields = { userRating: null, playlistStatus: {} }
