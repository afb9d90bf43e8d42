import { type RawBuilder, sql } from 'kysely'

import { databaseNowMs } from '#db/dialect.ts'
import type { Database } from '#db/open.ts'
import { retryingConflicts } from '#db/retrying-conflicts.ts'

import { noteRemoval } from './listening.repository.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** Limits for listeners without an account; the oldest rows above them are deleted. */
type ListeningLimits = { ageMs: number; rowsOfNetwork: number; rows: number }

const LISTENING_LIMITS: ListeningLimits = { ageMs: 400 * DAY_MS, rowsOfNetwork: 20_000, rows: 500_000 }

/** Deletes slightly more than necessary, so that the limit is not exceeded again at once. */
const SHARE_AFTER_PRUNING = 0.95
const ROWS_AT_ONCE = 500
/** How long removals are recorded for other processes. */
const REMOVAL_LOG_MS = 7 * DAY_MS

/**
 * Deletes rows beyond the limits in small steps. Rows of existing accounts stay.
 *
 * @returns the number of rows
 */
export async function pruneListening(
  { dialect, read, write }: Database,
  signal: AbortSignal,
  limits = LISTENING_LIMITS,
): Promise<number> {
  const now = databaseNowMs(dialect)
  const ofAccount = sql`listener in (select recommender_uuid from account)`
  const isAnonymous = sql`network is not null and not ${ofAccount}`
  let pruned = 0

  async function remove(which: RawBuilder<unknown>, atMost = Number.POSITIVE_INFINITY): Promise<void> {
    for (let left = atMost; left > 0 && !signal.aborted;) {
      const count = await retryingConflicts(() => removeSome(which, Math.min(left, ROWS_AT_ONCE)))
      pruned += count
      left -= count
      if (count < ROWS_AT_ONCE) return
    }
  }

  /** Searching happens outside of the transaction, so that other writers wait for the deletion only. */
  async function removeSome(which: RawBuilder<unknown>, count: number): Promise<number> {
    const { rows: found } = await sql<{ listener: string; work_id: number }>`
      select listener, work_id from listening where ${which} order by last_at_ms limit ${sql.lit(count)}`.execute(read)
    if (found.length === 0) return 0
    const keys = sql.join(found.map(({ listener, work_id }) => sql`(${listener}, ${sql.lit(work_id)})`))
    await write.transaction().execute(async (tx) => {
      const { rows } = await sql<{ listener: string }>`
        delete from listening where (listener, work_id) in (values ${keys}) and ${which} returning listener`.execute(tx)
      await noteRemoval(tx, [...new Set(rows.map(({ listener }) => listener))], now)
    })
    return found.length
  }

  await remove(sql`last_at_ms < ${now} - ${sql.lit(limits.ageMs)} and ${isAnonymous}`)
  await remove(sql`network is null and not ${ofAccount} and last_at_ms < ${now} - ${sql.lit(HOUR_MS)}`)

  const { rows: networks } = await sql<{ network: string; count: number }>`
    select network, count(*) as count from listening where ${isAnonymous}
    group by network having count(*) > ${sql.lit(limits.rowsOfNetwork)}`.execute(read)
  for (const { network, count } of networks) {
    const tooMany = count - Math.floor(limits.rowsOfNetwork * SHARE_AFTER_PRUNING)
    await remove(sql`network = ${network} and ${isAnonymous}`, tooMany)
  }

  const { rows: all } = await sql<{ count: number }>`
    select count(*) as count from listening where ${isAnonymous}`.execute(read)
  const count = all[0]?.count ?? 0
  if (count > limits.rows) await remove(isAnonymous, count - Math.floor(limits.rows * SHARE_AFTER_PRUNING))

  const isOldRemoval = sql<boolean>`at_ms < ${now} - ${sql.lit(REMOVAL_LOG_MS)}`
  const old = await read.selectFrom('listening_removed').select('at_ms').where(isOldRemoval).limit(1).execute()
  if (old.length > 0) await write.deleteFrom('listening_removed').where(isOldRemoval).execute()
  return pruned
}
