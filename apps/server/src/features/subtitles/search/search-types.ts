import type { SubtitleIndexState } from '@otodana/contract'

import type { FoundFile } from './look-into.ts'

/** A set of works to search, identified by a name; `workIds` is included if the set is unknown to the thread. */
export type WorkScope = { name: string; workIds: Int32Array | null }

export type SubtitleQuery = {
  query: string
  /** null: the whole library. */
  workId: number | null
  /** null: every work. */
  scope: WorkScope | null
  page: number
  pageSize: number
  /** Prefix of absolute URLs. */
  siteUrl: string
  index: SubtitleIndexState
}

export type FoundInWork = { workId: number; files: FoundFile[]; hasMore: boolean }

/** `isPartial`: the time limit was reached before everything was searched. */
export type Found = { works: FoundInWork[]; total: number; isExact: boolean; isPartial: boolean }

export type SearchLimits = {
  /** Number of blocks searched before other searches take a turn; one file may have more. */
  sliceBlocks: number
  /** After this time a search returns what it has found, but it searches at least one slice. */
  maxMs: number
}
