import type { Kysely } from 'kysely'

import { type DialectName, dialectTypes } from '../dialect.ts'

/** Metadata and covers from providers. */
export async function providedMetadata(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const type = dialectTypes(dialect)
  await db.schema
    .createTable('provided_metadata')
    .addColumn('work_id', 'integer', (column) => column.notNull())
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('data', 'text')
    .addColumn('cover_url', 'text')
    .addColumn('cover_name', 'text')
    .addColumn('asked_at_ms', type.bigint, (column) => column.notNull())
    .addColumn('misses', 'integer', (column) => column.notNull())
    .addColumn('raw', type.blob)
    .addPrimaryKeyConstraint('provided_metadata_key', ['work_id', 'provider'])
    .execute()
  await db.schema.alterTable('work').addColumn('downloaded_cover', 'text').execute()
}
