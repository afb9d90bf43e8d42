import type { Kysely } from 'kysely'

import { type DialectName, dialectTypes, withGeneratedId } from '../dialect.ts'

/** Passwords of members' apps. The hash finds one; the sealed text is for logins that sign with it. */
export async function appPasswords(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const type = dialectTypes(dialect)
  await withGeneratedId(dialect, db.schema.createTable('app_password'))
    .addColumn('account_id', 'integer', (column) => column.notNull().references('account.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('secret_hash', 'text', (column) => column.notNull().unique())
    .addColumn('sealed_secret', 'text', (column) => column.notNull())
    .addColumn('session_version', 'integer', (column) => column.notNull())
    .addColumn('created_at_ms', type.bigint, (column) => column.notNull())
    .addColumn('last_used_at_ms', type.bigint)
    .addColumn('last_used_by', 'text')
    .execute()
  await db.schema.createIndex('app_password_by_account').on('app_password').column('account_id').execute()
}
