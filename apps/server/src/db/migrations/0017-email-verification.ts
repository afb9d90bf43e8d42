import type { Kysely } from 'kysely'

import { type DialectName, dialectTypes } from '../dialect.ts'

/** Mails that members were asked to send. Deleted with the account. */
export async function emailVerification(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const type = dialectTypes(dialect)
  const { schema } = db

  await schema
    .createTable('email_verification')
    .addColumn('verify_hash', 'text', (column) => column.primaryKey().notNull())
    .addColumn('subject_hash', 'text', (column) => column.notNull().unique())
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('account_id', 'integer', (column) => column.references('account.id').onDelete('cascade'))
    .addColumn('session_version', 'integer')
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('refusal', 'text')
    .addColumn('email', 'text')
    .addColumn('expires_at_ms', type.bigint, (column) => column.notNull())
    .execute()
  for (const column of ['account_id', 'expires_at_ms']) {
    await schema.createIndex(`email_verification_by_${column}`).on('email_verification').column(column).execute()
  }
}
