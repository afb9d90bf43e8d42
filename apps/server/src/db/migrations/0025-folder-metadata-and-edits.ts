import type { Kysely } from 'kysely'

import { type DialectName, dialectTypes, withGeneratedId } from '../dialect.ts'

/** What the scanner read in works' folders, and what editors changed. */
export async function folderMetadataAndEdits(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const type = dialectTypes(dialect)
  await db.schema
    .createTable('folder_metadata')
    .addColumn('work_id', 'integer', (column) => column.primaryKey())
    .addColumn('sidecar', 'text')
    .addColumn('left_files', 'text')
    .addColumn('added_on', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('work_edit')
    .addColumn('work_id', 'integer', (column) => column.primaryKey())
    .addColumn('data', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .execute()
  await withGeneratedId(dialect, db.schema.createTable('work_edit_history'))
    .addColumn('work_id', 'integer', (column) => column.notNull())
    .addColumn('account_id', 'integer', (column) => column.references('account.id').onDelete('set null'))
    .addColumn('other_editor', 'text')
    .addColumn('at_ms', type.bigint, (column) => column.notNull())
    .addColumn('changes', 'text', (column) => column.notNull())
    .addColumn('undone_by', 'integer')
    .execute()
  await db.schema.createIndex('work_edit_history_by_work').on('work_edit_history').columns(['work_id', 'id']).execute()
  await db.schema.createIndex('work_edit_history_by_account').on('work_edit_history').column('account_id').execute()
}
