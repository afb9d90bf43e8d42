import type { Database } from '#db/open.ts'
import { sortedAsTree } from '#features/tracks/index.ts'

export type Named = { id: string; name: string }

export type Album = {
  id: number
  title: string
  code: string
  circle: { id: number; name: string }
  /** `YYYY-MM-DD`; null: unknown. */
  release: string | null
  /** `YYYY-MM-DD`: when it came to the library. */
  addedOn: string
  durationSeconds: number
  ageCategory: 'general' | 'r15' | 'adult' | 'unrated'
  songCount: number
  tags: string[]
  voiceActors: Named[]
}

export type Song = {
  id: number
  album: Album
  /** Relative to the work's folder. */
  path: string
  sizeBytes: number
  modifiedMs: number
  durationSeconds: number | null
  /** From 1, in its folder. */
  track: number
  /** From 1: its folder among those with audio. */
  disc: number
}

export type LibraryRepository = {
  /** In the order of `ids`, without those not in the library. */
  albums(ids: readonly number[]): Promise<Album[]>
  /** Every song of these works, in the order of `workIds` and of their tracks. */
  songsOfWorks(workIds: readonly number[]): Promise<Song[]>
  /** In the order of `ids`, without those not in the library. */
  songs(ids: readonly number[]): Promise<Song[]>
  /** Ids of works by title. */
  albumsByTitle(offset: number, limit: number): Promise<number[]>
  circleNames(): Promise<{ id: number; name: string }[]>
  voiceActorNames(): Promise<Named[]>
  tagNames(): Promise<{ id: number; name: string }[]>
  countSongs(): Promise<number>
  /** The number of songs of each of these works that has any. */
  songCounts(workIds: readonly number[]): Promise<Map<number, number>>
  /** Its description; null: none, or no such work. */
  description(workId: number): Promise<string | null>
}

