import { randomUUID } from 'node:crypto'

import { MAX_PLAYLISTS, MAX_PLAYLIST_WORKS } from '@otodana/contract'

import { lockRow } from '#db/dialect.ts'
import type { Database, Db } from '#db/open.ts'
import { retryingConflicts } from '#db/retrying-conflicts.ts'

import { SubsonicError } from './subsonic-error.ts'

/** As many as a playlist of works has works. */
export const MAX_PLAYLIST_SONGS = MAX_PLAYLIST_WORKS
export const MAX_QUEUE_SONGS = 5_000
export const MAX_STARS = 10_000

export type SongPlaylist = {
  id: string
  name: string
  comment: string
  isPublic: boolean
  ownerId: number
  ownerName: string
  createdAtMs: number
  changedAtMs: number
  songCount: number
  durationSeconds: number
  /** The work of its first song. */
  coverWorkId: number | null
}

type PlaylistChange = {
  name?: string | undefined
  comment?: string | undefined
  isPublic?: boolean | undefined
  /** Appended. */
  addedIds?: readonly number[]
  /** Places from 0, before the added ones. */
  removedPlaces?: readonly number[]
  /** All songs from now on, instead of adding and removing. */
  songIds?: readonly number[]
}

type PlayQueue = {
  fileIds: number[]
  /** From 0; null: none. */
  currentIndex: number | null
  positionMs: number
  changedAtMs: number
  changedBy: string
}

/** What a member keeps by OpenSubsonic apps. */
export type KeptRepository = {
  /** When the items were starred. */
  stars(accountId: number): Promise<Map<string, number>>
  /** @throws {SubsonicError} more than `MAX_STARS` */
  star(accountId: number, items: readonly string[]): Promise<void>
  unstar(accountId: number, items: readonly string[]): Promise<void>
  /** The member's own, and those of others that are public. */
  playlists(accountId: number): Promise<SongPlaylist[]>
  /** Null: no such one, or another member's that is not public. */
  findPlaylist(accountId: number, id: string): Promise<SongPlaylist | null>
  /** In order, with those that are not in the library at the moment. */
  playlistSongs(id: string): Promise<number[]>
  /** @throws {SubsonicError} too many playlists or songs */
  createPlaylist(accountId: number, name: string, songIds: readonly number[]): Promise<string>
  /**
   * Changes one of the member's own.
   *
   * @returns false if there is none
   * @throws {SubsonicError} too many songs
   */
  changePlaylist(accountId: number, id: string, change: PlaylistChange): Promise<boolean>
  /** @returns false if the member has no such playlist */
  deletePlaylist(accountId: number, id: string): Promise<boolean>
  queue(accountId: number): Promise<PlayQueue | null>
  saveQueue(accountId: number, queue: PlayQueue): Promise<void>
}

/** SQLite allows about 32,000 parameters in a statement. */
const ROWS_AT_ONCE = 2_000

