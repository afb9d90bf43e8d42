import { randomUUID } from 'node:crypto'

import {
  LIKED_PLAYLIST,
  MARKED_PLAYLIST,
  MAX_PLAYLIST_WORKS,
  MAX_PLAYLISTS,
  type PlaylistFilter,
} from '@otodana/contract'
import { type Insertable, type Selectable, sql } from 'kysely'

import { lockRow } from '#db/dialect.ts'
import type { Database, Db } from '#db/open.ts'
import { retryingConflicts } from '#db/retrying-conflicts.ts'
import type { PlaylistTable } from '#db/tables.ts'
import { writeOnce, type WriteKey } from '#db/write-once.ts'

import { moveWork, type SeenBeside } from './move-work.ts'
import { type PlaylistBase, refuseChangedSince } from './playlist-base.ts'
import type { PlaylistDetails } from './playlist-details.ts'

/** A playlist with everything shown to one visitor. */
export type PlaylistRow = Selectable<PlaylistTable> & {
  user_name: string
  /** Number of works present in the library. */
  works_count: number
  /** The last added work; null if there is none. */
  latest_work_id: number | null
  like_count: number
  /** Whether the visitor likes it: 1 or 0. */
  own_likes: number
}

export type Slice = { offset: number; limit: number }
export type AddedWork = {
  workId: number
  addedAtMs: number
  /** Increases along the list; restoring a work with it restores its position. */
  place: number
}
/** Former places of restored works, by work. */
export type Places = ReadonlyMap<number, number>

export type PlaylistRepository = {
  /** Adds missing system playlists of the member. Must be called before calls that depend on them. */
  ensureSystemPlaylists(accountId: number): Promise<void>
  /** Finds one visible to the visitor: their own, or one that is not private. */
  find(id: string, visitorId: number | null): Promise<PlaylistRow | null>
  findSystem(accountId: number, kind: SystemKind): Promise<PlaylistRow | null>
  list(accountId: number, filter: PlaylistFilter, slice: Slice): Promise<{ rows: PlaylistRow[]; total: number }>
  /** In the playlist's order, without works missing from the library. */
  works(playlistId: string, slice: Slice): Promise<{ works: AddedWork[]; total: number }>
  /** All of them in the playlist's order, including those missing from the library. */
  workIds(playlistId: string): Promise<number[]>
  /** Those of `workIds` that are in the playlist, in its order. */
  worksAmong(playlistId: string, workIds: readonly number[]): Promise<AddedWork[]>
  /** Changes with everything that all visitors see of the playlist; empty if there is none. */
  version(id: string): Promise<string>
  /** @returns null if the member has the maximum number */
  create(
    accountId: number,
    details: PlaylistDetails,
    workIds: readonly number[],
    key?: WriteKey | null,
  ): Promise<string | null>
  /**
   * @param base  what the member saw; without it the change overwrites whatever is stored
   * @throws {ChangedSinceError} a field was changed elsewhere
   */
  edit(
    id: string,
    details: Partial<PlaylistDetails>,
    options?: { base?: PlaylistBase | undefined; key?: WriteKey | null },
  ): Promise<void>
  remove(id: string): Promise<void>
  /**
   * @param places  former places of restored works; the others are appended
   * @returns the number added, or null if the playlist is full
   */
  addWorks(id: string, workIds: readonly number[], places?: Places, key?: WriteKey | null): Promise<number | null>
  removeWorks(id: string, workIds: readonly number[], key?: WriteKey | null): Promise<number>
  /**
   * @param position  from 1, among the works present in the library
   * @param base  where the member saw it; without it the work is moved from wherever it is
   * @returns false if the work is not in the playlist
   * @throws {ChangedSinceError} it was moved elsewhere
   */
  moveWork(
    id: string,
    workId: number,
    position: number,
    options?: { base?: SeenBeside | undefined; key?: WriteKey | null },
  ): Promise<boolean>
  setLiked(accountId: number, id: string, isLiked: boolean, key?: WriteKey | null): Promise<void>
  markTarget(accountId: number): Promise<string | null>
  setMarkTarget(accountId: number, id: string): Promise<void>
  /** Returns which of the member's own playlists contain which works, including playlists that contain none. */
  memberships(
    accountId: number,
    playlistIds: readonly string[],
    workIds: readonly number[],
  ): Promise<Map<string, Set<number>>>
  /** Those of the works that exist. */
  knownWorks(workIds: readonly number[]): Promise<Set<number>>
  /** All of a member's playlist data. */
  all(accountId: number): Promise<{
    own: (Pick<PlaylistRow, 'id' | 'name' | 'description' | 'privacy'> & {
      createdAt: string
      works: { code: string; addedAt: string }[]
    })[]
    /** Ids of playlists. */
    liked: string[]
  }>
}

