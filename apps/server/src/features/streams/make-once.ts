import { setTimeout as sleep } from 'node:timers/promises'

import type { Database } from '#db/open.ts'
import { ifNotLeased, isLeased } from '#jobs/lease.ts'

const POLL_MS = 200
/** How often the database is asked whether the other process is still there. */
const LEASE_POLL_MS = 1_000

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
  /** How often it is looked for meanwhile. */
  pollMs?: number
}

/**
 * Makes something once for all processes that share a folder. While another process makes it, this one waits, takes no turn, and takes
 * over if that process is gone.
 *
 * @throws what `make` throws, or the signal's reason
 */
export async function makeOnce<T>(making: Making<T>): Promise<T> {
  const { database, name, signal, find, make, inTurn, onWaiting, pollMs = POLL_MS } = making
  // With SQLite only one process uses the database.
  if (database.dialect === 'sqlite') {
    return (await find()) ?? (await inTurn(async () => ({ result: await make() })))!.result
  }
  let found = await find()
  while (found === null) {
    const made = await inTurn(() => ifNotLeased(database.write, name, async () => (await find()) ?? make()))
    if (made) return made.result
    let askedMs = performance.now()
    for (let isHeld = true; isHeld && found === null;) {
      await onWaiting?.()
      // It rejects with an error of its own.
      await sleep(pollMs, undefined, { signal }).catch(() => signal.throwIfAborted())
      found = await find()
      if (performance.now() - askedMs < LEASE_POLL_MS) continue
      isHeld = await isLeased(database.write, name)
      askedMs = performance.now()
    }
  }
  return found
}
