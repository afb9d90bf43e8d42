import type { Kysely } from 'kysely'

/** What plain words search is in the read model; nothing has read this column since. */
export async function noSearchText(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('work').dropColumn('search_text').execute()
}
