import type { Kysely } from 'kysely'

/** Reviews know whether their progress was set by listening, or chosen by the member. */
export async function automaticProgress(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('review')
    .addColumn('is_progress_automatic', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
