import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'

import type { Db } from '#db/open.ts'

export const LEASE = 'scan'
export const LEASE_MS = 30_000
const CLOCK_STEP_MS = 10_000

/** A name for one scan that tells which process of which machine runs it. */
export function newHolder(): string {
  return [hostname(), process.pid, Math.round(processStartMs()), randomUUID()].join('/')
}

/**
 * Takes the right to scan, which lasts `LEASE_MS` unless renewed. At most one holder has it, over all processes that
 * share the database; one that a dead process of this machine left behind is taken over at once.
 *
 * @returns whether `holder` has it now
 */
export async function takeLease(db: Db, holder: string): Promise<boolean> {
  const now = Date.now()
  const taken = await db
    .insertInto('lease')
    .values({ name: LEASE, holder, expires_at_ms: now + LEASE_MS })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ holder, expires_at_ms: now + LEASE_MS })
        .where('lease.expires_at_ms', '<=', now),
    )
    .returning('holder')
    .executeTakeFirst()
  if (taken) return true
  const current = await db.selectFrom('lease').select('holder').where('name', '=', LEASE).executeTakeFirst()
  if (!current) return takeLease(db, holder)
  if (!isDead(current.holder)) return false
  const inherited = await db
    .updateTable('lease')
    .set({ holder, expires_at_ms: now + LEASE_MS })
    .where('name', '=', LEASE)
    .where('holder', '=', current.holder)
    .returning('holder')
    .executeTakeFirst()
  return inherited !== undefined
}

/**
 * Makes the lease last from now on. As the first statement of a transaction it also keeps a scan that has lost its right
 * from writing, and takes SQLite's write lock while waiting for it is still possible.
 *
 * @throws {LeaseLost} when another has it
 */
export async function renewLease(db: Db, holder: string): Promise<void> {
  const held = await db
    .updateTable('lease')
    .set({ expires_at_ms: Date.now() + LEASE_MS })
    .where('name', '=', LEASE)
    .where('holder', '=', holder)
    .returning('holder')
    .executeTakeFirst()
  if (!held) throw new LeaseLost()
}

export async function releaseLease(db: Db, holder: string): Promise<void> {
  await db.deleteFrom('lease').where('name', '=', LEASE).where('holder', '=', holder).execute()
}

/** Whether any process scans now. */
export async function isLeased(db: Db): Promise<boolean> {
  const lease = await db
    .selectFrom('lease')
    .select(['holder', 'expires_at_ms'])
    .where('name', '=', LEASE)
    .executeTakeFirst()
  return lease !== undefined && lease.expires_at_ms > Date.now() && !isDead(lease.holder)
}

export class LeaseLost extends Error {
  constructor() {
    super('Another process has taken over the scan; this one was not heard of for too long')
    this.name = 'LeaseLost'
  }
}

/** Whether a holder is certainly gone: a process of this machine that no longer runs. */
function isDead(holder: string): boolean {
  const [host, pidText, startText] = holder.split('/')
  const pid = Number(pidText)
  if (host !== hostname() || !Number.isInteger(pid) || pid < 1) return false
  // In a container every process may have the same number: then its start tells it from the one before.
  if (pid === process.pid) return Math.abs(Number(startText) - processStartMs()) > CLOCK_STEP_MS
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}

function processStartMs(): number {
  return Date.now() - process.uptime() * 1_000
}
