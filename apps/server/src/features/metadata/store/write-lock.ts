import type { Db } from '#db/open.ts'

/**
 * Starts a transaction with a write that changes nothing. On SQLite that waits for the write lock; otherwise a
 * transaction that reads first fails at its first write if another process wrote in between.
 */
export async function takeWriteLock(tx: Db): Promise<void> {
  await tx.updateTable('circle').set({ name: '' }).where('id', '<', 0).execute()
}
