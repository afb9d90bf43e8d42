import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Db } from '#db/open.ts'

/** A right that at most one holder has at a time, among all processes that share the database. */
export type Lease = {
  name: string
  /** As returned by {@link newHolder}. */
  holder: string
  /** Expires after this time unless renewed. */
  durationMs: number
}

const TASK_LEASE_MS = 15_000
const POLL_MS = 100
const CLOCK_STEP_MS = 10_000

/** Returns a new holder name, which identifies the process and its machine. */
export function newHolder(): string {
  return [hostname(), process.pid, Math.round(processStartMs()), randomUUID()].join('/')
}

/**
 * Takes a lease that is free or has expired. A lease of a dead process on this machine is taken over at once.
 *
 * @returns whether the holder has it now
 */
export async function takeLease(db: Db, lease: Lease): Promise<boolean> {
  const { name, holder, durationMs } = lease
  const now = Date.now()
  const taken = await db
    .insertInto('lease')
    .values({ name, holder, expires_at_ms: now + durationMs })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ holder, expires_at_ms: now + durationMs })
        .where('lease.expires_at_ms', '<=', now),
    )
    .returning('holder')
    .executeTakeFirst()
  if (taken) return true
  const current = await db.selectFrom('lease').select('holder').where('name', '=', name).executeTakeFirst()
  if (!current) return takeLease(db, lease)
  if (!isDead(current.holder)) return false
  const inherited = await db
    .updateTable('lease')
    .set({ holder, expires_at_ms: now + durationMs })
    .where('name', '=', name)
    .where('holder', '=', current.holder)
    .returning('holder')
    .executeTakeFirst()
  return inherited !== undefined
}

/**
 * Extends the lease. As the first statement of a transaction it also keeps a holder that has lost the lease from
 * writing, and takes SQLite's write lock while waiting for it is still possible.
 *
 * @throws {LeaseLost} another process holds it
 */
export async function renewLease(db: Db, { name, holder, durationMs }: Lease): Promise<void> {
  const held = await db
    .updateTable('lease')
    .set({ expires_at_ms: Date.now() + durationMs })
    .where('name', '=', name)
    .where('holder', '=', holder)
    .returning('holder')
    .executeTakeFirst()
  if (!held) throw new LeaseLost(name)
}

export async function releaseLease(db: Db, { name, holder }: Pick<Lease, 'name' | 'holder'>): Promise<void> {
  await db.deleteFrom('lease').where('name', '=', name).where('holder', '=', holder).execute()
}

/** Whether a live process holds the lease. */
export async function isLeased(db: Db, name: string): Promise<boolean> {
  const lease = await db
    .selectFrom('lease')
    .select(['holder', 'expires_at_ms'])
    .where('name', '=', name)
    .executeTakeFirst()
  return lease !== undefined && lease.expires_at_ms > Date.now() && !isDead(lease.holder)
}

/**
 * Runs a task that only one process at a time may run; others wait. The lease of a process killed on another machine
 * expires after 15 seconds.
 *
 * @param task  receives whether it had to wait: another process may have done the work meanwhile
 * @throws the signal's reason if aborted while waiting
 */
export async function whileLeased<T>(
  db: Db,
  name: string,
  signal: AbortSignal,
  task: (hasWaited: boolean) => Promise<T>,
  pollMs = POLL_MS,
): Promise<T> {
  for (let hasWaited = false; ; hasWaited = true) {
    const done = await ifNotLeased(db, name, () => task(hasWaited))
    if (done) return done.result
    // It rejects with an error of its own.
    await sleep(pollMs, undefined, { signal }).catch(() => signal.throwIfAborted())
  }
}

/** As `whileLeased`, but instead of waiting returns null. */
export async function ifNotLeased<T>(db: Db, name: string, task: () => Promise<T>): Promise<{ result: T } | null> {
  const lease = { name, holder: newHolder(), durationMs: TASK_LEASE_MS }
  if (!(await takeLease(db, lease))) return null
  // The lease prevents duplicate work, not data loss, so a failed renewal is retried.
  const renewal = setInterval(() => void renewLease(db, lease).catch(() => {}), TASK_LEASE_MS / 3)
  try {
    return { result: await task() }
  } finally {
    clearInterval(renewal)
    await releaseLease(db, lease)
  }
}

class LeaseLost extends Error {
  constructor(name: string) {
    super(`Another process has taken over the ${name}, because this one has not renewed its lease in time`)
    this.name = 'LeaseLost'
  }
}

/** Whether a holder is certainly dead: a process of this machine that no longer runs. */
function isDead(holder: string): boolean {
  const [host, pidText, startText] = holder.split('/')
  const pid = Number(pidText)
  if (host !== hostname() || !Number.isInteger(pid) || pid < 1) return false
  // In a container every process may have the same id: the start time tells it from the previous one.
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
