import type { Db } from '#db/open.ts'

/**
 * Has a transaction begin with a write that changes nothing. On SQLite that takes the write lock, waiting for it if
 * need be; a transaction that has read first fails at its first write when another process wrote in between.
 */
export async function takeWriteLock(tx: Db): Promise<void> {
  await tx.updateTable('circle').set({ name: '' }).where('id', '<', 0).execute()
}
