import { accessSync, constants, statfsSync } from 'node:fs'

/** A file system in memory on Linux, where writes never wait for a disk. */
const SHARED_MEMORY = '/dev/shm'
/** Several times what a run of all tests needs at once. Containers often have only 64 MB. */
const ENOUGH_BYTES = 4 * 1024 ** 3

/** Returns a folder in memory for files of tests; undefined if there is none or it is too small. */
export function findMemoryFolder(): string | undefined {
  try {
    accessSync(SHARED_MEMORY, constants.W_OK | constants.X_OK)
    const { bavail, bsize } = statfsSync(SHARED_MEMORY)
    return bavail * bsize >= ENOUGH_BYTES ? SHARED_MEMORY : undefined
  } catch {
    return undefined
  }
}
