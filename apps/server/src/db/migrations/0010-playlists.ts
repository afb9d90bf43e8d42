import { type Kysely, sql } from 'kysely'

import { type DialectName, dialectTypes, withGeneratedId } from '../dialect.ts'

/** Members' playlists and likes. */
export async function playlists(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const type = dialectTypes(dialect)
  const { schema } = db

  await schema
    .createTable('playlist')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('account_id', 'integer', (column) => column.notNull().references('account.id').onDelete('cascade'))
    .addColumn('system_kind', 'text')
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('privacy', 'integer', (column) => column.notNull())
    .addColumn('locale', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', type.bigint, (column) => column.notNull())
    .addColumn('updated_at_ms', type.bigint, (column) => column.notNull())
    .execute()
  await schema.createIndex('playlist_by_account').on('playlist').column('account_id').execute()
  // Each member has each system playlist once.
  await sql`create unique index playlist_system on playlist (account_id, system_kind) where system_kind is not null`.execute(
    db,
  )

  // The id determines the order of the list.
  await withGeneratedId(dialect, schema.createTable('playlist_work'))
    .addColumn('playlist_id', 'text', (column) => column.notNull().references('playlist.id').onDelete('cascade'))
    .addColumn('work_id', 'integer', (column) => column.notNull().references('work.id').onDelete('cascade'))
    .addColumn('added_at_ms', type.bigint, (column) => column.notNull())
    .addUniqueConstraint('playlist_work_once', ['playlist_id', 'work_id'])
    .execute()
  await schema.createIndex('playlist_work_by_work').on('playlist_work').column('work_id').execute()

  await schema
    .createTable('playlist_like')
    .addColumn('account_id', 'integer', (column) => column.notNull().references('account.id').onDelete('cascade'))
    .addColumn('playlist_id', 'text', (column) => column.notNull().references('playlist.id').onDelete('cascade'))
    .addColumn('liked_at_ms', type.bigint, (column) => column.notNull())
    .addPrimaryKeyConstraint('playlist_like_key', ['account_id', 'playlist_id'])
    .execute()
  await schema.createIndex('playlist_like_by_playlist').on('playlist_like').column('playlist_id').execute()

  await schema.alterTable('account').addColumn('mark_playlist_id', 'text').execute()
}
