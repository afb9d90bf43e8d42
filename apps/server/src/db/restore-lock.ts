import { setTimeout as sleep } from 'node:timers/promises'

import type { ClientBase } from 'pg'

/** Of this database, among its advisory locks; any number that others are unlikely to choose. */
const KEY = 0x6f_74_6f_64_61_6e
/** A session that was closed has its locks for a moment longer. */
const [LOOKS, LOOK_EVERY_MS] = [20, 50]

export class DatabaseBeingRestoredError extends Error {
  constructor() {
    super('the database is being restored. Start the server, or the command, when that has ended')
    this.name = 'DatabaseBeingRestoredError'
  }
}

/**
 * Keeps restores away from a PostgreSQL database for as long as this session lasts.
 *
 * @throws {DatabaseBeingRestoredError}
 */
export async function keepRestoresAway(session: ClientBase): Promise<void> {
  if (!(await isGranted(session, 'pg_try_advisory_lock_shared'))) throw new DatabaseBeingRestoredError()
}

/**
 * Keeps servers and commands away from a PostgreSQL database for as long as this session lasts.
 *
 * @returns false if one is using it
 */
export async function keepOthersAway(session: ClientBase): Promise<boolean> {
  // Not by waiting for the lock: that would refuse new sessions of a server that is running.
  for (let left = LOOKS; ; left--) {
    if (await isGranted(session, 'pg_try_advisory_lock')) return true
    if (left === 0) return false
    await sleep(LOOK_EVERY_MS)
  }
}

async function isGranted(session: ClientBase, lock: string): Promise<boolean> {
  const { rows } = await session.query<{ granted: boolean }>(`select ${lock}(${KEY}) as granted`)
  return rows[0]?.granted === true
}
