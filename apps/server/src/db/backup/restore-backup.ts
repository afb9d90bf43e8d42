import { statSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { makeFolder } from '#data-dir/make-folder.ts'

import { isWriteConflict } from '../dialect.ts'
import type { DatabaseLocation } from '../open.ts'
import { takeServerLock } from '../server-lock.ts'
import { buildDatabase } from './build-database.ts'
import { DatabaseInUseError } from './database-in-use-error.ts'
import { copyToPostgres, inspectPostgres } from './copy-to-postgres.ts'
import { finishRestore, PARTIAL, READY, RESTORED_DATABASE } from './finish-restore.ts'
import type { Manifest } from './format.ts'
import { type Backup, openBackup } from './read-backup.ts'
import { sync } from './sync.ts'
import type { BackupProgress } from './write-backup.ts'

type RestoreTask = {
  /** The backup. */
  path: string
  location: DatabaseLocation
  dataDir: string
  /** Whether a database that is there may be replaced. */
  replaces: boolean
  signal?: AbortSignal
  onProgress?: BackupProgress
}

/**
 * Restores a backup of either database into either database. What was there stays as it is until everything is ready.
 *
 * @throws {Error} not a backup, damaged or of a newer program; a database is there, or is in use; no room; or the
 *   signal's reason
 */
export async function restoreBackup(task: RestoreTask): Promise<Manifest> {
  const { location, dataDir } = task
  const backup = await openBackup(task.path)
  try {
    await makeFolder(dataDir)
    const lock = location.kind === 'sqlite' ? takeServerLock(location.path) : null
    try {
      if (location.kind === 'sqlite' && lock === null)
        throw new Error('A server is running on this database: stop it first.')
      await finishRestore(dataDir)
      await refuseUnlessFree(task)
      await replace(backup, task)
    } finally {
      lock?.release()
    }
    return backup.manifest
  } finally {
    backup.close()
  }
}

async function refuseUnlessFree({ location, dataDir, replaces }: RestoreTask): Promise<void> {
  const place = location.kind === 'sqlite' ? dataDir : 'DATABASE_URL'
  const { isEmpty, isUsed } =
    location.kind === 'sqlite' ? inspectSqlite(location.path) : await inspectPostgres(location.url)
  if (isUsed) throw new DatabaseInUseError(place)
  if (!isEmpty && !replaces)
    throw new Error(`${place} has a database already. To replace it, add --replace: its data will be lost.`)
}

function inspectSqlite(path: string): { isEmpty: boolean; isUsed: boolean } {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size === 0) return { isEmpty: true, isUsed: false }
  const connection = new DatabaseSync(path, { timeout: 0 })
  try {
    // Only possible without other connections. Also leaves no log that would be taken for the restored database's.
    connection.exec('pragma journal_mode = delete')
    return { isEmpty: false, isUsed: false }
  } catch (error) {
    // A damaged database can be replaced.
    return { isEmpty: false, isUsed: isWriteConflict(error) }
  } finally {
    connection.close()
  }
}

async function replace(backup: Backup, { location, dataDir, signal, onProgress }: RestoreTask): Promise<void> {
  const partial = join(dataDir, PARTIAL)
  await rm(partial, { recursive: true, force: true })
  await mkdir(partial, { mode: 0o700 })
  try {
    const built = join(partial, RESTORED_DATABASE)
    await buildDatabase(backup, built, { dataDir, signal, onProgress })
    await writeFiles(backup, partial)
    signal?.throwIfAborted()
    if (location.kind === 'postgres') {
      await copyToPostgres(built, location.url, { signal, onProgress })
      await rm(built)
    } else {
      await sync(built)
      // Opened by a command since the first check.
      if (inspectSqlite(location.path).isUsed) throw new DatabaseInUseError(dataDir)
    }
    await sync(partial)
    await rename(partial, join(dataDir, READY))
    await sync(dataDir)
  } finally {
    await rm(partial, { recursive: true, force: true })
  }
  await finishRestore(dataDir)
}

async function writeFiles(backup: Backup, folder: string): Promise<void> {
  for (const { path, bytes } of backup.files()) {
    const target = join(folder, path)
    await makeFolder(dirname(target))
    await writeFile(target, bytes, { mode: 0o600 })
    await sync(target)
  }
}
