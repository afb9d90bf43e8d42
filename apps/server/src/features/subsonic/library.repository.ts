import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'

import { idList } from '#db/dialect.ts'
import type { Database } from '#db/open.ts'
import type { CatalogueService } from '#features/catalogue/index.ts'
import { sortedAsTree } from '#features/tracks/index.ts'
import { createTimeSlices } from '#jobs/time-slices.ts'

import { circleId } from './ids.ts'
import { type Named, type Names, UNKNOWN_ARTIST } from './names.ts'
import { createPackedLinks, type Links } from './packed-links.ts'
import type { CountSongs, SongCounts } from './song-counts.ts'

export type Album = {
  id: number
  title: string
  code: string
  circle: Named
  /** `YYYY-MM-DD`; null: unknown. */
  release: string | null
  /** `YYYY-MM-DD`: when it came to the library. */
  addedOn: string
  durationSeconds: number
  ageCategory: 'general' | 'r15' | 'adult' | 'unrated'
  songCount: number
  genres: readonly { name: string }[]
  voiceActors: readonly Named[]
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
  /** Its description; null: none, or no such work. */
  description(workId: number): Promise<string | null>
}

/** Reads the number of songs of each work, and when the work was last stored. */
export function createSongCounter({ dialect, read }: Pick<Database, 'dialect' | 'read'>): CountSongs {
  return async (workIds) => {
    const rows = await read
      .selectFrom('work')
      .select((eb) => [
        'id',
        'updated_at_ms as updatedAtMs',
        eb
          .selectFrom('file')
          .select(eb.fn.countAll<number>().as('count'))
          .whereRef('work_id', '=', 'work.id')
          .where('kind', '=', 'audio')
          .where('file.state', '=', 'present')
          .$asScalar()
          .$notNull()
          .as('count'),
      ])
      .where('id', 'in', idList(dialect, workIds))
      .execute()
    return new Map(rows.map(({ id, ...songs }) => [id, songs]))
  }
}

type Deps = { catalogue: Pick<CatalogueService, 'onChange'>; names: Names; counts: Pick<SongCounts, 'asOf'> }

/** Read in these steps, so that requests are answered in between. */
const ALBUMS_AT_ONCE = 500
const WORKS_AT_ONCE = 100
/** Enough for pages of 500 in half a million works. */
const MAX_TITLE_ENDS = 1_000
const SLICE_MS = 8

/** Reads ids in steps, and lets others in between. */
async function inSteps(ids: readonly number[], size: number, read: (step: readonly number[]) => Promise<void>) {
  const slices = createTimeSlices(SLICE_MS)
  for (let at = 0; at < ids.length; at += size) {
    if (slices.isOver()) await slices.next()
    await read(ids.slice(at, at + size))
  }
}

