import { Kysely, sql } from 'kysely'
import { DEFAULT_MIGRATION_LOCK_TABLE, DEFAULT_MIGRATION_TABLE, Migrator } from 'kysely/migration'

import { migrationsFor } from '../migrations/index.ts'
import { nodeSqliteDialect } from '../node-sqlite.ts'

type ColumnType = 'integer' | 'real' | 'text' | 'blob'

export type Table = {
  name: string
  columns: { name: string; type: ColumnType }[]
  references: { column: string; table: string; to: string }[]
  /** Whether the database generates its ids, and never uses one twice. */
  hasGeneratedId: boolean
}

/** Returns the names of all migrations, in order. */
export async function knownMigrations(): Promise<string[]> {
  return Object.keys(await migrationsFor('sqlite').getMigrations()).toSorted()
}

/** Migrates a new SQLite database up to a migration and no further. */
export async function migrateTo(db: Kysely<unknown>, migration: string): Promise<void> {
  const { error } = await new Migrator({ db, provider: migrationsFor('sqlite') }).migrateTo(migration)
  if (error) throw error instanceof Error ? error : new Error('The tables could not be made', { cause: error })
}

/** Returns the tables that a database has after a migration, as SQLite describes them. PostgreSQL's have the same columns. */
export async function schemaAt(migration: string): Promise<Table[]> {
  const db = new Kysely<unknown>({ dialect: nodeSqliteDialect({ path: ':memory:', readOnly: false }) })
  try {
    await migrateTo(db, migration)
    const own = [DEFAULT_MIGRATION_TABLE, DEFAULT_MIGRATION_LOCK_TABLE]
    const { rows } = await sql<{ name: string; sql: string }>`
      select name, sql from sqlite_schema
      where type = 'table' and name not like 'sqlite!_%' escape '!' and name not in (${sql.join(own)})
      order by name`.execute(db)
    const tables: Table[] = []
    for (const table of rows) {
      const columns = await sql<Table['columns'][number]>`
        select name, lower(type) as type from pragma_table_info(${table.name}) order by cid`.execute(db)
      const references = await sql<Table['references'][number]>`
        select "from" as "column", "table", coalesce("to", 'id') as "to" from pragma_foreign_key_list(${table.name})`.execute(
        db,
      )
      tables.push({
        name: table.name,
        columns: columns.rows,
        references: references.rows,
        hasGeneratedId: /\bautoincrement\b/i.test(table.sql),
      })
    }
    return tables
  } finally {
    await db.destroy()
  }
}
