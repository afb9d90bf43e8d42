import type { Kysely } from 'kysely'

/** Plain words are searched in the read model, so this column is unused. */
export async function noSearchText(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('work').dropColumn('search_text').execute()
}
