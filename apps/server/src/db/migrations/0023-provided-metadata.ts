import { type Kysely, sql } from 'kysely'

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
  await sql.raw(dialect === 'sqlite' ? sqliteTrigger : postgresTrigger).execute(db)
}

// As for the other columns of a work; see 0002-catalogue-change.
const sqliteTrigger = `
  create trigger work_cover_updated after update of downloaded_cover on work
    when old.downloaded_cover is not new.downloaded_cover
    begin
      delete from catalogue_change where kind = 'work' and entity_id = cast(new.id as text);
      insert into catalogue_change (kind, entity_id, changed_at_ms)
        select 'work', cast(new.id as text), cast(unixepoch('subsec') * 1000 as integer);
    end`
const postgresTrigger = `
  create trigger work_cover_updated after update of downloaded_cover on work for each row
    when (old.downloaded_cover is distinct from new.downloaded_cover)
    execute function note_catalogue_change_of_id('work')`
