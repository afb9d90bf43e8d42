import type { Kysely } from 'kysely'

import { type DialectName, dialectTypes } from '../dialect.ts'

/** Files know since when they are missing, so that small losses can be summed. */
export async function missingSince(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  await db.schema.alterTable('file').addColumn('missing_since_ms', dialectTypes(dialect).bigint).execute()
}
