import { type Kysely, sql } from 'kysely'

import type { DialectName } from '../dialect.ts'

/** Subtitles, and the works that have them, know their languages; the next run of the index reads them from its texts. */
export async function subtitleLanguages(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  await db.schema.alterTable('subtitle_text').addColumn('languages', 'text').execute()
  await db.schema
    .alterTable('work')
    .addColumn('subtitle_languages', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await sql.raw(dialect === 'sqlite' ? sqliteTrigger : postgresTrigger).execute(db)
}

// As for the other columns of works; see 0002-catalogue-change.
const sqliteTrigger = `
  create trigger work_subtitle_languages_updated after update of subtitle_languages on work
    when old.subtitle_languages is not new.subtitle_languages
    begin
      delete from catalogue_change where kind = 'work' and entity_id = cast(new.id as text);
      insert into catalogue_change (kind, entity_id, changed_at_ms)
        select 'work', cast(new.id as text), cast(unixepoch('subsec') * 1000 as integer);
      delete from catalogue_change
        where seq <= (select seq from sqlite_sequence where name = 'catalogue_change') - 1000000;
    end`

const postgresTrigger = `
  create trigger work_subtitle_languages_updated after update of subtitle_languages on work for each row
    when (old.subtitle_languages is distinct from new.subtitle_languages)
    execute function note_catalogue_change_of_id('work')`
