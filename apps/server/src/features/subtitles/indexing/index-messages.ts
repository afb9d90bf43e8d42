import type { DatabaseLocation } from '#db/open.ts'
import type { S3Settings } from '#storage/s3-settings.ts'

export type IndexTask = { location: DatabaseLocation; roots: readonly string[]; s3: S3Settings | null }

export type IndexCounts = { indexed: number; broken: number; away: number }

export type FromIndexThread =
  | { type: 'progress'; share: number }
  | { type: 'indexed' }
  | { type: 'log'; fields: object; message: string }
  | { type: 'finished'; counts: IndexCounts }