export function createKeptRepository({ dialect, read, write }: Database): KeptRepository {
  const inTransaction = <T>(run: (tx: Db) => Promise<T>) =>
    retryingConflicts(() => write.transaction().execute((tx) => run(tx)))

  const playlistRows = () =>
    read
      .selectFrom('song_playlist')
      .innerJoin('account', 'account.id', 'song_playlist.account_id')
      .selectAll('song_playlist')
      .select('account.name as owner_name')
      .select((eb) => {
        const songs = eb
          .selectFrom('song_playlist_song')
          .innerJoin('file', 'file.id', 'song_playlist_song.file_id')
          .innerJoin('work', 'work.id', 'file.work_id')
          .whereRef('song_playlist_song.song_playlist_id', '=', 'song_playlist.id')
          .where('file.state', '=', 'present')
          .where('work.state', '=', 'present')
        return [
          songs.select((song) => song.fn.countAll<number>().as('count')).as('song_count'),
          songs.select((song) => song.fn.sum<number | null>('file.duration_seconds').as('sum')).as('seconds'),
          songs.select('work.id').orderBy('song_playlist_song.position').limit(1).as('cover_work_id'),
        ]
      })

  async function insertSongs(tx: Db, playlistId: string, songIds: readonly number[], from: number): Promise<void> {
    for (let at = 0; at < songIds.length; at += ROWS_AT_ONCE) {
      const rows = songIds.slice(at, at + ROWS_AT_ONCE)
      await tx
        .insertInto('song_playlist_song')
        .values(
          rows.map((fileId, index) => ({
            song_playlist_id: playlistId,
            position: from + at + index,
            file_id: fileId,
          })),
        )
        .execute()
    }
  }

  async function songsOf(db: Db, playlistId: string): Promise<number[]> {
    const rows = await db
      .selectFrom('song_playlist_song')
      .select('file_id')
      .where('song_playlist_id', '=', playlistId)
      .orderBy('position')
      .execute()
    return rows.map(({ file_id }) => file_id)
  }

  function refuseTooMany(songs: number): void {
    if (songs > MAX_PLAYLIST_SONGS) {
      throw new SubsonicError('generic', `A playlist has at most ${MAX_PLAYLIST_SONGS} songs.`)
    }
  }

  return {
    async stars(accountId) {
      const rows = await read
        .selectFrom('starred_item')
        .select(['item', 'starred_at_ms'])
        .where('account_id', '=', accountId)
        .execute()
      return new Map(rows.map(({ item, starred_at_ms }) => [item, starred_at_ms]))
    },

    star: (accountId, items) =>
      inTransaction(async (tx) => {
        await lockRow(tx, dialect, 'account', accountId, 'toCount')
        const now = Date.now()
        for (let at = 0; at < items.length; at += ROWS_AT_ONCE) {
          await tx
            .insertInto('starred_item')
            .values(
              items.slice(at, at + ROWS_AT_ONCE).map((item) => ({ account_id: accountId, item, starred_at_ms: now })),
            )
            .onConflict((conflict) => conflict.doNothing())
            .execute()
        }
        const { count } = await tx
          .selectFrom('starred_item')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where('account_id', '=', accountId)
          .executeTakeFirstOrThrow()
        if (count > MAX_STARS) throw new SubsonicError('generic', `There are at most ${MAX_STARS} stars.`)
      }),

    async unstar(accountId, items) {
      if (items.length === 0) return
      await write.deleteFrom('starred_item').where('account_id', '=', accountId).where('item', 'in', items).execute()
    },

    async playlists(accountId) {
      const rows = await playlistRows()
        .where((eb) => eb.or([eb('song_playlist.account_id', '=', accountId), eb('song_playlist.is_public', '=', 1)]))
        .orderBy('song_playlist.name')
        .orderBy('song_playlist.id')
        .execute()
      return rows.map(toPlaylist)
    },

    async findPlaylist(accountId, id) {
      const row = await playlistRows().where('song_playlist.id', '=', id).executeTakeFirst()
      return row && (row.account_id === accountId || row.is_public === 1) ? toPlaylist(row) : null
    },

    playlistSongs: (id) => songsOf(read, id),

    createPlaylist: (accountId, name, songIds) =>
      inTransaction(async (tx) => {
        refuseTooMany(songIds.length)
        await lockRow(tx, dialect, 'account', accountId, 'toCount')
        const { count } = await tx
          .selectFrom('song_playlist')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where('account_id', '=', accountId)
          .executeTakeFirstOrThrow()
        if (count >= MAX_PLAYLISTS) throw new SubsonicError('generic', `There are at most ${MAX_PLAYLISTS} playlists.`)
        const id = randomUUID()
        const now = Date.now()
        await tx
          .insertInto('song_playlist')
          .values({
            id,
            account_id: accountId,
            name,
            comment: '',
            is_public: 0,
            created_at_ms: now,
            changed_at_ms: now,
          })
          .execute()
        await insertSongs(tx, id, songIds, 0)
        return id
      }),

    changePlaylist: (accountId, id, { name, comment, isPublic, addedIds = [], removedPlaces = [], songIds }) =>
      inTransaction(async (tx) => {
        await lockRow(tx, dialect, 'account', accountId, 'toCount')
        const changed = await tx
          .updateTable('song_playlist')
          .set({
            changed_at_ms: Date.now(),
            ...(name !== undefined && { name }),
            ...(comment !== undefined && { comment }),
            ...(isPublic !== undefined && { is_public: isPublic ? 1 : 0 }),
          })
          .where('id', '=', id)
          .where('account_id', '=', accountId)
          .executeTakeFirst()
        if (changed.numUpdatedRows === 0n) return false
        if (songIds === undefined && addedIds.length === 0 && removedPlaces.length === 0) return true
        const removed = new Set(removedPlaces)
        const kept = songIds ?? (await songsOf(tx, id)).filter((_song, place) => !removed.has(place))
        const all = [...kept, ...addedIds]
        refuseTooMany(all.length)
        await tx.deleteFrom('song_playlist_song').where('song_playlist_id', '=', id).execute()
        await insertSongs(tx, id, all, 0)
        return true
      }),

    async deletePlaylist(accountId, id) {
      const gone = await write
        .deleteFrom('song_playlist')
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .executeTakeFirst()
      return gone.numDeletedRows > 0n
    },

    async queue(accountId) {
      const row = await read.selectFrom('play_queue').selectAll().where('account_id', '=', accountId).executeTakeFirst()
      if (!row) return null
      return {
        fileIds: JSON.parse(row.file_ids) as number[],
        currentIndex: row.current_index,
        positionMs: row.position_ms,
        changedAtMs: row.changed_at_ms,
        changedBy: row.changed_by,
      }
    },

    async saveQueue(accountId, { fileIds, currentIndex, positionMs, changedAtMs, changedBy }) {
      const queue = {
        file_ids: JSON.stringify(fileIds),
        current_index: currentIndex,
        position_ms: positionMs,
        changed_at_ms: changedAtMs,
        changed_by: changedBy,
      }
      await write
        .insertInto('play_queue')
        .values({ account_id: accountId, ...queue })
        .onConflict((conflict) => conflict.column('account_id').doUpdateSet(queue))
        .execute()
    },
  }
}

type PlaylistRow = {
  id: string
  name: string
  comment: string
  is_public: 0 | 1
  account_id: number
  owner_name: string
  created_at_ms: number
  changed_at_ms: number
  song_count: number | null
  seconds: number | null
  cover_work_id: number | null
}

function toPlaylist(row: PlaylistRow): SongPlaylist {
  return {
    id: row.id,
    name: row.name,
    comment: row.comment,
    isPublic: row.is_public === 1,
    ownerId: row.account_id,
    ownerName: row.owner_name,
    createdAtMs: row.created_at_ms,
    changedAtMs: row.changed_at_ms,
    songCount: row.song_count ?? 0,
    durationSeconds: row.seconds ?? 0,
    coverWorkId: row.cover_work_id,
  }
}
