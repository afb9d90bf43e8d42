import { type Kysely, sql } from 'kysely'

import { type DialectName, dialectTypes } from '../dialect.ts'

/**
 * Former ids of works whose codes were corrected. Changes of names and of many works name their editors by account, so that a name
 * goes with its account. All answers of providers.
 */
export async function movedWorks(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const { schema } = db
  await schema
    .createTable('moved_work')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('to_id', 'integer', (column) => column.notNull())
    .execute()
  await schema.createIndex('moved_work_by_to').on('moved_work').column('to_id').execute()
  await sql`insert into moved_work (id, to_id)
    select previous_id, max(work_id) from folder_identity where previous_id is not null group by previous_id`.execute(
    db,
  )

  await schema
    .alterTable('name_change')
    .addColumn('account_id', 'integer', (column) => column.references('account.id').onDelete('set null'))
    .execute()
  // An account that is younger than the change has the name of a deleted one.
  await sql`update name_change
    set account_id = (select account.id from account
      where account.name = name_change.actor_name and account.created_at_ms <= name_change.made_at_ms)`.execute(db)
  for (const table of ['name_change', 'selection_edit']) {
    await schema.alterTable(table).addColumn('other_editor', 'text').execute()
    await sql`update ${sql.table(table)} set other_editor = actor_name
      where account_id is null and actor_name = 'admin-token'`.execute(db)
    await schema.alterTable(table).dropColumn('actor_name').execute()
    await schema.createIndex(`${table}_by_account`).on(table).column('account_id').execute()
  }

  const { blob } = dialectTypes(dialect)
  await schema.alterTable('provided_metadata').addColumn('raw_titles', blob).execute()
  await schema.alterTable('provided_metadata').addColumn('raw_sales', blob).execute()
}
