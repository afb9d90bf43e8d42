import { existsSync } from 'node:fs'
import { copyFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { listKeptFiles } from '#data-dir/kept-files.ts'
import { makeFolder } from '#data-dir/make-folder.ts'

import { sync } from './sync.ts'

/** Folders of the data folder: a restore that is being prepared, and one that only has to be put in place. */
export const PARTIAL = 'restore.partial'
export const READY = 'restore.ready'
export const RESTORED_DATABASE = 'otodana.db'

/** Whether a restore was killed while it was put in place. */
export function isRestoreReady(dataDir: string): boolean {
  return existsSync(join(dataDir, READY))
}

/**
 * Puts a prepared restore in place, if there is one: by {@link restoreBackup}, or at the next start if that was killed
 * here. Every step can be repeated. The caller has the server lock, if the database is an SQLite file.
 *
 * @returns whether there was one
 * @throws {Error} a file cannot be put in place; it is tried again by the next start
 */
export async function finishRestore(dataDir: string): Promise<boolean> {
  if (!isRestoreReady(dataDir)) return false
  const ready = join(dataDir, READY)
  if (existsSync(join(ready, RESTORED_DATABASE))) {
    // The logs belong to the replaced database, and would damage the restored one.
    for (const suffix of ['-wal', '-shm']) await rm(join(dataDir, `${RESTORED_DATABASE}${suffix}`), { force: true })
    await move(join(ready, RESTORED_DATABASE), join(dataDir, RESTORED_DATABASE))
  }
  for (const path of await listKeptFiles(ready)) {
    const target = join(dataDir, path)
    try {
      await makeFolder(dirname(target))
      await move(join(ready, path), target)
    } catch (error) {
      throw new Error(
        `The database is already the restored one, but ${target} could not be put in place: ${String(error)}. ` +
          'Make that possible and start the server, which finishes the restore.',
        { cause: error },
      )
    }
  }
  await rm(ready, { recursive: true })
  return true
}

/** A folder of the data folder may be on another file system, and a file of a container may be a mount of its own. */
async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if (!['EXDEV', 'EBUSY'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    await copyFile(from, to)
    await sync(to)
    await sync(dirname(to))
    await rm(from)
  }
}
