import type { DatabaseLocation } from '#db/open.ts'

export type BackupTask = { location: DatabaseLocation; dataDir: string; path: string }
export type BackupMade = { sizeBytes: number; missingCovers: number }
export type ToBackupThread = 'cancel'
export type FromBackupThread =
  | { type: 'progress'; done: number; total: number }
  | ({ type: 'done' } & BackupMade)
  | { type: 'failed'; reason: 'noRoom' | 'other'; message: string }
