import { join } from 'node:path'

import type { Config } from '#config.ts'
import { makeFolder } from '#data-dir/make-folder.ts'

import type { DatabaseLocation } from '../open.ts'
import { backupName, removeOldBackups } from './backup-folder.ts'
import { writeBackup } from './write-backup.ts'

const KEPT = 3

type Log = {
  info(fields: { path: string }, text: string): void
}

/**
 * Backs the database up before a newer version changes it; the latest three of these backups are kept.
 *
 * @throws {Error} it could not be made: the database must stay as it is
 */
export async function backUpBeforeUpdate(
  { backup, dataDir }: Pick<Config, 'backup' | 'dataDir'>,
  location: DatabaseLocation,
  log: Log,
): Promise<void> {
  if (!backup.isMadeBeforeUpdate) return
  const path = join(backup.dir, backupName('update', Date.now()))
  try {
    await makeFolder(backup.dir)
    await writeBackup({ location, dataDir, path })
    await removeOldBackups(backup.dir, 'update', KEPT)
  } catch (error) {
    throw new Error(
      `the backup before the update could not be written to ${path}: ${error instanceof Error ? error.message : String(error)}. ` +
        'Make room, or set BACKUP_DIR to another folder; BACKUP_BEFORE_UPDATE=off updates without a backup. Nothing was changed.',
      { cause: error },
    )
  }
  log.info({ path }, 'this version changes the database; it was backed up before')
}
