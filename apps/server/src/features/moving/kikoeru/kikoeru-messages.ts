import type { KikoeruContents, KikoeruProblem } from '@otodana/contract'

import type { DatabaseLocation } from '#db/open.ts'

import type { CoverFolder } from './covers.ts'
import type { ReportRow } from './report.ts'

export type KikoeruTask = {
  location: DatabaseLocation
  /** The uploaded database. */
  path: string
  /** For a copy of it. */
  folder: string
  /** null: only says what the database has. */
  takeOver: {
    secret: string | null
    owner: string | null
    renamed: ReadonlyMap<string, string>
    covers: CoverFolder | null
    dryRun: boolean
  } | null
}

/** How a task ended; `problem` is null if it was done or cancelled. */
export type KikoeruEnd = { isCancelled: boolean; problem: KikoeruProblem | null }

export type FromKikoeruThread =
  | { type: 'contents'; contents: KikoeruContents }
  | { type: 'progress'; share: number; rows: ReportRow[] }
  | { type: 'doubtfulSecret' }
  | { type: 'failed'; error: unknown; message: string }
  | { type: 'end'; end: KikoeruEnd }
