import { setTimeout as sleep } from 'node:timers/promises'

import type { Database } from '#db/open.ts'
import { ifNotLeased, isLeased } from '#jobs/lease.ts'

const POLL_MS = 100

type Making<T> = {
  database: Database
  /** Names what is made, among all processes with this database. */
  name: string
  /** Ends waiting for another process. */
  signal: AbortSignal
  /** Looks whether it has been made, perhaps by another process. */
  find: () => Promise<T | null>
  make: () => Promise<T>
  /** Runs a task when it is this process's turn for it. */
  inTurn: (task: () => Promise<{ result: T } | null>) => Promise<{ result: T } | null>
  /** Called again and again while another process makes it. */
  onWaiting?: () => Promise<void>
}

/**
 * Makes something once for all processes that share a folder. While another process makes it, this one waits, takes no turn, and takes
 * over if that process is gone.
 *
 * @throws what `make` throws, or the signal's reason
 */
export async function makeOnce<T>(making: Making<T>): Promise<T> {
  const { database, name, signal, find, make, inTurn, onWaiting } = making
  // With SQLite only one process uses the database.
  if (database.dialect === 'sqlite')
    return (await find()) ?? (await inTurn(async () => ({ result: await make() })))!.result
  for (;;) {
    const found = await find()
    if (found !== null) return found
    const made = await inTurn(() => ifNotLeased(database.write, name, async () => (await find()) ?? make()))
    if (made) return made.result
    // The other process may hold the lease on, for what comes after this.
    while ((await isLeased(database.write, name)) && (await find()) === null) {
      await onWaiting?.()
      await sleep(POLL_MS, undefined, { signal })
    }
  }
}
