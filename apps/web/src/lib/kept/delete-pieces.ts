import type { FileTransaction } from './change-file.ts'

/** Deletes pieces by key or range, in a transaction on both of their stores. */
export async function deletePieces(transaction: FileTransaction, keys: IDBKeyRange): Promise<void> {
  await Promise.all([transaction.objectStore('pieces').delete(keys), transaction.objectStore('bytes').delete(keys)])
}
