import type { Tag, TagVote } from '@otodana/contract'

/** The fields of a listed work that depend on the member. */
export type PersonalFields = {
  userRating: number | null
  /** By playlist id: whether it contains the work. */
  playlistStatus: Record<string, boolean>
}

/** Members' data, supplied by the features that store them. */
export type Personal = {
  /** Of those works that have any; of playlists, the requested ones that are the member's. */
  ofWorks(
    accountId: number,
    workIds: readonly number[],
    playlistIds: readonly string[],
  ): Promise<ReadonlyMap<number, PersonalFields>>
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
