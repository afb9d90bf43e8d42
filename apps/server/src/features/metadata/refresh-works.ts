import type { Database, Db } from '#db/open.ts'
import { createTimeSlices } from '#jobs/time-slices.ts'

import { type ResolvedMetadata, resolveMetadata } from './resolve.ts'
import { saveCover } from './store/cover-choice.ts'
import { createNameCache } from './store/name-cache.ts'
import { type SaveOptions, saveWorkMetadata } from './store/save.ts'
import { readSources, type WorkSources } from './store/sources.ts'
import { takeWriteLock } from './store/write-lock.ts'

const WORKS_AT_ONCE = 50
const SLICE_MS = 8

/**
 * Merges the metadata of works in the library again, from all sources, as the database has them. Uses small
 * transactions, so that a running server can write in between.
 *
 * @returns the number of works updated; the others are updated by the scan that finds and reads their folder
 */
export async function refreshWorks(
  database: Database,
  workIds: readonly number[],
  now: () => number,
  retrying: <T>(run: () => Promise<T>) => Promise<T>,
): Promise<number> {
  const cache = createNameCache()
  const slices = createTimeSlices(SLICE_MS)
  let applied = 0
  for (let from = 0; from < workIds.length; from += WORKS_AT_ONCE) {
    const ids = workIds.slice(from, from + WORKS_AT_ONCE)
    applied += await retrying(() =>
      database.write.transaction().execute(async (tx) => {
        await lockWorks(tx, ids)
        const works = await readSources(tx, ids)
        for (const work of works) {
          if (slices.isOver()) await slices.next()
          await mergeWork(tx, work, { cache, now })
        }
        return works.length
      }),
    )
    await slices.next()
  }
  return applied
}

/** Merges the sources of a work that is locked, and stores the result. */
export async function mergeWork(
  tx: Db,
  { sources, ...work }: WorkSources,
  options: SaveOptions = {},
): Promise<ResolvedMetadata> {
  const metadata = resolveMetadata(sources)
  await saveWorkMetadata(tx, { ...work, metadata }, options)
  await saveCover(tx, work.id, metadata.cover)
  return metadata
}

/**
 * Keeps others from merging or scanning these works until the transaction ends, so that all see each other's sources.
 * Names are locked first, in the order of renames and merges, which change works afterwards.
 */
export async function lockWorks(tx: Db, workIds: readonly number[]): Promise<void> {
  await takeWriteLock(tx)
  await tx
    .updateTable('work')
    .set((row) => ({ updated_at_ms: row.ref('updated_at_ms') }))
    .where('id', 'in', workIds)
    .execute()
}
