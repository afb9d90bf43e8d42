import type { DatabaseLocation } from '#db/open.ts'

export type BackupTask = { location: DatabaseLocation; dataDir: string; path: string }
export type BackupMade = { sizeBytes: number; missingCovers: number }
export type ToBackupThread = 'cancel'
export type FromBackupThread =
  | { type: 'progress'; share: number }
  | ({ type: 'made' } & BackupMade)
  | { type: 'failed'; reason: 'noRoom' | 'other'; message: string }
