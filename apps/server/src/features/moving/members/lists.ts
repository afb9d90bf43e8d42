import { randomUUID } from 'node:crypto'

import { MAX_PLAYLIST_WORKS, MAX_PLAYLISTS, type PlaylistPrivacy } from '@otodana/contract'

import { lockRow } from '#db/dialect.ts'
import type { Database, Db } from '#db/open.ts'

import { mergeItems, type MergeOptions, type Result } from './moved-in.ts'

/** A playlist: its owner's list of that name, or a new one. */
export type List = {
  name: string
  description: string
  privacy: PlaylistPrivacy
  createdAtMs: number
}
/** `atMs`: when it was added; 0: unknown. */
export type Listed = { workId: number; atMs: number }
/** A work that waits, with the list it was in. */
export type ListedIn = Listed & { list: List }

/** Adds works to the end of a playlist, in order. Those that are in it stay where they are. */
export function mergeList(
  database: Database,
  accountId: number | null,
  list: List,
  works: readonly Listed[],
  options: MergeOptions,
): Promise<Result[]> {
  const merge = async (db: Db, items: readonly ListedIn[]) => {
    if (items.length === 0) return []
    const before = await findList(db, accountId ?? -1, list.name)
    const listed = before ? await worksOf(db, before.id) : new Set<number>()
    const fresh = items.filter(({ workId }) => !listed.has(workId))
    const refusal = await refusalOf(db, accountId ?? -1, before !== undefined, listed.size + fresh.length)
    if (!refusal && !options.dryRun && accountId !== null && fresh.length > 0) {
      if (!before) await lockRow(db, database.dialect, 'account', accountId, 'toCount')
      await addWorks(db, before?.id ?? (await addList(db, accountId, list)), fresh)
    }
    return items.map(({ workId }): Result => {
      if (listed.has(workId)) return { outcome: 'same' }
      return refusal ? { outcome: 'skipped', reason: refusal } : { outcome: 'new' }
    })
  }
  const items = works.map((work) => ({ ...work, list }))
  return mergeItems(database, { accountId, kind: 'listed', items, keyOf: () => list.name, merge }, options)
}

async function findList(db: Db, accountId: number, name: string): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('playlist')
    .select('id')
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .orderBy('created_at_ms')
    .limit(1)
    .executeTakeFirst()
}

async function worksOf(db: Db, id: string): Promise<Set<number>> {
  const rows = await db.selectFrom('playlist_work').select('work_id').where('playlist_id', '=', id).execute()
  return new Set(rows.map((row) => row.work_id))
}

async function refusalOf(db: Db, accountId: number, hasList: boolean, works: number): Promise<string | null> {
  if (works > MAX_PLAYLIST_WORKS) return `A playlist holds at most ${MAX_PLAYLIST_WORKS.toLocaleString('en')} works`
  if (hasList) return null
  const { count } = await db
    .selectFrom('playlist')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(count) < MAX_PLAYLISTS ? null : `An account has at most ${MAX_PLAYLISTS.toLocaleString('en')} playlists`
}

async function addList(tx: Db, accountId: number, list: List): Promise<string> {
  const id = randomUUID()
  const { name, description, privacy, createdAtMs } = list
  await tx
    .insertInto('playlist')
    .values({
      id,
      account_id: accountId,
      system_kind: null,
      name,
      description,
      privacy,
      locale: '',
      created_at_ms: createdAtMs,
      updated_at_ms: createdAtMs,
    })
    .execute()
  return id
}

async function addWorks(tx: Db, id: string, works: readonly Listed[]): Promise<void> {
  const now = Date.now()
  await tx
    .insertInto('playlist_work')
    .values(
      works.map(({ workId, atMs }) => ({ playlist_id: id, work_id: workId, added_at_ms: atMs || now, place: null })),
    )
    .onConflict((conflict) => conflict.columns(['playlist_id', 'work_id']).doNothing())
    .execute()
  await tx
    .updateTable('playlist')
    .set((row) => ({
      updated_at_ms: row
        .case()
        .when('updated_at_ms', '<', now)
        .then(now)
        .else(row('updated_at_ms', '+', 1))
        .end(),
    }))
    .where('id', '=', id)
    .execute()
}
