import type { Kysely } from 'kysely'

import { type DialectName, dialectTypes } from '../dialect.ts'

/** Which work a folder is, where its name does not say so, and folders with audio that are no work yet. */
export async function folderIdentities(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const type = dialectTypes(dialect)
  await db.schema
    .createTable('folder_identity')
    .addColumn('root', 'text', (column) => column.notNull())
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('work_id', 'integer', (column) => column.notNull().unique())
    .addColumn('given_by', 'text', (column) => column.notNull())
    .addColumn('previous_id', 'integer')
    .addColumn('has_moved_data', 'integer', (column) => column.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('folder_identity_key', ['root', 'path'])
    .execute()
  await db.schema
    .createTable('codeless_folder')
    .addColumn('root', 'text', (column) => column.notNull())
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('audio_files', 'integer', (column) => column.notNull())
    .addColumn('size_bytes', type.bigint, (column) => column.notNull())
    .addPrimaryKeyConstraint('codeless_folder_key', ['root', 'path'])
    .execute()
}
