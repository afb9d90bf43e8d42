import { hash } from 'node:crypto'

import type { Database, Db } from '#db/open.ts'
import { retryingConflicts } from '#db/retrying-conflicts.ts'
import type { MovedInTable } from '#db/tables.ts'

/** What became of a row; `kept`: what is here is newer. */
export type Outcome = 'new' | 'changed' | 'same' | 'kept' | 'waiting' | 'skipped'
/** A row's end and, if it was skipped, why. */
export type Result = { outcome: Outcome; reason?: string }

/** What may wait for its work. */
export type Kind = Exclude<MovedInTable['kind'], 'account'>
type Item = { workId: number; atMs: number }

export type MergeOptions = {
  dryRun: boolean
  /** Whether what was taken over before is left alone, because the member may have removed it since. */
  isOnce: boolean
}

type Merge<T> = {
  /** null: an account that a dry run does not add. */
  accountId: number | null
  kind: Kind
  /** A few hundred, with different keys. */
  items: readonly T[]
  /** What else tells rows of a work apart. */
  keyOf: (item: T) => string
  /** Compares items with what is here, knowing which were taken over before; in a dry run it writes nothing. */
  merge: (db: Db, items: readonly T[], wasTaken: (item: T) => boolean) => Promise<Result[]>
}

const ROWS_AT_ONCE = 500
/** Rows of an account that wait for their works; further ones are skipped. */
export const MAX_WAITING = 20_000
const full: Result = {
  outcome: 'skipped',
  reason: `More than ${MAX_WAITING.toLocaleString('en')} rows of the account wait for their works`,
}
/** PostgreSQL indexes no long texts. */
const MAX_KEY = 100

/**
 * Merges what a member had elsewhere, in one transaction: all at once or nothing. What belongs to a work that is not in the library
 * waits for it.
 *
 * @returns what becomes of each item
 */
export async function mergeItems<T extends Item>(
  { read, write }: Database,
  task: Merge<T>,
  { dryRun, isOnce }: MergeOptions,
): Promise<Result[]> {
  const { accountId, kind, items, merge } = task
  const keyOf = (item: T) => storedKey(task.keyOf(item))

  async function run(db: Db): Promise<Result[]> {
    const [known, before] = [await knownWorks(db, items), await readMovedIn(db, accountId ?? -1, kind, items)]
    const earlierOf = (item: T) => before.get(rowKey(item.workId, keyOf(item)))
    const wasTaken = (item: T) => earlierOf(item)?.isWaiting === false
    const mayWait = items.some((item) => !known.has(item.workId) && !earlierOf(item))
    let room = mayWait ? MAX_WAITING - (await countWaiting(db, accountId ?? -1)) : 0
    const results = items.map((item): Result | null => {
      const earlier = earlierOf(item)
      if (!known.has(item.workId)) return earlier || room-- > 0 ? { outcome: 'waiting' } : full
      return isOnce && earlier && wasTaken(item) && earlier.atMs >= item.atMs ? { outcome: 'same' } : null
    })
    const merged = await merge(
      db,
      items.filter((_, index) => results[index] === null),
      wasTaken,
    )
    const all = results.map((result) => result ?? merged.shift() ?? { outcome: 'skipped' as const })
    if (dryRun || accountId === null) return all
    const noted = items.flatMap((item, index) => {
      const earlier = earlierOf(item)
      const isWaiting = all[index]?.outcome === 'waiting'
      if (!isWaiting && !known.has(item.workId)) return []
      const isNoted = isWaiting ? !earlier || earlier.atMs < item.atMs : isOnce || earlier
      return isNoted ? [{ workId: item.workId, key: keyOf(item), atMs: item.atMs, data: isWaiting ? item : null }] : []
    })
    await writeMovedIn(db, accountId, kind, noted)
    return all
  }

  if (dryRun) return run(read)
  return retryingConflicts(() =>
    write.transaction().execute(async (tx) => {
      // The first statement writes, so that SQLite waits for its lock.
      await tx
        .updateTable('account')
        .set((row) => ({ is_disabled: row.ref('is_disabled') }))
        .where('id', '=', accountId)
        .execute()
      return run(tx)
    }),
  )
}

async function countWaiting(db: Db, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('moved_in')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('data', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

const NO_WORK = 0

/** Whether an account came from a user of that name. */
export async function isMovedAccount({ read }: Database, accountId: number, name: string): Promise<boolean> {
  const row = await read
    .selectFrom('moved_in')
    .select('key')
    .where('account_id', '=', accountId)
    .where('kind', '=', 'account')
    .where('work_id', '=', NO_WORK)
    .where('key', '=', storedKey(name))
    .executeTakeFirst()
  return row !== undefined
}

/** Notes that an account came from a user of that name. */
export async function noteMovedAccount({ write }: Database, accountId: number, name: string): Promise<void> {
  await writeMovedIn(write, accountId, 'account', [
    { workId: NO_WORK, key: storedKey(name), atMs: Date.now(), data: null },
  ])
}

/** A long key becomes its digest. */
function storedKey(key: string): string {
  return key.length > MAX_KEY ? hash('sha256', key, 'base64url') : key
}

function rowKey(workId: number, key: string): string {
  return `${workId} ${key}`
}

async function readMovedIn(db: Db, accountId: number, kind: Kind, items: readonly Item[]) {
  const rows = await db
    .selectFrom('moved_in')
    .select(['work_id', 'key', 'at_ms', 'data'])
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('work_id', 'in', [-1, ...items.map(({ workId }) => workId)])
    .execute()
  return new Map(rows.map((row) => [rowKey(row.work_id, row.key), { atMs: row.at_ms, isWaiting: row.data !== null }]))
}

/** @param items  `data` waits for its work; null: taken over */
async function writeMovedIn(
  db: Db,
  accountId: number,
  kind: MovedInTable['kind'],
  items: readonly (Item & { key: string; data: unknown })[],
): Promise<void> {
  for (let from = 0; from < items.length; from += ROWS_AT_ONCE) {
    const rows = items.slice(from, from + ROWS_AT_ONCE).map(({ workId, key, atMs, data }) => ({
      account_id: accountId,
      kind,
      work_id: workId,
      key,
      at_ms: atMs,
      data: data === null ? null : JSON.stringify(data),
    }))
    await db
      .insertInto('moved_in')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'kind', 'work_id', 'key'])
          .doUpdateSet((row) => ({ at_ms: row.ref('excluded.at_ms'), data: row.ref('excluded.data') })),
      )
      .execute()
  }
}

/** Those of the works that have a row, present or missing. */
async function knownWorks(db: Db, items: readonly Item[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('work')
    .select('id')
    .where('id', 'in', [-1, ...items.map(({ workId }) => workId)])
    .execute()
  return new Set(rows.map(({ id }) => id))
}
