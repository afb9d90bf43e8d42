import { type Kysely, sql } from 'kysely'

import { type DialectName, dialectTypes, withGeneratedId } from '../dialect.ts'

/** Series, staff, titles in other languages, sample pictures, and why a job failed. */
export async function seriesAndStaff(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const type = dialectTypes(dialect)
  const { schema } = db
  await withGeneratedId(dialect, schema.createTable('series'))
    .addColumn('circle_id', 'integer', (column) => column.notNull().references('circle.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('name_key', 'text', (column) => column.notNull())
    .addColumn('code', 'text', (column) => column.notNull().defaultTo(''))
    .addUniqueConstraint('series_by_name', ['circle_id', 'name_key'])
    .execute()
  await schema
    .createTable('staff')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('name_key', 'text', (column) => column.notNull().unique())
    .execute()
  await schema
    .createTable('work_staff')
    .addColumn('work_id', 'integer', (column) => column.notNull().references('work.id').onDelete('cascade'))
    .addColumn('staff_id', 'text', (column) => column.notNull().references('staff.id').onDelete('cascade'))
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('work_staff_key', ['work_id', 'staff_id', 'role'])
    .execute()
  await schema.createIndex('work_staff_by_staff').on('work_staff').column('staff_id').execute()

  const work = () => schema.alterTable('work')
  await work()
    .addColumn('titles', 'text', (column) => column.notNull().defaultTo('{}'))
    .execute()
  await work()
    .addColumn('series_id', 'integer', (column) => column.references('series.id').onDelete('set null'))
    .execute()
  await work().addColumn('series_number', type.double).execute()
  await work()
    .addColumn('has_price', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`update work set has_price = 1 where price > 0`.execute(db)
  await schema.createIndex('work_by_series').on('work').column('series_id').execute()

  await schema.alterTable('provided_metadata').addColumn('sample_names', 'text').execute()
  await schema.alterTable('provided_metadata').addColumn('refreshed_at_ms', type.bigint).execute()
  await schema.alterTable('job').addColumn('failures', 'text').execute()

  const statements = watched.flatMap(dialect === 'sqlite' ? sqliteTriggers : postgresTriggers)
  for (const statement of statements) await sql.raw(statement).execute(db)
}

type WatchedTable = {
  name: string
  /** The entity in the log, and the column of its id. */
  kind: 'work' | 'series' | 'staff'
  id: 'id' | 'work_id'
  columns: string[]
  /** Whether added and deleted rows are watched already. */
  isWatched?: boolean
}

const watched: WatchedTable[] = [
  {
    name: 'work',
    kind: 'work',
    id: 'id',
    columns: ['titles', 'series_id', 'series_number', 'has_price'],
    isWatched: true,
  },
  { name: 'work_staff', kind: 'work', id: 'work_id', columns: ['work_id', 'staff_id', 'role', 'position'] },
  { name: 'series', kind: 'series', id: 'id', columns: ['id', 'circle_id', 'name', 'code'] },
  { name: 'staff', kind: 'staff', id: 'id', columns: ['id', 'name'] },
]

// As for circles, tags and voice actors; see 0002-catalogue-change.
function sqliteTriggers({ name, kind, id, columns, isWatched = false }: WatchedTable): string[] {
  const note = (row: 'old' | 'new', condition = '') => `
    delete from catalogue_change where kind = '${kind}' and entity_id = cast(${row}.${id} as text);
    insert into catalogue_change (kind, entity_id, changed_at_ms)
      select '${kind}', cast(${row}.${id} as text), cast(unixepoch('subsec') * 1000 as integer) ${condition};`
  const prune = `
    delete from catalogue_change
      where seq <= (select seq from sqlite_sequence where name = 'catalogue_change') - 1000000;`
  const updated = `create trigger ${name}_facts_updated after update of ${columns.join(', ')} on ${name}
    when ${columns.map((column) => `old.${column} is not new.${column}`).join(' or ')}
    begin ${note('old', `where old.${id} <> new.${id}`)} ${note('new')} ${prune} end`
  if (isWatched) return [updated]
  return [
    `create trigger ${name}_inserted after insert on ${name} begin ${note('new')} ${prune} end`,
    `create trigger ${name}_deleted after delete on ${name} begin ${note('old')} ${prune} end`,
    updated,
  ]
}

function postgresTriggers({ name, kind, id, columns, isWatched = false }: WatchedTable): string[] {
  const updated = `create trigger ${name}_facts_updated after update of ${columns.join(', ')} on ${name} for each row
    when (${columns.map((column) => `old.${column} is distinct from new.${column}`).join(' or ')})
    execute function note_catalogue_change_of_${id}('${kind}')`
  if (isWatched) return [updated]
  return [
    `create trigger ${name}_inserted_or_deleted after insert or delete on ${name}
      for each row execute function note_catalogue_change_of_${id}('${kind}')`,
    updated,
  ]
}
