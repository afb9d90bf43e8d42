import { lockTable, type DialectName } from '#db/dialect.ts'
import type { Db } from '#db/open.ts'

/**
 * Starts a transaction that links works to names with a write that changes nothing. On SQLite that waits for the write
 * lock; otherwise a transaction that reads first fails at its first write if another process wrote in between. On
 * PostgreSQL names are not renamed or merged until it ends.
 */
export async function takeWriteLock(tx: Db): Promise<void> {
  await tx.updateTable('merged_name').set({ into_id: '' }).where('kind', 'is', null).execute()
}

/** Starts a transaction that renames or merges names: waits for those that link works to names, and keeps others out. */
export async function lockNames(tx: Db, dialect: DialectName): Promise<void> {
  await lockTable(tx, dialect, 'merged_name')
  await takeWriteLock(tx)
}
