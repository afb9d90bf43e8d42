import type { IDBPTransaction } from 'idb'

import type { LocalDatabase, Schema } from './schema.ts'

/**
 * Orphans are records without a package: of a running import, of one interrupted with its tab, or of a package being
 * deleted. They are not shown. An import that has written nothing for this long has ended.
 */
const LEASE_MS = 10 * 60_000

/** Number of records removed in one transaction. */
const BATCH = 5_000

type Stores = ('subtitle_package' | 'subtitle_record' | 'subtitle_content')[]
type Reading = IDBPTransaction<Schema, Stores, IDBTransactionMode>

/** Returns the ids of packages that do not exist, but have records. */
export async function orphanPackageIds(transaction: Reading): Promise<number[]> {
  const packageIds = new Set(await transaction.objectStore('subtitle_package').getAllKeys())
  const found: number[] = []
  const index = transaction.objectStore('subtitle_record').index('subtitle_package_id')
  for (let cursor = await index.openKeyCursor(null, 'nextunique'); cursor; cursor = await cursor.continue()) {
    if (!packageIds.has(cursor.key)) found.push(cursor.key)
  }
  return found
}

/** Returns orphans that are no longer being written. */
export async function endedOrphans(db: LocalDatabase, now: number): Promise<number[]> {
  const transaction = db.transaction(['subtitle_package', 'subtitle_record'])
  const ended: number[] = []
  for (const id of await orphanPackageIds(transaction)) {
    const latest = await transaction.objectStore('subtitle_record').index('subtitle_package_id').openCursor(id, 'prev')
    // Other clients may have stored times in another format.
    if (latest && new Date(latest.value.created_at).getTime() < now - LEASE_MS) ended.push(id)
  }
  return ended
}

/**
 * Removes the records of a missing package, and contents used by no other record. Works on ranges, because a package's
 * rows are consecutive: one request per row takes thirty times as long.
 */
export async function removeOrphan(db: LocalDatabase, packageId: number): Promise<void> {
  for (;;) {
    const transaction = db.transaction(['subtitle_record', 'subtitle_content'], 'readwrite', { durability: 'relaxed' })
    const records = transaction.objectStore('subtitle_record')
    const contents = transaction.objectStore('subtitle_content')
    const rows = await records.index('subtitle_package_id').getAll(packageId, BATCH)
    for (const run of runsOf(rows.map(({ id }) => id))) await records.delete(rangeOf(run))
    for (const run of runsOf(rows.map((row) => row.subtitle_content_id))) {
      const others = await records.index('subtitle_content_id').getAll(rangeOf(run))
      const kept = new Set(others.map((row) => row.subtitle_content_id))
      for (const unused of runsOf(run.filter((id) => !kept.has(id)))) await contents.delete(rangeOf(unused))
    }
    await transaction.done
    if (rows.length < BATCH) return
  }
}

/** Groups consecutive numbers, without duplicates. */
function runsOf(numbers: readonly number[]): number[][] {
  const runs: number[][] = []
  for (const number of [...new Set(numbers)].sort((a, b) => a - b)) {
    const run = runs.at(-1)
    if (run?.at(-1) === number - 1) run.push(number)
    else runs.push([number])
  }
  return runs
}

function rangeOf(run: readonly number[]): IDBKeyRange {
  return IDBKeyRange.bound(run[0], run.at(-1))
}
