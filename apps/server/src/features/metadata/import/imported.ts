import type { Db } from '#db/open.ts'

import { WorkMetadata } from '../fields/work-metadata.ts'

/**
 * Returns a work's imported metadata.
 *
 * @throws {Error} the row was not written by this program
 */
export async function readImported(db: Db, workId: number): Promise<WorkMetadata | null> {
  const row = await db.selectFrom('imported_metadata').select('data').where('work_id', '=', workId).executeTakeFirst()
  return row ? WorkMetadata.parse(JSON.parse(row.data)) : null
}
