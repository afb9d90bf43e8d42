import { type Kysely, sql } from 'kysely'

import type { DialectName } from '../dialect.ts'

type WatchedTable = {
  name: string
  /** The entity in the log, and the column of its id. */
  kind: 'work' | 'circle' | 'tag' | 'voiceActor'
  id: string
  /** An update is logged if it changes one of these. */
  columns: string[]
}

/** All columns of a work except those that only the scanner reads. */
const workColumns = `id source_id source_type title circle_id release create_date age_category price dl_count
  review_count rate_count rate_average rate_detail rank language original_code editions work_attributes source_url
  description duration_seconds has_subtitle cover_file_id state`.split(/\s+/)

const watched: WatchedTable[] = [
  { name: 'work', kind: 'work', id: 'id', columns: workColumns },
  { name: 'work_tag', kind: 'work', id: 'work_id', columns: ['work_id', 'tag_id', 'position'] },
  { name: 'work_voice_actor', kind: 'work', id: 'work_id', columns: ['work_id', 'voice_actor_id', 'position'] },
  { name: 'circle', kind: 'circle', id: 'id', columns: ['id', 'name', 'code'] },
  { name: 'tag', kind: 'tag', id: 'id', columns: ['id', 'name', 'i18n'] },
  { name: 'voice_actor', kind: 'voiceActor', id: 'id', columns: ['id', 'name'] },
]

/** The log of catalogue changes, written by the database itself: see ADR 0011. */
export async function catalogueChange(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const statements = dialect === 'sqlite' ? sqliteStatements() : postgresStatements()
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/**
 * Writers take turns, so `seq` increases in commit order. The log contains each entity once, with its last change, and
 * the changes of the last million writes. Two statements each time, because the conflict clause of the statement that
 * fires a trigger would override one in here.
 */
function sqliteStatements(): string[] {
  const note = ({ kind, id }: WatchedTable, row: 'old' | 'new', condition = '') => `
    delete from catalogue_change where kind = '${kind}' and entity_id = cast(${row}.${id} as text);
    insert into catalogue_change (kind, entity_id, changed_at_ms)
      select '${kind}', cast(${row}.${id} as text), cast(unixepoch('subsec') * 1000 as integer) ${condition};`
  const prune = `
    delete from catalogue_change
      where seq <= (select seq from sqlite_sequence where name = 'catalogue_change') - 1000000;`
  return [
    `create table catalogue_change (
      seq integer primary key autoincrement,
      kind text not null,
      entity_id text not null,
      changed_at_ms integer not null,
      unique (kind, entity_id)
    )`,
    ...watched.flatMap((table) => [
      `create trigger ${table.name}_inserted after insert on ${table.name} begin ${note(table, 'new')} ${prune} end`,
      `create trigger ${table.name}_deleted after delete on ${table.name} begin ${note(table, 'old')} ${prune} end`,
      `create trigger ${table.name}_updated after update of ${table.columns.join(', ')} on ${table.name}
        when ${table.columns.map((column) => `old.${column} is not new.${column}`).join(' or ')}
        begin
          ${note(table, 'old', `where old.${table.id} <> new.${table.id}`)} ${note(table, 'new')} ${prune}
        end`,
    ]),
  ]
}

/**
 * `seq` is the transaction id. Transactions commit in any order, so readers compare snapshots instead of numbers;
 * `catalogue_pruned` is the highest id removed from the log.
 */
function postgresStatements(): string[] {
  const note = (id: string) => `
    create function note_catalogue_change_of_${id}() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        insert into catalogue_change (kind, entity_id) values (tg_argv[0], old.${id}::text) on conflict do nothing;
      end if;
      if tg_op <> 'DELETE' then
        insert into catalogue_change (kind, entity_id) values (tg_argv[0], new.${id}::text) on conflict do nothing;
      end if;
      perform pg_notify('catalogue_change', '');
      return null;
    end $$`
  return [
    `create table catalogue_change (
      seq xid8 not null default pg_current_xact_id(),
      kind text not null,
      entity_id text not null,
      changed_at_ms bigint not null default (extract(epoch from clock_timestamp()) * 1000)::bigint,
      primary key (seq, kind, entity_id)
    )`,
    `create table catalogue_pruned (seq xid8 not null)`,
    `insert into catalogue_pruned values ('0')`,
    note('id'),
    note('work_id'),
    ...watched.flatMap(({ name, kind, id, columns }) => [
      `create trigger ${name}_inserted_or_deleted after insert or delete on ${name}
        for each row execute function note_catalogue_change_of_${id}('${kind}')`,
      `create trigger ${name}_updated after update of ${columns.join(', ')} on ${name} for each row
        when (${columns.map((column) => `old.${column} is distinct from new.${column}`).join(' or ')})
        execute function note_catalogue_change_of_${id}('${kind}')`,
    ]),
  ]
}
