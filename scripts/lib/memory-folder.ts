import { accessSync, constants, statfsSync } from 'node:fs'

/** Linux keeps what lies here in memory: nothing is ever waited for, as it is where a database makes sure of each write. */
const SHARED_MEMORY = '/dev/shm'
/** Several times what a run of all tests has lying about at once. Containers often have 64 MB there. */
const ENOUGH_BYTES = 4 * 1024 ** 3

/** A folder in memory for what tests write; undefined where there is none or it is small. */
export function findMemoryFolder(): string | undefined {
  try {
    accessSync(SHARED_MEMORY, constants.W_OK | constants.X_OK)
    const { bavail, bsize } = statfsSync(SHARED_MEMORY)
    return bavail * bsize >= ENOUGH_BYTES ? SHARED_MEMORY : undefined
  } catch {
    return undefined
  }
}
