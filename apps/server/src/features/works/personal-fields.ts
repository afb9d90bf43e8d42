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
  /** All of the member's ratings, by work id. */
  ratings(accountId: number): Promise<ReadonlyMap<number, number>>
  /** What the page of one work shows of the member's own. */
  ofWork(account: { id: number; name: string }, workId: number): Promise<Record<string, unknown>>
}

export const NOTHING_PERSONAL: PersonalFields = { userRating: null, playlistStatus: {} }
