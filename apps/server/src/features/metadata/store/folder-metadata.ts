import type { Db } from '#db/open.ts'

import { WorkMetadata } from '../fields/work-metadata.ts'

/** What a scan read in a work's folder, apart from the tags of its files. */
export type FolderMetadata = {
  sidecar: WorkMetadata | null
  /** What other programs left. */
  left: WorkMetadata | null
  /** `YYYY-MM-DD`: when the work was first found. */
  addedOn: string
}

/**
 * Returns what the last scan read in works' folders, by work id; nothing for works that no scan has read since.
 *
 * @throws {Error} a row was not written by this program
 */
export async function readFolderMetadata(db: Db, workIds: readonly number[]): Promise<Map<number, FolderMetadata>> {
  const rows = await db.selectFrom('folder_metadata').selectAll().where('work_id', 'in', workIds).execute()
  const parse = (json: string | null) => (json === null ? null : WorkMetadata.parse(JSON.parse(json)))
  return new Map(
    rows.map((row) => [
      row.work_id,
      { sidecar: parse(row.sidecar), left: parse(row.left_files), addedOn: row.added_on },
    ]),
  )
}

/**
 * Stores what a scan read; the day on which the work was first found stays.
 *
 * @returns that day
 */
export async function storeFolderMetadata(
  tx: Db,
  workId: number,
  { sidecar, left, addedOn }: FolderMetadata,
): Promise<string> {
  const columns = { sidecar: sidecar && JSON.stringify(sidecar), left_files: left && JSON.stringify(left) }
  const stored = await tx
    .insertInto('folder_metadata')
    .values({ work_id: workId, added_on: addedOn, ...columns })
    .onConflict((conflict) => conflict.column('work_id').doUpdateSet(columns))
    .returning('added_on')
    .executeTakeFirstOrThrow()
  return stored.added_on
}
