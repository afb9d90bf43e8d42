import type { Kysely } from 'kysely'

import { type DialectName, dialectTypes, withGeneratedId } from '../dialect.ts'

/** Reports of problems with works. Deleted with the work, and with the account that sent them. */
export async function feedback(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const type = dialectTypes(dialect)
  const { schema } = db

  await withGeneratedId(dialect, schema.createTable('feedback'))
    .addColumn('work_id', 'integer', (column) => column.notNull().references('work.id').onDelete('cascade'))
    .addColumn('file_id', 'integer', (column) => column.references('file.id').onDelete('set null'))
    .addColumn('account_id', 'integer', (column) => column.references('account.id').onDelete('cascade'))
    .addColumn('category', 'text', (column) => column.notNull())
    .addColumn('detail', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', type.bigint, (column) => column.notNull())
    .addColumn('done_at_ms', type.bigint)
    .execute()
  for (const column of ['work_id', 'file_id', 'account_id']) {
    await schema
      .createIndex(`feedback_by_${column.slice(0, -'_id'.length)}`)
      .on('feedback')
      .column(column)
      .execute()
  }
}
