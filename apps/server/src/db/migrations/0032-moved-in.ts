import { type Kysely, sql } from 'kysely'

import { type DialectName, dialectTypes } from '../dialect.ts'

/** What members brought along from elsewhere: taken over, or waiting for its work. */
export async function movedIn(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const type = dialectTypes(dialect)
  await db.schema
    .createTable('moved_in')
    .addColumn('account_id', 'integer', (column) => column.notNull().references('account.id').onDelete('cascade'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('work_id', 'integer', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('at_ms', type.bigint, (column) => column.notNull())
    .addColumn('data', 'text')
    .addPrimaryKeyConstraint('moved_in_key', ['account_id', 'kind', 'work_id', 'key'])
    .execute()
  await sql`create index moved_in_waiting on moved_in (work_id) where data is not null`.execute(db)
}
