import type { SubtitleIndexState } from '@otodana/contract'

import type { FoundFile } from './look-into.ts'

/** A set of works that are searched, by a name that no other set has; with the works themselves when they are not known yet. */
export type WorkScope = { name: string; workIds: Int32Array | null }

export type SubtitleQuery = {
  query: string
  /** null: the whole library. */
  workId: number | null
  /** null: every work. */
  scope: WorkScope | null
  page: number
  pageSize: number
  /** Begins absolute addresses. */
  origin: string
  index: SubtitleIndexState
}

export type FoundInWork = { workId: number; files: FoundFile[]; hasMore: boolean }

/** `isPartial`: the time was over before all that was asked for had been looked into. */
export type Found = { works: FoundInWork[]; total: number; isExact: boolean; isPartial: boolean }

export type SearchLimits = {
  /** Blocks of the files that are looked into before other searches have their turn; one file may have more. */
  sliceBlocks: number
  /** After so long a search answers with what it has found. It looks into one slice at least. */
  maxMs: number
}
