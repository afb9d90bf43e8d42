import { type DialectName, lockTable } from '#db/dialect.ts'
import type { Db } from '#db/open.ts'

import { WorkMetadata } from '../fields/work-metadata.ts'
import { takeWriteLock } from '../store/write-lock.ts'

/**
 * Returns a work's imported metadata.
 *
 * @throws {Error} the row was not written by this program
 */
export async function readImported(db: Db, workId: number): Promise<WorkMetadata | null> {
  const row = await db.selectFrom('imported_metadata').select('data').where('work_id', '=', workId).executeTakeFirst()
  return row ? WorkMetadata.parse(JSON.parse(row.data)) : null
}

/** The same for several works, by id. */
export async function readAllImported(db: Db, workIds: readonly number[]): Promise<Map<number, WorkMetadata>> {
  if (workIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('imported_metadata')
    .select(['work_id', 'data'])
    .where('work_id', 'in', workIds)
    .execute()
  return new Map(rows.map((row) => [row.work_id, WorkMetadata.parse(JSON.parse(row.data))]))
}

/** Starts a transaction that imports: of two at once, the second adds its fields to those of the first. */
export async function lockImports(tx: Db, dialect: DialectName): Promise<void> {
  await takeWriteLock(tx)
  await lockTable(tx, dialect, 'imported_metadata')
}
