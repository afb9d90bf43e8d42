import type { Kysely } from 'kysely'

/** Files read by an older scanner are read again when a newer one extracts more. */
export async function fileReadVersion(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('file')
    .addColumn('read_version', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
