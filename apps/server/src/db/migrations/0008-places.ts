import type { Kysely } from 'kysely'

import { type DialectName, dialectTypes } from '../dialect.ts'

/** Members' playback positions, by device. */
export async function places(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const type = dialectTypes(dialect)
  const { schema } = db

  await schema
    .createTable('device')
    .addColumn('account_id', 'integer', (column) => column.notNull().references('account.id').onDelete('cascade'))
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('seen_at_ms', type.bigint, (column) => column.notNull())
    .addPrimaryKeyConstraint('device_key', ['account_id', 'id'])
    .execute()

  await schema
    .createTable('place')
    .addColumn('account_id', 'integer', (column) => column.notNull())
    .addColumn('device_id', 'text', (column) => column.notNull())
    .addColumn('file_id', 'integer', (column) => column.notNull().references('file.id').onDelete('cascade'))
    .addColumn('seconds', type.double, (column) => column.notNull())
    .addColumn('at_ms', type.bigint, (column) => column.notNull())
    .addPrimaryKeyConstraint('place_key', ['account_id', 'file_id', 'device_id'])
    .addForeignKeyConstraint(
      'place_device',
      ['account_id', 'device_id'],
      'device',
      ['account_id', 'id'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute()
  await schema.createIndex('place_by_device').on('place').columns(['account_id', 'device_id', 'at_ms']).execute()
  await schema.createIndex('place_by_file').on('place').column('file_id').execute()
}