type SystemKind = 'liked' | 'marked'
const systemNames: Record<SystemKind, string> = { liked: LIKED_PLAYLIST, marked: MARKED_PLAYLIST }
/** SQLite allows about 32,000 parameters in a statement, PostgreSQL twice as many. */
const ROWS_AT_ONCE = 2_000
/** Increases along a list. */
const place = sql<number>`coalesce(playlist_work.place, playlist_work.id)`
/** Reads an index only. A join with the works would read each of ten thousand. */
const isPresent = sql<boolean>`playlist_work.work_id not in (select id from work where state <> 'present')`

/** The current time, but always later than before: each change of a playlist has another time. */
function later() {
  const now = Date.now()
  return sql<number>`case when updated_at_ms < ${now} then ${now} else updated_at_ms + 1 end`
}

export function createPlaylistRepository({ dialect, read, write }: Database): PlaylistRepository {
  const inTransaction = <T>(key: WriteKey | null, run: (tx: Db) => Promise<T | null>) =>
    retryingConflicts(() => write.transaction().execute((tx) => writeOnce(tx, dialect, key, () => run(tx))))

  const rows = (visitorId: number | null) =>
    read
      .selectFrom('playlist')
      .innerJoin('account', 'account.id', 'playlist.account_id')
      .selectAll('playlist')
      .select('account.name as user_name')
      .select((eb) => {
        const works = eb.selectFrom('playlist_work').whereRef('playlist_work.playlist_id', '=', 'playlist.id')
        const likes = eb
          .selectFrom('playlist_like')
          .whereRef('playlist_like.playlist_id', '=', 'playlist.id')
          .select((like) => like.fn.countAll<number>().as('count'))
        // A join is better here: it stops at the first row.
        const latest = works
          .innerJoin('work', 'work.id', 'playlist_work.work_id')
          .where('work.state', '=', 'present')
          .select('playlist_work.work_id')
          .orderBy(place, 'desc')
          .orderBy('playlist_work.id', 'desc')
          .limit(1)
        return [
          works
            .where(isPresent)
            .select((work) => work.fn.countAll<number>().as('count'))
            .as('works_count'),
          latest.as('latest_work_id'),
          likes.as('like_count'),
          likes.where('playlist_like.account_id', '=', visitorId ?? -1).as('own_likes'),
        ]
      })
      .$castTo<PlaylistRow>()

  const rowsOf = async (ids: readonly string[], visitorId: number) =>
    ids.length === 0 ? [] : rows(visitorId).where('playlist.id', 'in', ids).execute()

  const presentWorks = (playlistId: string) =>
    read.selectFrom('playlist_work').where('playlist_work.playlist_id', '=', playlistId).where(isPresent)

  const addedWorks = (playlistId: string) =>
    presentWorks(playlistId)
      .select(['playlist_work.work_id as workId', 'playlist_work.added_at_ms as addedAtMs', place.as('place')])
      .orderBy(place)
      .orderBy('playlist_work.id')

  const isSeenBy = (visitorId: number | null) =>
    sql<boolean>`(playlist.privacy <> 0 or playlist.account_id = ${visitorId ?? -1})`

  async function insertWorks(tx: Db, id: string, workIds: readonly number[], places?: Places): Promise<number> {
    let added = 0
    const now = Date.now()
    for (let begin = 0; begin < workIds.length; begin += ROWS_AT_ONCE) {
      const values = workIds
        .slice(begin, begin + ROWS_AT_ONCE)
        .map((workId) => ({ playlist_id: id, work_id: workId, added_at_ms: now, place: places?.get(workId) ?? null }))
      const inserted = await tx
        .insertInto('playlist_work')
        .values(values)
        .onConflict((conflict) => conflict.columns(['playlist_id', 'work_id']).doNothing())
        .returning('id')
        .execute()
      added += inserted.length
    }
    return added
  }

  const touch = (tx: Db, id: string) =>
    tx.updateTable('playlist').set({ updated_at_ms: later() }).where('id', '=', id).executeTakeFirst()

  function newPlaylist(
    accountId: number,
    details: PlaylistDetails,
    kind: SystemKind | null,
  ): Insertable<PlaylistTable> {
    const now = Date.now()
    return {
      id: randomUUID(),
      account_id: accountId,
      system_kind: kind,
      ...details,
      created_at_ms: now,
      updated_at_ms: now,
    }
  }

  return {
    async ensureSystemPlaylists(accountId) {
      const known = await read
        .selectFrom('playlist')
        .select('system_kind')
        .where('account_id', '=', accountId)
        .where('system_kind', 'is not', null)
        .execute()
      const missing = (Object.keys(systemNames) as SystemKind[]).filter(
        (kind) => !known.some(({ system_kind }) => system_kind === kind),
      )
      if (missing.length === 0) return
      const values = missing.map((kind) => {
        const details = { name: systemNames[kind], description: '', privacy: 0 as const, locale: '' }
        return newPlaylist(accountId, details, kind)
      })
      await write
        .insertInto('playlist')
        .values(values)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },

    async find(id, visitorId) {
      return (await rows(visitorId).where('playlist.id', '=', id).where(isSeenBy(visitorId)).executeTakeFirst()) ?? null
    },

    async findSystem(accountId, kind) {
      const row = await rows(accountId)
        .where('playlist.account_id', '=', accountId)
        .where('system_kind', '=', kind)
        .executeTakeFirst()
      return row ?? null
    },

    async list(accountId, filter, { offset, limit }) {
      const isOwn = sql<boolean>`playlist.account_id = ${accountId}`
      const isLiked = sql<boolean>`(playlist.account_id <> ${accountId} and playlist.privacy <> 0 and exists (
        select 1 from playlist_like where playlist_like.playlist_id = playlist.id and playlist_like.account_id = ${accountId}))`
      const wanted = filter === 'owned' ? isOwn : filter === 'liked' ? isLiked : sql<boolean>`(${isOwn} or ${isLiked})`
      const matching = read.selectFrom('playlist').where(wanted)
      const [counted, page] = await Promise.all([
        matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
        matching
          .select('playlist.id')
          // System playlists first, then the member's own, then those of others.
          .orderBy(sql`case playlist.system_kind when 'liked' then 0 when 'marked' then 1 else 2 end`)
          .orderBy(sql`case when ${isOwn} then 0 else 1 end`)
          .orderBy('playlist.updated_at_ms', 'desc')
          .orderBy('playlist.id')
          .offset(offset)
          .limit(limit)
          .execute(),
      ])
      // Counts works and likes for the page only: a sorted query would count them for every list.
      const ids = page.map(({ id }) => id)
      const found = new Map((await rowsOf(ids, accountId)).map((row) => [row.id, row]))
      return { rows: ids.flatMap((id) => found.get(id) ?? []), total: counted.total }
    },

    async works(playlistId, { offset, limit }) {
      const [counted, works] = await Promise.all([
        presentWorks(playlistId)
          .select((eb) => eb.fn.countAll<number>().as('total'))
          .executeTakeFirstOrThrow(),
        addedWorks(playlistId).offset(offset).limit(limit).execute(),
      ])
      return { works, total: counted.total }
    },

    async workIds(playlistId) {
      // As one text, because the driver is slower than the database for ten thousand rows.
      const { ids } = await read
        .selectFrom('playlist_work')
        .select(sql<string | null>`string_agg(cast(work_id as text), ',' order by ${place}, id)`.as('ids'))
        .where('playlist_id', '=', playlistId)
        .executeTakeFirstOrThrow()
      return ids === null ? [] : ids.split(',').map(Number)
    },

    worksAmong: async (playlistId, workIds) =>
      workIds.length === 0 ? [] : addedWorks(playlistId).where('playlist_work.work_id', 'in', workIds).execute(),

    async version(id) {
      const row = await read
        .selectFrom('playlist')
        .select(['updated_at_ms', 'privacy'])
        .where('id', '=', id)
        .executeTakeFirst()
      return row ? `${row.updated_at_ms} ${row.privacy}` : ''
    },

    create: (accountId, details, workIds, key = null) =>
      inTransaction(key, async (tx) => {
        const { id } = await tx
          .insertInto('playlist')
          .values(newPlaylist(accountId, details, null))
          .returning('id')
          .executeTakeFirstOrThrow()
        // So that two concurrent ones are both counted.
        await lockRow(tx, dialect, 'account', accountId, 'toCount')
        const { count } = await tx
          .selectFrom('playlist')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where('account_id', '=', accountId)
          .executeTakeFirstOrThrow()
        if (count > MAX_PLAYLISTS) {
          await tx.deleteFrom('playlist').where('id', '=', id).execute()
          return null
        }
        await insertWorks(tx, id, workIds)
        return id
      }),

    async edit(id, details, { base, key = null } = {}) {
      await inTransaction(key, async (tx) => {
        if (base) await refuseChangedSince(tx, id, details, base)
        await tx
          .updateTable('playlist')
          .set({ ...details, updated_at_ms: later() })
          .where('id', '=', id)
          .execute()
        return true
      })
    },

    async remove(id) {
      await write.deleteFrom('playlist').where('id', '=', id).execute()
    },

    addWorks: (id, workIds, places, key = null) =>
      inTransaction(key, async (tx) => {
        // It was deleted meanwhile.
        if ((await touch(tx, id)).numUpdatedRows === 0n) return 0
        const inIt = await tx.selectFrom('playlist_work').select('work_id').where('playlist_id', '=', id).execute()
        const known = new Set(inIt.map(({ work_id }) => work_id))
        const added = workIds.filter((workId) => !known.has(workId))
        if (known.size + added.length > MAX_PLAYLIST_WORKS) return null
        return insertWorks(tx, id, added, places)
      }),

    removeWorks: async (id, workIds, key = null) =>
      (await inTransaction(key, async (tx) => {
        await touch(tx, id)
        const { numDeletedRows } = await tx
          .deleteFrom('playlist_work')
          .where('playlist_id', '=', id)
          .where('work_id', 'in', [-1, ...workIds])
          .executeTakeFirst()
        return Number(numDeletedRows)
      })) ?? 0,

    moveWork: async (id, workId, position, { base, key = null } = {}) =>
      (await inTransaction(key, async (tx) => {
        await touch(tx, id)
        const isMoved = await moveWork(tx, { place, isPresent }, { playlistId: id, workId, position, base })
        return isMoved || null
      })) ?? false,

    async setLiked(accountId, id, isLiked, key = null) {
      await inTransaction(key, async (tx) => {
        if (isLiked) {
          await tx
            .insertInto('playlist_like')
            .values({ account_id: accountId, playlist_id: id, liked_at_ms: Date.now() })
            .onConflict((conflict) => conflict.columns(['account_id', 'playlist_id']).doNothing())
            .execute()
        } else {
          await tx
            .deleteFrom('playlist_like')
            .where('account_id', '=', accountId)
            .where('playlist_id', '=', id)
            .execute()
        }
        return true
      })
    },

    async markTarget(accountId) {
      const row = await read
        .selectFrom('account')
        .innerJoin('playlist', 'playlist.id', 'account.mark_playlist_id')
        .select('playlist.id')
        .where('account.id', '=', accountId)
        .where('playlist.account_id', '=', accountId)
        .executeTakeFirst()
      return row?.id ?? null
    },

    async setMarkTarget(accountId, id) {
      await write.updateTable('account').set({ mark_playlist_id: id }).where('id', '=', accountId).execute()
    },

    async memberships(accountId, playlistIds, workIds) {
      const found = new Map<string, Set<number>>()
      if (playlistIds.length === 0) return found
      const own = await read
        .selectFrom('playlist')
        .select('id')
        .where('account_id', '=', accountId)
        .where('id', 'in', playlistIds)
        .execute()
      for (const { id } of own) found.set(id, new Set())
      if (own.length === 0 || workIds.length === 0) return found
      const inThem = await read
        .selectFrom('playlist_work')
        .select(['playlist_id', 'work_id'])
        .where('playlist_id', 'in', [...found.keys()])
        .where('work_id', 'in', workIds)
        .execute()
      for (const { playlist_id, work_id } of inThem) found.get(playlist_id)?.add(work_id)
      return found
    },

    async knownWorks(workIds) {
      if (workIds.length === 0) return new Set()
      const known = await read
        .selectFrom('work')
        .select('id')
        .where('id', 'in', workIds)
        .where('state', '=', 'present')
        .execute()
      return new Set(known.map(({ id }) => id))
    },

    async all(accountId) {
      const [lists, works, likes] = await Promise.all([
        read.selectFrom('playlist').selectAll().where('account_id', '=', accountId).orderBy('created_at_ms').execute(),
        read
          .selectFrom('playlist_work')
          .innerJoin('playlist', 'playlist.id', 'playlist_work.playlist_id')
          .innerJoin('work', 'work.id', 'playlist_work.work_id')
          .select(['playlist_work.playlist_id', 'playlist_work.added_at_ms', 'work.source_id'])
          .where('playlist.account_id', '=', accountId)
          .orderBy(place)
          .orderBy('playlist_work.id')
          .execute(),
        read.selectFrom('playlist_like').select('playlist_id').where('account_id', '=', accountId).execute(),
      ])
      const worksOf = Map.groupBy(works, ({ playlist_id }) => playlist_id)
      return {
        own: lists.map(({ id, name, description, privacy, created_at_ms }) => ({
          id,
          name,
          description,
          privacy,
          createdAt: new Date(created_at_ms).toISOString(),
          works: (worksOf.get(id) ?? []).map((work) => ({
            code: work.source_id,
            addedAt: new Date(work.added_at_ms).toISOString(),
          })),
        })),
        liked: likes.map(({ playlist_id }) => playlist_id),
      }
    },
  }
}
