import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { listKeptFiles } from '#data-dir/kept-files.ts'
import { makeFolder } from '#data-dir/make-folder.ts'

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
 */
export async function finishRestore(dataDir: string): Promise<boolean> {
  if (!isRestoreReady(dataDir)) return false
  const ready = join(dataDir, READY)
  if (existsSync(join(ready, RESTORED_DATABASE))) {
    // The logs belong to the replaced database, and would damage the restored one.
    for (const suffix of ['-wal', '-shm']) await rm(join(dataDir, `${RESTORED_DATABASE}${suffix}`), { force: true })
    await rename(join(ready, RESTORED_DATABASE), join(dataDir, RESTORED_DATABASE))
  }
  for (const path of await listKeptFiles(ready)) {
    await makeFolder(dirname(join(dataDir, path)))
    await rename(join(ready, path), join(dataDir, path))
  }
  await rm(ready, { recursive: true })
  return true
}
