import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { makeFolder } from '#data-dir/make-folder.ts'

import type { DatabaseLocation } from '../open.ts'
import { buildDatabase } from './build-database.ts'
import { finishRestore, PARTIAL, READY, RESTORED_DATABASE } from './finish-restore.ts'
import type { Manifest } from './format.ts'
import { type Backup, openBackup } from './read-backup.ts'
import { type RestoreTarget, takeTarget } from './restore-target.ts'
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
  const { location, dataDir, replaces } = task
  const backup = await openBackup(task.path)
  try {
    await makeFolder(dataDir)
    const target = await takeTarget(location, dataDir)
    try {
      await finishRestore(dataDir)
      if (!(await target.isEmpty()) && !replaces) {
        throw new Error(`${target.place} has a database already. To replace it, add --replace: its data will be lost.`)
      }
      await replace(backup, target, task)
    } finally {
      await target.release()
    }
    return backup.manifest
  } finally {
    backup.close()
  }
}

async function replace(
  backup: Backup,
  target: RestoreTarget,
  { dataDir, signal, onProgress }: RestoreTask,
): Promise<void> {
  const partial = join(dataDir, PARTIAL)
  await rm(partial, { recursive: true, force: true })
  await mkdir(partial, { mode: 0o700 })
  try {
    const built = join(partial, RESTORED_DATABASE)
    await buildDatabase(backup, built, { dataDir, signal, onProgress })
    await writeFiles(backup, partial)
    signal?.throwIfAborted()
    await target.take(built, { signal, onProgress })
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
