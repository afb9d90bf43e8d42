import { type Kysely, sql } from 'kysely'

import { type DialectName, dialectTypes } from '../dialect.ts'

/** Listening, one row per listener and work. Deleted with the work, and with the account of its listener. */
export async function listening(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const type = dialectTypes(dialect)
  const { schema } = db

  await schema
    .createTable('listening')
    .addColumn('listener', 'text', (column) => column.notNull())
    .addColumn('work_id', 'integer', (column) => column.notNull().references('work.id').onDelete('cascade'))
    .addColumn('milestones', 'integer', (column) => column.notNull())
    .addColumn('opinion', 'integer', (column) => column.notNull())
    .addColumn('network', 'text')
    .addColumn('first_at_ms', type.bigint, (column) => column.notNull())
    .addColumn('last_at_ms', type.bigint, (column) => column.notNull())
    .addPrimaryKeyConstraint('listening_key', ['listener', 'work_id'])
    .execute()
  await schema.createIndex('listening_by_work').on('listening').column('work_id').execute()
  // Changes since the last look.
  await schema.createIndex('listening_by_time').on('listening').columns(['last_at_ms', 'listener', 'work_id']).execute()
  await sql`create index listening_by_network on listening (network, last_at_ms) where network is not null`.execute(db)
  // The first to be pruned, among rows that no account vouches for.
  await sql`create index listening_of_networks on listening (last_at_ms) where network is not null`.execute(db)

  await schema
    .createTable('listening_removed')
    .addColumn('listener', 'text', (column) => column.primaryKey().notNull())
    .addColumn('at_ms', type.bigint, (column) => column.notNull())
    .execute()
  await schema.createIndex('listening_removed_by_time').on('listening_removed').column('at_ms').execute()

  // Listeners are compared by spelling; of two accounts that only differ in case, one keeps its own.
  await sql`
    update account set recommender_uuid = lower(recommender_uuid)
    where recommender_uuid <> lower(recommender_uuid)
      and not exists (select 1 from account other
        where other.id <> account.id and lower(other.recommender_uuid) = lower(account.recommender_uuid))`.execute(db)
}
