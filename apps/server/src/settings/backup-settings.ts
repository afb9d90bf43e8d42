import { join, resolve } from 'node:path'

import * as z from 'zod'

import { Count } from './count.ts'

/** Where and when backups are made. */
export type BackupSettings = {
  /** Absolute. */
  dir: string
  /** 0: only on request. */
  everyHours: number
  /** How many of the regular ones, and of those made on request, are kept. */
  keep: number
  /** Whether one is made before a newer version changes the database. */
  isMadeBeforeUpdate: boolean
}

const MAX_HOURS = 8_760
const MAX_KEPT = 1_000

export const backupVariables = {
  BACKUP_DIR: z.string().trim().optional(),
  BACKUP_EVERY: Count(0, MAX_HOURS).optional(),
  BACKUP_KEEP: Count(1, MAX_KEPT).default(7),
  BACKUP_BEFORE_UPDATE: z.enum(['on', 'off']).default('on'),
}

type Given = {
  BACKUP_DIR?: string | undefined
  BACKUP_EVERY?: number | undefined
  BACKUP_KEEP: number
  BACKUP_BEFORE_UPDATE: 'on' | 'off'
}

export function backupSettings(value: Given, dataDir: string): BackupSettings {
  return {
    dir: resolve(value.BACKUP_DIR ?? join(dataDir, 'backups')),
    // An owner who names a folder for backups wants some; the disk of DATA_DIR may have no room for them.
    everyHours: value.BACKUP_EVERY ?? (value.BACKUP_DIR === undefined ? 0 : 24),
    keep: value.BACKUP_KEEP,
    isMadeBeforeUpdate: value.BACKUP_BEFORE_UPDATE === 'on',
  }
}
