import type { Db } from '#db/open.ts'

import { WorkMetadata } from '../fields/work-metadata.ts'

/**
 * The provider's name of what kikoeru had fetched from a store, which comes after the answers of all others. It is never
 * asked again.
 */
export const TAKEN_OVER = 'kikoeru'

/** What providers know of a work, merged. */
export type Provided = {
  metadata: WorkMetadata
  /** The name of a downloaded cover in the data folder. */
  coverName: string | null
}

/**
 * Returns what providers know of a work: each field from the first provider in the owner's order that has it.
 *
 * @throws {Error} the row was not written by this program
 */
export async function readProvided(db: Db, workId: number): Promise<Provided | null> {
  const rows = await db
    .selectFrom('provided_metadata')
    .select(['data', 'cover_name'])
    .where('work_id', '=', workId)
    .where('data', 'is not', null)
    .orderBy('position')
    .execute()
  if (rows.length === 0) return null
  const known = rows.map(({ data }) => WorkMetadata.parse(JSON.parse(data ?? '{}')))
  return {
    metadata: Object.assign({}, ...known.toReversed()) as WorkMetadata,
    coverName: rows.find(({ cover_name: name }) => name !== null)?.cover_name ?? null,
  }
}

/** Returns the names of a work's sample pictures in the data folder, from the first provider that has some. */
export async function readSampleNames(db: Db, workId: number): Promise<string[]> {
  const row = await db
    .selectFrom('provided_metadata')
    .select('sample_names')
    .where('work_id', '=', workId)
    .where('sample_names', 'is not', null)
    .where('sample_names', '<>', '[]')
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()
  return row?.sample_names ? (JSON.parse(row.sample_names) as string[]) : []
}
