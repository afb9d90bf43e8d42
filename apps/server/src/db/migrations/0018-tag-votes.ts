import { type Kysely, sql } from 'kysely'

import { type DialectName, dialectTypes } from '../dialect.ts'

/**
 * Members' votes on works' tags; each is logged as a change of the work. They are deleted with the account, the work and the
 * tag, and are stored apart from the metadata's tags, which each scan may rewrite.
 */
export async function tagVotes(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const type = dialectTypes(dialect)
  const { schema } = db

  await schema
    .createTable('tag_vote')
    .addColumn('account_id', 'integer', (column) => column.notNull().references('account.id').onDelete('cascade'))
    .addColumn('work_id', 'integer', (column) => column.notNull().references('work.id').onDelete('cascade'))
    .addColumn('tag_id', 'integer', (column) => column.notNull().references('tag.id').onDelete('cascade'))
    .addColumn('vote', 'integer', (column) => column.notNull())
    .addColumn('voted_at_ms', type.bigint, (column) => column.notNull())
    .addPrimaryKeyConstraint('tag_vote_key', ['account_id', 'work_id', 'tag_id'])
    .execute()
  await schema.createIndex('tag_vote_by_work').on('tag_vote').columns(['work_id', 'tag_id']).execute()
  await schema.createIndex('tag_vote_by_tag').on('tag_vote').column('tag_id').execute()
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
    `create trigger tag_vote_inserted after insert on tag_vote begin ${note('new')} end`,
    `create trigger tag_vote_deleted after delete on tag_vote begin ${note('old')} end`,
    `create trigger tag_vote_updated after update on tag_vote when old.vote is not new.vote
      begin ${note('new')} end`,
  ]
}

function postgresTriggers(): string[] {
  return [
    `create trigger tag_vote_inserted_or_deleted after insert or delete on tag_vote
      for each row execute function note_catalogue_change_of_work_id('work')`,
    `create trigger tag_vote_updated after update on tag_vote for each row
      when (old.vote is distinct from new.vote)
      execute function note_catalogue_change_of_work_id('work')`,
  ]
}
