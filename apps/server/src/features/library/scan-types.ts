import type { ProblemKind, ScanCounts } from '@otodana/contract'
import type { WorkIdentity } from '@otodana/work-code'
import type { Selectable } from 'kysely'

import type { FileTable } from '#db/tables.ts'

/** What began a scan; `folder` and `watch` look at some folders alone. */
export type ScanTrigger = 'start' | 'schedule' | 'api' | 'cli' | (typeof partialTriggers)[number]
export const partialTriggers = ['folder', 'watch'] as const

export type NewProblem = {
  kind: ProblemKind
  root: string
  /** Relative to the root. */
  path: string
  workId: number | null
  message: string
}

/** A folder whose name contains a work code. */
export type FoundWork = {
  root: string
  /** Relative to the root, separated by `/`. */
  path: string
  name: string
  code: WorkIdentity
  absolutePath: string
  /** With all symlinks resolved. */
  realPath: string
  /** Inside the folder of another work. */
  isNested: boolean
}

/** A work in the database before the scan. */
export type KnownWork = {
  id: number
  root: string
  path: string
  state: 'present' | 'missing'
  signature: string | null
  create_date: string
}

/** A file's data, apart from the work it belongs to. */
export type FileContent = Omit<Selectable<FileTable>, 'id' | 'work_id' | 'state' | 'missing_since_ms'>

export type ScanPhase = 'looking' | 'reading' | 'finishing'

export type ScanLog = {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export type ScanResult = {
  state: 'done' | 'cancelled' | 'failed'
  counts: ScanCounts
  error: string | null
}

export function noCounts(): ScanCounts {
  return { found: 0, done: 0, added: 0, changed: 0, unchanged: 0, missing: 0, filesRead: 0, problems: 0 }
}
