import { type Kysely, sql } from 'kysely'

import { type DialectName, dialectTypes, withGeneratedId } from '../dialect.ts'

/**
 * Names that were merged into others, the links of works as their metadata has them, and the history of renames and
 * merges, with ids as text, as in `catalogue_change`: see ADR 0042. Changes of many works at once.
 */
export async function namesAndSelections(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const type = dialectTypes(dialect)
  const { schema } = db

  await schema
    .createTable('merged_name')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('into_id', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('merged_name_key', ['kind', 'id'])
    .execute()
  await schema.createIndex('merged_name_by_into').on('merged_name').columns(['kind', 'into_id']).execute()

  await schema
    .createTable('unmerged_link')
    .addColumn('work_id', 'integer', (column) => column.notNull().references('work.id').onDelete('cascade'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('links', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('unmerged_link_key', ['work_id', 'kind'])
    .execute()

  await schema
    .createTable('unmerged_vote')
    .addColumn('account_id', 'integer', (column) => column.notNull().references('account.id').onDelete('cascade'))
    .addColumn('work_id', 'integer', (column) => column.notNull().references('work.id').onDelete('cascade'))
    .addColumn('tag_id', 'integer', (column) => column.notNull().references('tag.id').onDelete('cascade'))
    .addColumn('vote', 'integer', (column) => column.notNull())
    .addColumn('voted_at_ms', type.bigint, (column) => column.notNull())
    .addPrimaryKeyConstraint('unmerged_vote_key', ['account_id', 'work_id', 'tag_id'])
    .execute()
  await schema.createIndex('unmerged_vote_by_work').on('unmerged_vote').column('work_id').execute()
  await schema.createIndex('unmerged_vote_by_tag').on('unmerged_vote').column('tag_id').execute()

  await withGeneratedId(dialect, schema.createTable('name_change'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('data', 'text', (column) => column.notNull())
    .addColumn('actor_name', 'text', (column) => column.notNull())
    .addColumn('made_at_ms', type.bigint, (column) => column.notNull())
    .addColumn('undoes', 'integer', (column) => column.unique().references('name_change.id'))
    .execute()

  await withGeneratedId(dialect, schema.createTable('selection_edit'))
    .addColumn('change', 'text')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('total', 'integer', (column) => column.notNull())
    .addColumn('done', 'integer', (column) => column.notNull())
    .addColumn('changed', 'integer', (column) => column.notNull())
    .addColumn('failed', 'integer', (column) => column.notNull())
    .addColumn('account_id', 'integer', (column) => column.references('account.id').onDelete('set null'))
    .addColumn('actor_name', 'text', (column) => column.notNull())
    .addColumn('made_at_ms', type.bigint, (column) => column.notNull())
    .addColumn('undoes', 'integer', (column) => column.references('selection_edit.id').onDelete('cascade'))
    // Last, because it may be long: SQLite then reads the others without it.
    .addColumn('work_ids', 'text', (column) => column.notNull())
    .execute()
  await schema
    .createTable('selection_edit_work')
    .addColumn('selection_edit_id', 'integer', (column) =>
      column.notNull().references('selection_edit.id').onDelete('cascade'),
    )
    .addColumn('work_id', 'integer', (column) => column.notNull())
    .addColumn('edit_id', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('selection_edit_work_key', ['selection_edit_id', 'work_id'])
    .execute()
  await schema
    .createTable('selection_edit_failure')
    .addColumn('selection_edit_id', 'integer', (column) =>
      column.notNull().references('selection_edit.id').onDelete('cascade'),
    )
    .addColumn('work_id', 'integer', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('selection_edit_failure_key', ['selection_edit_id', 'work_id'])
    .execute()

  for (const statement of dialect === 'sqlite' ? sqliteTriggers() : postgresTriggers()) {
    await sql.raw(statement).execute(db)
  }
}

/** Both names change: one is gone, the other is found by its name too. */
function sqliteTriggers(): string[] {
  const note = (row: 'old' | 'new') =>
    ['id', 'into_id']
      .map(
        (id) => `
    delete from catalogue_change where kind = ${row}.kind and entity_id = ${row}.${id};
    insert into catalogue_change (kind, entity_id, changed_at_ms)
      values (${row}.kind, ${row}.${id}, cast(unixepoch('subsec') * 1000 as integer));`,
      )
      .join('')
  return [
    `create trigger merged_name_inserted after insert on merged_name begin ${note('new')} end`,
    `create trigger merged_name_deleted after delete on merged_name begin ${note('old')} end`,
    `create trigger merged_name_updated after update on merged_name when old.into_id <> new.into_id
      begin ${note('old')} ${note('new')} end`,
  ]
}

function postgresTriggers(): string[] {
  return [
    `create function note_merged_name() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        insert into catalogue_change (kind, entity_id) values (old.kind, old.id), (old.kind, old.into_id)
          on conflict do nothing;
      end if;
      if tg_op <> 'DELETE' then
        insert into catalogue_change (kind, entity_id) values (new.kind, new.id), (new.kind, new.into_id)
          on conflict do nothing;
      end if;
      perform pg_notify('catalogue_change', '');
      return null;
    end $$`,
    `create trigger merged_name_changed after insert or update or delete on merged_name
      for each row execute function note_merged_name()`,
  ]
}
