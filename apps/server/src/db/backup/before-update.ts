import { join } from 'node:path'

import type { Config } from '#config.ts'
import { makeFolder } from '#data-dir/make-folder.ts'

import type { DatabaseLocation, Db } from '../open.ts'
import { backupName, removeOldBackups, removeUnfinished } from './backup-folder.ts'
import { backupIdOf } from './backup-id.ts'
import { writeBackup } from './write-backup.ts'

const KEPT = 3

type UpdateBackup = {
  location: DatabaseLocation
  /** The database, not changed yet. */
  db: Db
  /** Whether no other process can be updating it: the caller has the server lock. */
  isAlone: boolean
  log: {
    info(fields: { path: string }, text: string): void
    warn(fields: { err?: unknown; path: string }, text: string): void
  }
}

/**
 * Backs the database up before a newer version changes it; the latest three of these backups are kept.
 *
 * @throws {Error} it could not be made: the database must stay as it is
 */
export async function backUpBeforeUpdate(
  { backup, dataDir }: Pick<Config, 'backup' | 'dataDir'>,
  { location, db, isAlone, log }: UpdateBackup,
): Promise<void> {
  const { dir, isMadeBeforeUpdate } = backup
  if (!isMadeBeforeUpdate) return
  try {
    await makeFolder(dir)
    const folder = { dir, id: await backupIdOf(db) }
    // First: they may be what takes up the room.
    await removeUnfinished(folder, { kind: 'update', log, ...(isAlone && { leftForMs: 0 }) })
    const path = join(dir, backupName('update', folder.id, Date.now()))
    await writeBackup({ location, dataDir, path })
    await removeOldBackups(folder, 'update', KEPT, log)
    log.info({ path }, 'this version changes the database; it was backed up first')
  } catch (error) {
    throw new Error(
      `the backup before the update could not be written to ${dir}: ${error instanceof Error ? error.message : String(error)}. ` +
        'Make room, or set BACKUP_DIR to another folder; BACKUP_BEFORE_UPDATE=off updates without a backup. Nothing was changed.',
      { cause: error },
    )
  }
}
