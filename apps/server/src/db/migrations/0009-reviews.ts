import { type Kysely, sql } from 'kysely'

import { type DialectName, dialectTypes } from '../dialect.ts'

/** Members' reviews of works and their totals, which are logged as changes of the work. */
export async function reviews(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const type = dialectTypes(dialect)
  const { schema } = db

  await schema
    .createTable('review')
    .addColumn('account_id', 'integer', (column) => column.notNull().references('account.id').onDelete('cascade'))
    .addColumn('work_id', 'integer', (column) => column.notNull().references('work.id').onDelete('cascade'))
    .addColumn('rating', 'integer')
    .addColumn('review_text', 'text')
    .addColumn('progress', 'text')
    .addColumn('created_at_ms', type.bigint, (column) => column.notNull())
    .addColumn('updated_at_ms', type.bigint, (column) => column.notNull())
    .addPrimaryKeyConstraint('review_key', ['account_id', 'work_id'])
    .execute()
  await schema.createIndex('review_by_work').on('review').column('work_id').execute()

  await schema
    .createTable('member_rating')
    .addColumn('work_id', 'integer', (column) => column.primaryKey().references('work.id').onDelete('cascade'))
    .addColumn('stars', 'text', (column) => column.notNull())
    .addColumn('review_count', 'integer', (column) => column.notNull())
    .execute()
  for (const statement of dialect === 'sqlite' ? sqliteTriggers() : postgresTriggers()) {
    await sql.raw(statement).execute(db)
  }
}

/** Like those of the work's other parts. */
function sqliteTriggers(): string[] {
  const note = (row: 'old' | 'new') => `
    delete from catalogue_change where kind = 'work' and entity_id = cast(${row}.work_id as text);
    insert into catalogue_change (kind, entity_id, changed_at_ms)
      select 'work', cast(${row}.work_id as text), cast(unixepoch('subsec') * 1000 as integer);
    delete from catalogue_change
      where seq <= (select seq from sqlite_sequence where name = 'catalogue_change') - 1000000;`
  return [
    `create trigger member_rating_inserted after insert on member_rating begin ${note('new')} end`,
    `create trigger member_rating_deleted after delete on member_rating begin ${note('old')} end`,
    `create trigger member_rating_updated after update on member_rating
      when old.stars is not new.stars or old.review_count is not new.review_count
      begin ${note('new')} end`,
  ]
}

function postgresTriggers(): string[] {
  return [
    `create trigger member_rating_inserted_or_deleted after insert or delete on member_rating
      for each row execute function note_catalogue_change_of_work_id('work')`,
    `create trigger member_rating_updated after update on member_rating for each row
      when (old.stars is distinct from new.stars or old.review_count is distinct from new.review_count)
      execute function note_catalogue_change_of_work_id('work')`,
  ]
}
