import type { Kysely } from 'kysely'

import { type DialectName, dialectTypes } from '../dialect.ts'

/** The files in which servers keep their read model: a database that has a file's id has all that is in the file. */
export async function readModelFiles(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  await db.schema
    .createTable('read_model_file')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('made_at_ms', dialectTypes(dialect).bigint, (column) => column.notNull())
    .execute()
}
