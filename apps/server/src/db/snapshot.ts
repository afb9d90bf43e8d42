import { sql } from 'kysely'

import type { Database } from './open.ts'

/**
 * Runs with a database as it is at one moment, whatever is written meanwhile. It can only be read. On SQLite other reads
 * of this process wait for the end.
 */
export function atOneMoment<T>({ dialect, read }: Database, run: (snapshot: Database) => Promise<T>): Promise<T> {
  const begin = read.transaction()
  const reading = dialect === 'postgres' ? begin.setIsolationLevel('repeatable read').setAccessMode('read only') : begin
  return reading.execute(async (tx) => {
    // The first read fixes the moment.
    await sql`select 1 from work limit 1`.execute(tx)
    return run({ dialect, read: tx, write: tx, close: async () => {} })
  })
}
