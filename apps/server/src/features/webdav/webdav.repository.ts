import { idList } from '#db/dialect.ts'
import { findWithMoved } from '#db/moved-works.ts'
import type { Database } from '#db/open.ts'
import type { ListedFile } from '#features/tracks/index.ts'

/** A work as its folder shows it. */
export type DavWork = {
  id: number
  code: string
  title: string
  updatedAtMs: number
}

export type FoundWork = DavWork & {
  circleId: number
  /** The library folder. */
  root: string
  /** Changes with the files. */
  signature: string | null
}

export type DavFile = ListedFile & { work_id: number; mtime_ms: number }

export type WebdavRepository = {
  circleNames(): Promise<{ id: number; name: string }[]>
  /** A work that is present, also by a former id. */
  findWork(id: number): Promise<FoundWork | null>
  /** In the order of `ids`, without those that are not present. */
  works(ids: readonly number[]): Promise<DavWork[]>
  /** The present files of these works. */
  files(workIds: readonly number[]): Promise<DavFile[]>
  circlesOf(workIds: readonly number[]): Promise<Map<number, string>>
  /** Texts that change when a work of the playlist is stored, goes missing or returns; none for empty playlists. */
  playlistStates(playlistIds: readonly string[]): Promise<Map<string, string>>
}

export function createWebdavRepository({ dialect, read }: Pick<Database, 'dialect' | 'read'>): WebdavRepository {
  const columns = ['id', 'source_id as code', 'title', 'updated_at_ms as updatedAtMs'] as const

  const findPresent = async (id: number) =>
    (await read
      .selectFrom('work')
      .select([...columns, 'circle_id as circleId', 'root', 'signature'])
      .where('id', '=', id)
      .where('state', '=', 'present')
      .executeTakeFirst()) ?? null

  return {
    circleNames: () => read.selectFrom('circle').select(['id', 'name']).execute(),

    findWork: (id) => findWithMoved(read, id, findPresent),

    async works(ids) {
      if (ids.length === 0) return []
      // SQLite would rather read an index of all present works than these few.
      const rows = await read
        .selectFrom('work')
        .select([...columns, 'state'])
        .where('id', 'in', idList(dialect, ids))
        .execute()
      const found = new Map(rows.filter(({ state }) => state === 'present').map((work) => [work.id, work]))
      return ids.flatMap((id) => found.get(id) ?? [])
    },

    files: async (workIds) =>
      workIds.length === 0
        ? []
        : read
            .selectFrom('file')
            .select([
              'id',
              'work_id',
              'path',
              'kind',
              'size_bytes',
              'mtime_ms',
              'duration_seconds',
              'fingerprint',
              'problem',
            ])
            .where('work_id', 'in', idList(dialect, workIds))
            .where('state', '=', 'present')
            .execute(),

    async circlesOf(workIds) {
      if (workIds.length === 0) return new Map()
      const rows = await read
        .selectFrom('work')
        .innerJoin('circle', 'circle.id', 'work.circle_id')
        .select(['work.id', 'circle.name'])
        .where('work.id', 'in', idList(dialect, workIds))
        .execute()
      return new Map(rows.map(({ id, name }) => [id, name]))
    },

    async playlistStates(playlistIds) {
      if (playlistIds.length === 0) return new Map()
      const rows = await read
        .selectFrom('playlist_work')
        .innerJoin('work', 'work.id', 'playlist_work.work_id')
        .select((eb) => [
          'playlist_work.playlist_id as id',
          eb.fn.max<number>('work.updated_at_ms').as('storedAtMs'),
          eb.fn.countAll<number>().as('count'),
        ])
        .where('playlist_work.playlist_id', 'in', idList(dialect, playlistIds))
        .where('work.state', '=', 'present')
        .groupBy('playlist_work.playlist_id')
        .execute()
      return new Map(rows.map(({ id, storedAtMs, count }) => [id, `${storedAtMs} ${count}`]))
    },
  }
}
