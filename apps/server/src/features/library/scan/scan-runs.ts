import { ScanCounts } from '@otodana/contract'
import type { ScanStatus } from '@otodana/contract'

import type { Db } from '#db/open.ts'

import { noCounts, partialTriggers, type ScanTrigger } from '../scan-types.ts'

/** Of partial scans, which may be many. */
const RUNS_KEPT = 1_000

/**
 * Records the start of a scan. Requires the lease: other runs still marked as running were killed.
 *
 * @returns the run's id
 */
export async function beginRun(tx: Db, trigger: ScanTrigger): Promise<number> {
  const now = Date.now()
  // The time at which it was killed is unknown.
  await tx.updateTable('scan_run').set({ state: 'interrupted' }).where('state', '=', 'running').execute()
  const { id } = await tx
    .insertInto('scan_run')
    .values({
      state: 'running',
      trigger,
      started_at_ms: now,
      finished_at_ms: null,
      counts: JSON.stringify(noCounts()),
      error: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .deleteFrom('scan_run')
    .where('id', '<=', id - RUNS_KEPT)
    .where('trigger', 'in', partialTriggers)
    .execute()
  return id
}

/** Returns when the last complete scan of the whole library ended, in ms since 1970; 0: there was none. */
export async function lastWholeRunMs(db: Db): Promise<number> {
  const run = await db
    .selectFrom('scan_run')
    .select('finished_at_ms')
    .where('state', '=', 'done')
    .where('trigger', 'not in', partialTriggers)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return run?.finished_at_ms ?? 0
}

export async function saveRunCounts(db: Db, id: number, counts: ScanCounts): Promise<void> {
  await db
    .updateTable('scan_run')
    .set({ counts: JSON.stringify(counts) })
    .where('id', '=', id)
    .execute()
}

type End = { state: 'done' | 'cancelled' | 'failed'; counts: ScanCounts; error: string | null }

export async function endRun(db: Db, id: number, { state, counts, error }: End): Promise<void> {
  await db
    .updateTable('scan_run')
    .set({ state, counts: JSON.stringify(counts), error, finished_at_ms: Date.now() })
    .where('id', '=', id)
    .execute()
}

/** Ends a run whose thread crashed. */
export async function failRunningRuns(db: Db, error: string): Promise<void> {
  await db
    .updateTable('scan_run')
    .set({ state: 'failed', error, finished_at_ms: Date.now() })
    .where('state', '=', 'running')
    .execute()
}

/**
 * Returns how the last ended scan ended.
 *
 * @param isRunning  whether a scan is running now; if not, a run marked as running was killed
 */
export async function lastRun(db: Db, isRunning: boolean): Promise<ScanStatus['last']> {
  const row = await db
    .selectFrom('scan_run')
    .selectAll()
    .$if(isRunning, (query) => query.where('state', '!=', 'running'))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  return {
    state: row.state === 'running' ? 'interrupted' : row.state,
    startedAt: new Date(row.started_at_ms).toISOString(),
    finishedAt: row.finished_at_ms === null ? null : new Date(row.finished_at_ms).toISOString(),
    counts: ScanCounts.parse(JSON.parse(row.counts)),
    error: row.error,
  }
}

/** Returns the progress of another process's scan. */
export async function runningCounts(db: Db): Promise<ScanCounts | null> {
  const row = await db
    .selectFrom('scan_run')
    .select('counts')
    .where('state', '=', 'running')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? ScanCounts.parse(JSON.parse(row.counts)) : null
}
