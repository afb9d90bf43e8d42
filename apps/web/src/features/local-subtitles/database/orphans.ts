import type { IDBPTransaction } from 'idb'

import type { LocalDatabase, Schema } from './schema.ts'

/**
 * Orphans are records without their package: of a running import, of one that was cut off with its tab, or of a package that is
 * being deleted. They are not shown. An import that has written nothing for this long has ended.
 */
const LEASE_MS = 10 * 60_000

/** So many records are removed in one transaction. */
const BATCH = 5_000

type Stores = ('subtitle_package' | 'subtitle_record' | 'subtitle_content')[]
type Reading = IDBPTransaction<Schema, Stores, IDBTransactionMode>

/** The numbers of packages that are not there, but whose records are. */
export async function orphanPackageIds(transaction: Reading): Promise<number[]> {
  const packageIds = new Set(await transaction.objectStore('subtitle_package').getAllKeys())
  const found: number[] = []
  const index = transaction.objectStore('subtitle_record').index('subtitle_package_id')
  for (let cursor = await index.openKeyCursor(null, 'nextunique'); cursor; cursor = await cursor.continue()) {
    if (!packageIds.has(cursor.key)) found.push(cursor.key)
  }
  return found
}

/** Orphans that are no longer written to. */
export async function endedOrphans(db: LocalDatabase, now: number): Promise<number[]> {
  const transaction = db.transaction(['subtitle_package', 'subtitle_record'])
  const ended: number[] = []
  for (const id of await orphanPackageIds(transaction)) {
    const latest = await transaction.objectStore('subtitle_record').index('subtitle_package_id').openCursor(id, 'prev')
    // Other clients may have written their times otherwise.
    if (latest && new Date(latest.value.created_at).getTime() < now - LEASE_MS) ended.push(id)
  }
  return ended
}

/**
 * Removes the records of a package that is not there, and the contents that no other record has. Rows are asked for and
 * removed by ranges, since those of a package follow one another: a request for each takes thirty times as long.
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

/** Numbers that follow one another, each once. */
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
