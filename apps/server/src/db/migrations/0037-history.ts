import type { Kysely } from 'kysely'

import { type DialectName, dialectTypes } from '../dialect.ts'

/** Members' listening history, one row for each day, file and device; works that they put aside. */
export async function history(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const type = dialectTypes(dialect)
  const { schema } = db

  await schema
    .createTable('heard')
    .addColumn('account_id', 'integer', (column) => column.notNull().references('account.id').onDelete('cascade'))
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('file_id', 'integer', (column) => column.notNull().references('file.id').onDelete('cascade'))
    .addColumn('device_id', 'text', (column) => column.notNull())
    .addColumn('first_at_ms', type.bigint, (column) => column.notNull())
    .addColumn('last_at_ms', type.bigint, (column) => column.notNull())
    .addColumn('heard_seconds', type.double, (column) => column.notNull())
    .addColumn('seconds', type.double, (column) => column.notNull())
    .addColumn('duration_seconds', type.double)
    .addPrimaryKeyConstraint('heard_key', ['account_id', 'day', 'file_id', 'device_id'])
    .execute()
  await schema.createIndex('heard_by_file').on('heard').column('file_id').execute()
  await schema.createIndex('heard_by_time').on('heard').columns(['account_id', 'last_at_ms']).execute()

  await schema
    .createTable('history_choice')
    .addColumn('account_id', 'integer', (column) =>
      column.primaryKey().notNull().references('account.id').onDelete('cascade'),
    )
    .addColumn('is_on', 'integer', (column) => column.notNull())
    .addColumn('cleared_at_ms', type.bigint, (column) => column.notNull())
    .execute()

  await schema
    .createTable('put_aside')
    .addColumn('account_id', 'integer', (column) => column.notNull().references('account.id').onDelete('cascade'))
    .addColumn('work_id', 'integer', (column) => column.notNull().references('work.id').onDelete('cascade'))
    .addColumn('at_ms', type.bigint, (column) => column.notNull())
    .addPrimaryKeyConstraint('put_aside_key', ['account_id', 'work_id'])
    .execute()
  await schema.createIndex('put_aside_by_work').on('put_aside').column('work_id').execute()
}
