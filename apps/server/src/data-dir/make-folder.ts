import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Creates a folder and its parents, for the server's owner only. Node's recursive `mkdir` never ends if a parent exists
 * but can contain nothing: below `/proc`, or behind a link to an unmounted disk.
 *
 * @throws {Error} the system's, for the first folder that cannot be created
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    return await makeOne(path)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || dirname(path) === path) throw error
  }
  await makeFolder(dirname(path))
  await makeOne(path)
}

async function makeOne(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (error) {
    const isThere = codeOf(error) === 'EEXIST' && (await stat(path)).isDirectory()
    if (!isThere) throw error
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code
}
