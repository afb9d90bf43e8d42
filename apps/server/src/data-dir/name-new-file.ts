import { existsSync } from 'node:fs'
import { link, rename } from 'node:fs/promises'

/** Not every disk can link files: FAT and some network shares cannot. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

/**
 * Gives a file that has been written its name, never over another file. The caller removes the temporary name.
 *
 * @throws {Error} `EEXIST`: there is one of that name
 */
export async function nameNewFile(temporary: string, target: string): Promise<void> {
  try {
    await link(temporary, target)
  } catch (error) {
    if (!NO_LINKS.has((error as NodeJS.ErrnoException).code ?? '') || existsSync(target)) throw error
    await rename(temporary, target)
  }
}
