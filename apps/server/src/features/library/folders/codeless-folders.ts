import type { Db } from '#db/open.ts'

import type { Scope } from '../scan/scope.ts'
import type { Place } from './identities.ts'

/** Of each library folder; what lies beyond is not listed. */
export const CODELESS_AT_MOST = 1_000
const ROWS_AT_ONCE = 200

/** A folder with audio that belongs to no work. */
export type CodelessFolder = Place & { audioFiles: number; sizeBytes: number }

/**
 * Replaces the list for the library folders that were read, and removes that of folders that are none any longer.
 *
 * @param roots  every library folder
 * @param scope  of a partial scan, which leaves the others
 */
export async function replaceCodelessFolders(
  tx: Db,
  { roots, read }: { roots: readonly string[]; read: readonly string[] },
  folders: readonly CodelessFolder[],
  scope: Scope | null,
): Promise<void> {
  const listed = await tx.selectFrom('codeless_folder').select('root').distinct().execute()
  for (const { root } of listed) {
    if (!roots.includes(root)) await tx.deleteFrom('codeless_folder').where('root', '=', root).execute()
  }
  for (const root of read) {
    const kept = scope === null ? 0 : await removeWithin(tx, root, scope)
    if (scope === null) await tx.deleteFrom('codeless_folder').where('root', '=', root).execute()
    const rows = folders
      .filter((folder) => folder.root === root)
      .slice(0, CODELESS_AT_MOST - kept)
      .map(({ path, audioFiles, sizeBytes }) => ({ root, path, audio_files: audioFiles, size_bytes: sizeBytes }))
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
      await tx
        .insertInto('codeless_folder')
        .values(rows.slice(from, from + ROWS_AT_ONCE))
        .execute()
    }
  }
}

/** @returns how many of the library folder remain */
async function removeWithin(tx: Db, root: string, scope: Scope): Promise<number> {
  const listed = await tx.selectFrom('codeless_folder').select('path').where('root', '=', root).execute()
  const removed = listed.map(({ path }) => path).filter((path) => scope.holds({ root, path }))
  for (let from = 0; from < removed.length; from += ROWS_AT_ONCE) {
    await tx
      .deleteFrom('codeless_folder')
      .where('root', '=', root)
      .where('path', 'in', removed.slice(from, from + ROWS_AT_ONCE))
      .execute()
  }
  return listed.length - removed.length
}
