import { randomUUID } from 'node:crypto'
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { makeFolder } from '#data-dir/make-folder.ts'

const STALE_TEMPORARY_MS = 60 * 60 * 1_000

/**
 * Rendered variants on disk: one folder per work, at most a thousand folders in each parent.
 *
 * Grows with the number of works (about 60 kB each with all sizes), not with time: storing a variant removes those of
 * the work's previous covers.
 */
export function createVariantCache(dir: string) {
  const folderOf = (workId: number) => join(dir, String(workId % 1_000).padStart(3, '0'), String(workId))

  return {
    /** Returns null if it is not cached. */
    async read(workId: number, name: string): Promise<Buffer | null> {
      try {
        return await readFile(join(folderOf(workId), name))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },

    /**
     * Stores a variant atomically, and removes the work's variants that start with none of `keep`.
     *
     * @throws on a full or read-only disk
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

/** A recent one may be in use by another process; an old one was left by a crash. */
async function isStale(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  return found !== null && Date.now() - found.mtimeMs > STALE_TEMPORARY_MS
}
