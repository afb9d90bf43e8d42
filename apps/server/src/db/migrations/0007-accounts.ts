import { type Kysely, sql } from 'kysely'

import { type DialectName, dialectTypes, withGeneratedId } from '../dialect.ts'

/** Accounts, account events, and administrators' settings. */
export async function accounts(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const type = dialectTypes(dialect)
  const { schema } = db

  await withGeneratedId(dialect, schema.createTable('account'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('name_key', 'text', (column) => column.notNull().unique())
    .addColumn('password_hash', 'text', (column) => column.notNull())
    .addColumn('account_group', 'text', (column) => column.notNull())
    .addColumn('is_founder', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('is_disabled', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('session_version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('recommender_uuid', 'text', (column) => column.notNull().unique())
    .addColumn('email', 'text', (column) => column.unique())
    .addColumn('created_at_ms', type.bigint, (column) => column.notNull())
    .addColumn('last_login_at_ms', type.bigint)
    .execute()
  // Of two concurrent first registrations, one becomes the administrator.
  await sql`create unique index account_founder on account (is_founder) where is_founder = 1`.execute(db)

  await withGeneratedId(dialect, schema.createTable('security_event'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('account_id', 'integer')
    .addColumn('account_name', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('at_ms', type.bigint, (column) => column.notNull())
    .execute()

  await schema
    .createTable('server_setting')
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute()
}
