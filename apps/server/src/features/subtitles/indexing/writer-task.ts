import type { Db } from '#db/open.ts'

export type WriterTask<T> = (tx: Db, state: { next_block: number; indexed_to: number }) => Promise<T>

/** Runs a transaction as the index's writer. */
export type AsWriter = <T>(task: WriterTask<T>) => Promise<T>
