import { sql } from 'kysely'
import { DEFAULT_MIGRATION_TABLE } from 'kysely/migration'

import type { Db } from './open.ts'

/** Returns the name of the newest migration that a database has had. */
export async function newestMigration(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name desc limit 1`.execute(db)
  return rows[0]?.name
}
