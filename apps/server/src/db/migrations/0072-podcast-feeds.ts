import type { Kysely } from 'kysely'

import { type DialectName, dialectTypes, withGeneratedId } from '../dialect.ts'

/** Podcast feeds that members made of playlists and works, by secret addresses. */
export async function podcastFeeds(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const type = dialectTypes(dialect)
  await withGeneratedId(dialect, db.schema.createTable('podcast_feed'))
    .addColumn('account_id', 'integer', (column) => column.notNull().references('account.id').onDelete('cascade'))
    .addColumn('playlist_id', 'text', (column) => column.references('playlist.id').onDelete('cascade'))
    .addColumn('work_id', 'integer', (column) => column.references('work.id').onDelete('cascade'))
    .addColumn('secret_hash', 'text', (column) => column.notNull().unique())
    .addColumn('sealed_secret', 'text', (column) => column.notNull())
    .addColumn('session_version', 'integer', (column) => column.notNull())
    .addColumn('created_at_ms', type.bigint, (column) => column.notNull())
    .addColumn('last_fetched_at_ms', type.bigint)
    .addColumn('last_fetched_by', 'text')
    .execute()
  const indexes = [
    ['podcast_feed_of_playlist', ['account_id', 'playlist_id']],
    ['podcast_feed_of_work', ['account_id', 'work_id']],
  ] as const
  for (const [name, columns] of indexes) {
    await db.schema
      .createIndex(name)
      .unique()
      .on('podcast_feed')
      .columns([...columns])
      .execute()
  }
  await db.schema.createIndex('podcast_feed_by_playlist').on('podcast_feed').column('playlist_id').execute()
  await db.schema.createIndex('podcast_feed_by_work').on('podcast_feed').column('work_id').execute()
}
