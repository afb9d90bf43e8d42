import type { Kysely } from 'kysely'

import { type DialectName, dialectTypes, withGeneratedId } from '../dialect.ts'

/** Library folders that administrators chose in the browser. Those that were taken out stay, with the time. */
export async function libraryFolders(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const type = dialectTypes(dialect)
  await withGeneratedId(dialect, db.schema.createTable('library_folder'))
    .addColumn('path', 'text', (column) => column.notNull().unique())
    .addColumn('added_by', 'text', (column) => column.notNull())
    .addColumn('added_at_ms', type.bigint, (column) => column.notNull())
    .addColumn('removed_at_ms', type.bigint)
    .execute()
}