export function createLibraryRepository(
  { dialect, read }: Pick<Database, 'dialect' | 'read'>,
  { catalogue, names, counts }: Deps,
): LibraryRepository {
  /** By work, until it changes: an app that copies the library asks for all of them, again and again. */
  const known = createPackedLinks()
  /**
   * By offset: the work before it in the order of titles. Reading on from it saves the database a walk over all rows
   * before the offset.
   */
  const titleEnds = new LRUCache<number, { id: number; title: string }>({ max: MAX_TITLE_ENDS })
  /** Raised by every change, after which what is being read may be out of date. */
  let changes = 0
  catalogue.onChange(({ workIds, namesChanged, isReload }) => {
    changes++
    if (namesChanged || isReload) known.clear()
    else for (const id of workIds) known.delete(id)
    titleEnds.clear()
  })

  /** Joined to one text for each work: a list has thousands of tags. */
  const joined = (column: 'tag_id' | 'voice_actor_id') =>
    sql<string>`string_agg(cast(${sql.ref(column)} as text), ',' order by position)`

  type Stored = { id: number; updated_at_ms: number }

  async function readLinks(works: readonly Stored[]): Promise<Map<number, Links>> {
    const before = changes
    const ids = idList(
      dialect,
      works.map(({ id }) => id),
    )
    const [tagRows, actorRows, countOf] = await Promise.all([
      read
        .selectFrom('work_tag')
        .select(['work_id', joined('tag_id').as('ids')])
        .where('work_id', 'in', ids)
        .groupBy('work_id')
        .execute(),
      read
        .selectFrom('work_voice_actor')
        .select(['work_id', joined('voice_actor_id').as('ids')])
        .where('work_id', 'in', ids)
        .groupBy('work_id')
        .execute(),
      counts.asOf(works.map((work) => ({ workId: work.id, updatedAtMs: work.updated_at_ms }))),
    ])
    const tagsOf = new Map(tagRows.map((row) => [row.work_id, row.ids.split(',').map(Number)]))
    const actorsOf = new Map(actorRows.map((row) => [row.work_id, row.ids.split(',')]))
    const [tags, actors] = await Promise.all([
      names.tags([...tagsOf.values()].flat()),
      names.voiceActors([...actorsOf.values()].flat()),
    ])
    const found = new Map<number, Links>()
    for (const { id, updated_at_ms: updatedAtMs } of works) {
      const links = {
        updatedAtMs,
        genres: (tagsOf.get(id) ?? []).flatMap((tag) => tags.get(tag) ?? []),
        voiceActors: (actorsOf.get(id) ?? []).flatMap((actor) => actors.get(actor) ?? []),
        songCount: countOf.get(id) ?? 0,
      }
      found.set(id, links)
      if (changes === before) known.set(id, links)
    }
    return found
  }

  async function albums(ids: readonly number[]): Promise<Album[]> {
    const found: Album[] = []
    await inSteps(ids, ALBUMS_AT_ONCE, async (step) => void found.push(...(await readAlbums(step))))
    return found
  }

  async function readAlbums(ids: readonly number[]): Promise<Album[]> {
    const rows = await read
      .selectFrom('work')
      .select([
        'id',
        'title',
        'source_id',
        'state',
        'release',
        'create_date',
        'duration_seconds',
        'age_category',
        'circle_id',
        'updated_at_ms',
      ])
      .where('id', 'in', idList(dialect, ids))
      .execute()
    const present = rows.filter(({ state }) => state === 'present')
    const linksOf = new Map<number, Links>()
    for (const { id, updated_at_ms } of present) {
      // Files may change without a change of the catalogue.
      const links = known.get(id, updated_at_ms)
      if (links !== undefined) linksOf.set(id, links)
    }
    const others = present.filter(({ id }) => !linksOf.has(id))
    if (others.length > 0) for (const [id, links] of await readLinks(others)) linksOf.set(id, links)
    const circles = await names.circles(present.map(({ circle_id }) => circle_id))
    const found = new Map<number, Album>()
    for (const row of present) {
      const { genres, voiceActors, songCount } = linksOf.get(row.id)!
      found.set(row.id, {
        id: row.id,
        title: row.title,
        code: row.source_id,
        circle: circles.get(row.circle_id) ?? { id: circleId(row.circle_id), name: UNKNOWN_ARTIST },
        release: row.release,
        addedOn: row.create_date,
        durationSeconds: row.duration_seconds,
        ageCategory: row.age_category,
        songCount,
        genres,
        voiceActors,
      })
    }
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
            .where('work_id', 'in', idList(dialect, workIds))
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

  /** All songs of the works are read, because the number of one depends on the others; only those asked for are kept. */
  async function pick(rows: readonly { id: number; work_id: number }[]): Promise<Song[]> {
    const asked = new Set(rows.map(({ id }) => id))
    const workIds = [...new Set(rows.map(({ work_id }) => work_id))]
    const byId = new Map<number, Song>()
    await inSteps(workIds, WORKS_AT_ONCE, async (step) => {
      for (const song of await songsOfWorks(step)) if (asked.has(song.id)) byId.set(song.id, song)
    })
    return rows.flatMap(({ id }) => byId.get(id) ?? [])
  }

  return {
    albums,
    songsOfWorks,

    async songs(ids) {
      if (ids.length === 0) return []
      const rows = await read
        .selectFrom('file')
        .select(['id', 'work_id'])
        .where('id', 'in', idList(dialect, ids))
        .execute()
      const workOf = new Map(rows.map(({ id, work_id }) => [id, work_id]))
      return pick(ids.flatMap((id) => (workOf.has(id) ? [{ id, work_id: workOf.get(id)! }] : [])))
    },

    async albumsByTitle(offset, limit) {
      const before = changes
      const end = titleEnds.get(offset)
      const present = read.selectFrom('work').select(['id', 'title']).where('state', '=', 'present')
      const rest = end
        ? present.where((eb) => eb(eb.refTuple('title', 'id'), '>', eb.tuple(end.title, end.id)))
        : present.offset(offset)
      const rows = await rest.orderBy('title').orderBy('id').limit(limit).execute()
      const last = rows.at(-1)
      if (last !== undefined && changes === before) titleEnds.set(offset + rows.length, last)
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