export function createLibraryRepository({ read }: Pick<Database, 'read'>): LibraryRepository {
  async function songCounts(workIds: readonly number[]): Promise<Map<number, number>> {
    if (workIds.length === 0) return new Map()
    const rows = await read
      .selectFrom('file')
      .select((eb) => ['work_id', eb.fn.countAll<number>().as('count')])
      .where('work_id', 'in', workIds)
      .where('kind', '=', 'audio')
      .where('state', '=', 'present')
      .groupBy('work_id')
      .execute()
    return new Map(rows.map(({ work_id, count }) => [work_id, count]))
  }

  async function albums(ids: readonly number[]): Promise<Album[]> {
    if (ids.length === 0) return []
    const [rows, countOf, tags, actors] = await Promise.all([
      read
        .selectFrom('work')
        .innerJoin('circle', 'circle.id', 'work.circle_id')
        .select([
          'work.id',
          'work.title',
          'work.source_id',
          'work.state',
          'work.release',
          'work.create_date',
          'work.duration_seconds',
          'work.age_category',
          'circle.id as circle_id',
          'circle.name as circle_name',
        ])
        .where('work.id', 'in', ids)
        .execute(),
      songCounts(ids),
      read
        .selectFrom('work_tag')
        .innerJoin('tag', 'tag.id', 'work_tag.tag_id')
        .select(['work_tag.work_id', 'tag.name'])
        .where('work_tag.work_id', 'in', ids)
        .orderBy('work_tag.position')
        .execute(),
      read
        .selectFrom('work_voice_actor')
        .innerJoin('voice_actor', 'voice_actor.id', 'work_voice_actor.voice_actor_id')
        .select(['work_voice_actor.work_id', 'voice_actor.id', 'voice_actor.name'])
        .where('work_voice_actor.work_id', 'in', ids)
        .orderBy('work_voice_actor.position')
        .execute(),
    ])
    const tagsOf = Map.groupBy(tags, ({ work_id }) => work_id)
    const actorsOf = Map.groupBy(actors, ({ work_id }) => work_id)
    const found = new Map(
      rows
        .filter(({ state }) => state === 'present')
        .map((row): [number, Album] => [
          row.id,
          {
            id: row.id,
            title: row.title,
            code: row.source_id,
            circle: { id: row.circle_id, name: row.circle_name },
            release: row.release,
            addedOn: row.create_date,
            durationSeconds: row.duration_seconds,
            ageCategory: row.age_category,
            songCount: countOf.get(row.id) ?? 0,
            tags: (tagsOf.get(row.id) ?? []).map(({ name }) => name),
            voiceActors: (actorsOf.get(row.id) ?? []).map(({ id, name }) => ({ id, name })),
          },
        ]),
    )
    return ids.flatMap((id) => found.get(id) ?? [])
  }

  async function songsOfWorks(workIds: readonly number[]): Promise<Song[]> {
    const [found, files] = await Promise.all([
      albums(workIds),
      workIds.length === 0
        ? []
        : read
            .selectFrom('file')
            .select(['id', 'work_id', 'path', 'size_bytes', 'mtime_ms', 'duration_seconds'])
            .where('work_id', 'in', workIds)
            .where('kind', '=', 'audio')
            .where('state', '=', 'present')
            .execute(),
    ])
    const filesOf = Map.groupBy(files, ({ work_id }) => work_id)
    return found.flatMap((album) => {
      const folders = new Map<string, number>()
      return sortedAsTree(filesOf.get(album.id) ?? [], ({ path }) => path).map((file): Song => {
        const folder = file.path.slice(0, Math.max(file.path.lastIndexOf('/'), 0))
        const track = (folders.get(folder) ?? 0) + 1
        folders.set(folder, track)
        return {
          id: file.id,
          album,
          path: file.path,
          sizeBytes: file.size_bytes,
          modifiedMs: file.mtime_ms,
          durationSeconds: file.duration_seconds,
          track,
          disc: [...folders.keys()].indexOf(folder) + 1,
        }
      })
    })
  }

  /** All songs of the works are read, because the number of one depends on the others. */
  async function pick(rows: readonly { id: number; work_id: number }[]): Promise<Song[]> {
    const all = await songsOfWorks([...new Set(rows.map(({ work_id }) => work_id))])
    const byId = new Map(all.map((song) => [song.id, song]))
    return rows.flatMap(({ id }) => byId.get(id) ?? [])
  }

  return {
    albums,
    songsOfWorks,
    songCounts,

    async songs(ids) {
      if (ids.length === 0) return []
      const rows = await read.selectFrom('file').select(['id', 'work_id']).where('id', 'in', ids).execute()
      const workOf = new Map(rows.map(({ id, work_id }) => [id, work_id]))
      return pick(ids.flatMap((id) => (workOf.has(id) ? [{ id, work_id: workOf.get(id)! }] : [])))
    },

    async albumsByTitle(offset, limit) {
      const rows = await read
        .selectFrom('work')
        .select('id')
        .where('state', '=', 'present')
        .orderBy('title')
        .orderBy('id')
        .limit(limit)
        .offset(offset)
        .execute()
      return rows.map(({ id }) => id)
    },

    circleNames: () => read.selectFrom('circle').select(['id', 'name']).orderBy('name_key').execute(),
    voiceActorNames: () => read.selectFrom('voice_actor').select(['id', 'name']).orderBy('name_key').execute(),
    tagNames: () => read.selectFrom('tag').select(['id', 'name']).orderBy('name_key').execute(),

    async countSongs() {
      const { count } = await read
        .selectFrom('file')
        .innerJoin('work', 'work.id', 'file.work_id')
        .where('file.kind', '=', 'audio')
        .where('file.state', '=', 'present')
        .where('work.state', '=', 'present')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return count
    },

    async description(workId) {
      const row = await read.selectFrom('work').select('description').where('id', '=', workId).executeTakeFirst()
      return row?.description || null
    },
  }
}
