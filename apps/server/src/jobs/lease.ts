import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Db } from '#db/open.ts'

const LEASE_MS = 15_000
const RENEW_MS = 5_000
const POLL_MS = 100

/**
 * Runs a task that only one process at a time may run, over all that share the database; the others wait for their turn.
 * A process that was killed is waited for 15 seconds.
 *
 * @param task  is told whether it had to wait: another may have done the work meanwhile
 * @throws the signal's reason when it is aborted while waiting
 */
export async function whileLeased<T>(
  db: Db,
  name: string,
  signal: AbortSignal,
  task: (hasWaited: boolean) => Promise<T>,
): Promise<T> {
  const holder = randomUUID()
  let hasWaited = false
  while (!(await take(db, name, holder))) {
    hasWaited = true
    await sleep(POLL_MS, undefined, { signal })
  }
  const mine = () => db.updateTable('lease').where('name', '=', name).where('holder', '=', holder)
  const renewal = setInterval(() => {
    // What it protects is work done twice, not data: a renewal that fails is tried again.
    mine()
      .set({ expires_at_ms: Date.now() + LEASE_MS })
      .execute()
      .catch(() => {})
  }, RENEW_MS)
  try {
    return await task(hasWaited)
  } finally {
    clearInterval(renewal)
    await db.deleteFrom('lease').where('name', '=', name).where('holder', '=', holder).execute()
  }
}

async function take(db: Db, name: string, holder: string): Promise<boolean> {
  const now = Date.now()
  const expires = now + LEASE_MS
  const taken = await db
    .insertInto('lease')
    .values({ name, holder, expires_at_ms: expires })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ holder, expires_at_ms: expires }).where('lease.expires_at_ms', '<=', now),
    )
    .returning('holder')
    .executeTakeFirst()
  return taken !== undefined
}
