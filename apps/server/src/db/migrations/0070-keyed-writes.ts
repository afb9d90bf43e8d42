import type { Kysely } from 'kysely'

import { type DialectName, dialectTypes } from '../dialect.ts'

/** Writes that members' devices named by a key, so that one sent again is recognised. */
export async function keyedWrites(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  await db.schema
    .createTable('keyed_write')
    .addColumn('account_id', 'integer', (column) => column.notNull().references('account.id').onDelete('cascade'))
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('digest', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('at_ms', dialectTypes(dialect).bigint, (column) => column.notNull())
    .addPrimaryKeyConstraint('keyed_write_key', ['account_id', 'key'])
    .execute()
  await db.schema.createIndex('keyed_write_by_time').on('keyed_write').columns(['account_id', 'at_ms']).execute()
}
