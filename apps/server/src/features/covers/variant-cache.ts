import { randomUUID } from 'node:crypto'
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { makeFolder } from '#make-folder.ts'

const STALE_TEMPORARY_MS = 60 * 60 * 1_000

/**
 * Finished variants on disk: one folder a work, at most a thousand folders beside one another.
 *
 * It grows with the number of works looked at (about 60 kB each when every size was), not with time: storing a variant
 * removes those of the work's former covers.
 */
export function createVariantCache(dir: string) {
  const folderOf = (workId: number) => join(dir, String(workId % 1_000).padStart(3, '0'), String(workId))

  return {
    /** Null: it is not there. */
    async read(workId: number, name: string): Promise<Buffer | null> {
      try {
        return await readFile(join(folderOf(workId), name))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },

    /**
     * Stores a variant, whole or not at all, and removes the work's others that begin with none of `keep`.
     *
     * @throws when the disk is full or refuses
     */
    async write(workId: number, name: string, bytes: Buffer, keep: readonly string[]): Promise<void> {
      const folder = folderOf(workId)
      await makeFolder(folder)
      const temporary = join(folder, `.${randomUUID()}.tmp`)
      try {
        await writeFile(temporary, bytes)
        await rename(temporary, join(folder, name))
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
      for (const other of await readdir(folder)) {
        if (keep.some((beginning) => other.startsWith(beginning))) continue
        const path = join(folder, other)
        if (!other.endsWith('.tmp') || (await isStale(path))) await rm(path, { force: true })
      }
    },
  }
}

/** Another process may be writing a young one right now; an old one was left behind by a crash. */
async function isStale(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  return found !== null && Date.now() - found.mtimeMs > STALE_TEMPORARY_MS
}
