import { setTimeout as sleep } from 'node:timers/promises'

const PATIENCE_MS = 1_000

export type PatientReads<T> = ReturnType<typeof createPatientReads<T>>

/**
 * Reads something of paths, each once for all callers at a time. A mount that does not answer holds one thread for a path, and delays
 * callers once.
 */
export function createPatientReads<T>(read: (path: string) => Promise<T>, patience = wait) {
  const asked = new Map<string, Promise<T>>()

  /** @throws {NodeJS.ErrnoException} not there, or it does not answer */
  function get(path: string): Promise<T> {
    const known = asked.get(path)
    if (known) return known
    const found = read(path).finally(() => asked.delete(path))
    const answer = Promise.race([found, patience(path).then(() => refuse(path))])
    asked.set(path, answer)
    return answer
  }

  return {
    get,
    /** null: not there, or it does not answer. */
    find: (path: string): Promise<T | null> => get(path).catch(() => null),
  }
}

const wait = (_path: string): Promise<unknown> => sleep(PATIENCE_MS, null, { ref: false })

function refuse(path: string): never {
  throw Object.assign(new Error(`${path} does not answer`), { code: 'ETIMEDOUT' })
}
