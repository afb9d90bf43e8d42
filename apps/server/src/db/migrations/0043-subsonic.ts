import type { Kysely } from 'kysely'

import { type DialectName, dialectTypes } from '../dialect.ts'

/** What OpenSubsonic's clients keep on the server: stars, playlists of recordings, and a play queue. */
export async function subsonic(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const type = dialectTypes(dialect)
  const { schema } = db

  await schema.createIndex('work_by_title').on('work').columns(['state', 'title', 'id']).execute()

  await schema
    .createTable('starred_item')
    .addColumn('account_id', 'integer', (column) => column.notNull().references('account.id').onDelete('cascade'))
    .addColumn('item', 'text', (column) => column.notNull())
    .addColumn('starred_at_ms', type.bigint, (column) => column.notNull())
    .addPrimaryKeyConstraint('starred_item_key', ['account_id', 'item'])
    .execute()

  await schema
    .createTable('song_playlist')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'integer', (column) => column.notNull().references('account.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('comment', 'text', (column) => column.notNull())
    .addColumn('is_public', 'integer', (column) => column.notNull())
    .addColumn('created_at_ms', type.bigint, (column) => column.notNull())
    .addColumn('changed_at_ms', type.bigint, (column) => column.notNull())
    .execute()
  await schema.createIndex('song_playlist_by_account').on('song_playlist').column('account_id').execute()

  await schema
    .createTable('song_playlist_song')
    .addColumn('song_playlist_id', 'text', (column) =>
      column.notNull().references('song_playlist.id').onDelete('cascade'),
    )
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('file_id', 'integer', (column) => column.notNull().references('file.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('song_playlist_song_key', ['song_playlist_id', 'position'])
    .execute()
  await schema.createIndex('song_playlist_song_by_file').on('song_playlist_song').column('file_id').execute()

  await schema
    .createTable('play_queue')
    .addColumn('account_id', 'integer', (column) =>
      column.primaryKey().notNull().references('account.id').onDelete('cascade'),
    )
    .addColumn('file_ids', 'text', (column) => column.notNull())
    .addColumn('current_index', 'integer')
    .addColumn('position_ms', type.bigint, (column) => column.notNull())
    .addColumn('changed_at_ms', type.bigint, (column) => column.notNull())
    .addColumn('changed_by', 'text', (column) => column.notNull())
    .execute()
}
