import type { CatalogueWork } from '@otodana/catalogue'
import { type Insertable, sql } from 'kysely'

import { type Database, type DatabaseLocation, type Db, openDatabase } from '#server/db/open.ts'
import type { Tables } from '#server/db/tables.ts'
import { nameKey } from '#server/features/metadata/store/names.ts'

import type { GeneratedCatalogue } from './generated-works.ts'

/** Rows per statement; the widest table has about thirty columns, and SQLite allows 32,766 values. */
const ROWS_AT_ONCE = 500
const DAY_MS = 86_400_000

/**
 * Writes a generated catalogue into a new database, as a scan of `root` would: every work present, with one audio file.
 * Does not create the folders; a scan of a missing `root` leaves its works alone.
 *
 * @throws {Error} the database already has works
 */
export async function fillDatabase(
  location: DatabaseLocation,
  catalogue: GeneratedCatalogue,
  root: string,
): Promise<void> {
  const database = await openDatabase(location)
  try {
    await database.write.transaction().execute((tx) => insertAll(tx, catalogue, root))
    if (database.dialect === 'postgres') await moveSequences(database)
  } finally {
    await database.close()
  }
}

async function insertAll(tx: Db, catalogue: GeneratedCatalogue, root: string): Promise<void> {
  const { works, circles, tags, voiceActors, series, staff } = catalogue
  const known = await tx.selectFrom('work').select('id').limit(1).execute()
  if (known.length > 0) throw new Error('the database is not empty')
  await insert(tx, 'circle', circles, ({ id, name }) => ({ id, name, name_key: nameKey(name), code: circleCode(id) }))
  await insert(tx, 'tag', tags, ({ id, ja, en, zh }) => ({
    id,
    name: ja,
    name_key: nameKey(ja),
    i18n: JSON.stringify({ 'ja-jp': { name: ja }, 'en-us': { name: en }, 'zh-cn': { name: zh } }),
  }))
  await insert(tx, 'voice_actor', voiceActors, ({ id, name }) => ({ id, name, name_key: nameKey(name) }))
  await insert(tx, 'series', series, ({ id, circleId, name }) => ({
    id,
    circle_id: circleId,
    name,
    // Several of a circle may have one name here.
    name_key: `${nameKey(name)} ${id}`,
    code: '',
  }))
  await insert(tx, 'staff', staff, ({ id, name }) => ({ id, name, name_key: nameKey(name) }))
  const row = workRows(catalogue, root)
  await insert(tx, 'work', works, row)
  await insert(
    tx,
    'work_tag',
    works.flatMap(({ id, tagIds, weakTagIds }) =>
      [...tagIds, ...weakTagIds].map((tag_id, position) => ({ work_id: id, tag_id, position })),
    ),
    (link) => link,
  )
  await insert(
    tx,
    'work_voice_actor',
    works.flatMap(({ id, voiceActorIds }) =>
      voiceActorIds.map((voice_actor_id, position) => ({ work_id: id, voice_actor_id, position })),
    ),
    (link) => link,
  )
  await insert(
    tx,
    'work_staff',
    works.flatMap(({ id, staffIds }) =>
      staffIds.map((staff_id, position) => ({ work_id: id, staff_id, role: 'illustration' as const, position })),
    ),
    (link) => link,
  )
  await insert(tx, 'file', works, fileRow)
}

async function insert<Table extends keyof Tables, T>(
  tx: Db,
  table: Table,
  things: readonly T[],
  row: (thing: T) => Insertable<Tables[Table]>,
): Promise<void> {
  for (let start = 0; start < things.length; start += ROWS_AT_ONCE) {
    const rows = things.slice(start, start + ROWS_AT_ONCE).map(row)
    await tx.insertInto(table).values(rows).execute()
  }
}

function circleCode(id: number): string {
  return `RG${String(id).padStart(5, '0')}`
}

function workRows({ works }: GeneratedCatalogue, root: string) {
  const families = Map.groupBy(works, familyOf)
  return (work: CatalogueWork): Insertable<Tables['work']> => {
    const { id, code } = work
    const family = families.get(familyOf(work)) ?? []
    const rateCount = work.rateAverage === 0 ? 0 : Math.max(1, Math.round(work.salesCount * 0.1))
    return {
      id,
      source_id: code,
      source_type: 'DLSITE',
      title: work.title,
      titles: work.otherTitles.length === 0 ? '{}' : JSON.stringify({ en: work.otherTitles[0] }),
      series_id: work.seriesId,
      circle_id: work.circleId,
      release: work.releaseDay === null ? null : dateOf(work.releaseDay),
      create_date: dateOf(work.createDay),
      age_category: work.age,
      price: work.price,
      dl_count: work.salesCount,
      review_count: work.reviewCount,
      rate_count: rateCount,
      rate_average: work.rateAverage,
      rate_detail: JSON.stringify(starCounts(rateCount, work.rateAverage)),
      rank: null,
      language: work.language,
      original_code: work.originalCode,
      editions: JSON.stringify(
        family.length < 2 ? [] : family.map((edition) => ({ lang: edition.language, code: edition.code })),
      ),
      work_attributes: `${circleCode(work.circleId)},${work.age}`,
      source_url: `https://shop.example/work/${code}`,
      description: '',
      metadata_source: 'sidecar',
      duration_seconds: work.durationSeconds,
      has_subtitle: work.hasSubtitle ? 1 : 0,
      subtitle_languages: work.subtitleLanguages.join(' '),
      cover_file_id: null,
      root,
      path: code,
      state: 'present',
      signature: code,
      updated_at_ms: work.createDay * DAY_MS,
    }
  }
}

function familyOf({ code, originalCode }: CatalogueWork): string {
  return originalCode ?? code
}

function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

/** Returns `total` ratings of 1 to 5 stars with a mean near `average`. */
function starCounts(total: number, average: number): number[] {
  const upper = Math.min(5, Math.ceil(average))
  const above = Math.round(total * (1 - (upper - average)))
  return [1, 2, 3, 4, 5].map((stars) => (stars === upper ? above : stars === upper - 1 ? total - above : 0))
}

function fileRow({ id, durationSeconds, createDay }: CatalogueWork): Insertable<Tables['file']> {
  return {
    work_id: id,
    path: 'track.mp3',
    kind: 'audio',
    size_bytes: durationSeconds * 40_000,
    mtime_ms: createDay * DAY_MS,
    fingerprint: `generated ${id}`,
    duration_seconds: durationSeconds,
    tags: null,
    has_picture: 0,
    state: 'present',
    problem: null,
  }
}

/** PostgreSQL's sequences do not notice explicitly inserted ids. */
async function moveSequences({ write }: Database): Promise<void> {
  for (const table of ['circle', 'tag']) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(
      write,
    )
  }
}
