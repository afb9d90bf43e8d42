import { type Kysely, sql } from 'kysely'

import { type DialectName, dialectTypes } from '../dialect.ts'

/** The text of subtitle files and its index: see ADR 0019. */
export async function subtitleSearch(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const type = dialectTypes(dialect)
  const { schema } = db

  await schema
    .createTable('subtitle_text')
    .addColumn('file_id', 'integer', (column) => column.primaryKey().references('file.id').onDelete('cascade'))
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('mtime_ms', type.bigint, (column) => column.notNull())
    .addColumn('work_signature', 'text')
    .addColumn('duration_seconds', type.double, (column) => column.notNull())
    .addColumn('audio_file_id', 'integer')
    .addColumn('first_block', 'integer')
    .addColumn('block_count', 'integer', (column) => column.notNull())
    .addColumn('cues', type.blob)
    .addColumn('problem', 'text')
    .execute()
  await schema.createIndex('subtitle_text_by_block').unique().on('subtitle_text').column('first_block').execute()

  const postings = schema
    .createTable('subtitle_postings')
    .addColumn('gram', type.bigint, (column) => column.notNull())
    .addColumn('chunk', 'integer', (column) => column.notNull())
    .addColumn('last_block', 'integer', (column) => column.notNull())
    .addColumn('blocks', type.blob, (column) => column.notNull())
    .addPrimaryKeyConstraint('subtitle_postings_key', ['gram', 'chunk'])
  // Rows are only found by key, and most are as short as the key.
  await (dialect === 'sqlite' ? postings.modifyEnd(sql`without rowid`) : postings).execute()
  if (dialect === 'postgres') {
    // Both are compressed already.
    await sql`alter table subtitle_text alter column cues set storage external`.execute(db)
    await sql`alter table subtitle_postings alter column blocks set storage external`.execute(db)
  }

  await schema
    .createTable('subtitle_index')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('writer', 'text', (column) => column.notNull())
    .addColumn('next_block', 'integer', (column) => column.notNull())
    .addColumn('indexed_to', 'integer', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .execute()
  await sql`insert into subtitle_index (id, writer, next_block, indexed_to, version) values (1, '', 0, 0, 0)`.execute(
    db,
  )
}
