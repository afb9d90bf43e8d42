import type { Kysely } from 'kysely'

/** Files know their chapters; the next scan reads them. */
export async function chapters(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('file').addColumn('chapters', 'text').execute()
}
