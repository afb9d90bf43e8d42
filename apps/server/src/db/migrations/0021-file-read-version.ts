import type { Kysely } from 'kysely'

/** Files that an older scanner read are read again when a newer one learns more from them. */
export async function fileReadVersion(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('file')
    .addColumn('read_version', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
