import type { CatalogueChange, CatalogueWork } from '@otodana/catalogue'
import { type RawBuilder, sql } from 'kysely'

import type { Db } from '#db/open.ts'

import type { CatalogueEntity } from './change-log.ts'

import { combineRatings, type RatingColumns } from './combined-ratings.ts'
import { readTagTallies, standingTags } from './tag-standing.ts'

const ROWS_AT_ONCE = 1_000
const DAY_MS = 86_400_000
const ORIGINAL_LANGUAGE = 'JPN'

/** Rows by id, at least one, or the next ones in order of id. */
type Pick<Id> = { ids: readonly Id[] } | { after: Id }

/**
 * Reads the whole catalogue page by page, names before works. Each page is a short query of its own, so that others can
 * run in between; changes made meanwhile are in the log after a position taken before.
 */
export async function* readEverything(db: Db): AsyncGenerator<CatalogueChange[]> {
  yield* pages(-1, Number, (after) => readCircles(db, { after }))
  yield* pages(-1, Number, (after) => readTags(db, { after }))
  yield* pages('', String, (after) => readVoiceActors(db, { after }))
  yield* pages(-1, Number, (after) => readSeries(db, { after }))
  yield* pages('', String, (after) => readStaff(db, { after }))
  yield* pages(-1, Number, (after) => readWorks(db, { after }))
}

/** Reads the current state of changed entities, names before works. */
export async function readChanged(db: Db, changes: readonly CatalogueEntity[]): Promise<CatalogueChange[]> {
  async function read<Id>(
    kind: CatalogueEntity['kind'],
    toId: (text: string) => Id,
    readRows: (db: Db, pick: Pick<Id>) => Promise<CatalogueChange[]>,
  ): Promise<CatalogueChange[]> {
    const ids = changes.filter((change) => change.kind === kind).map(({ id }) => toId(id))
    return ids.length === 0 ? [] : readRows(db, { ids })
  }

  const found = [
    ...(await read('circle', Number, readCircles)),
    ...(await read('tag', Number, readTags)),
    ...(await read('voiceActor', String, readVoiceActors)),
    ...(await read('series', Number, readSeries)),
    ...(await read('staff', String, readStaff)),
    ...(await read('work', Number, readWorks)),
  ]
  const foundKeys = new Set(found.map((change) => keyOf(entityOf(change))))
  return [...found, ...changes.filter((change) => !foundKeys.has(keyOf(change))).map(removalOf)]
}

/** Returns the entity that a change is about. */
export function entityOf(change: CatalogueChange): CatalogueEntity {
  if (change.kind === 'work') return { kind: 'work', id: String(change.work.id) }
  return { kind: change.kind === 'workRemoved' ? 'work' : change.kind, id: String(change.id) }
}

/** A unique key for each entity. */
export function keyOf({ kind, id }: CatalogueEntity): string {
  return `${kind} ${id}`
}

/** Returns the change that removes an entity; a name is removed by an empty list. */
export function removalOf({ kind, id }: CatalogueEntity): CatalogueChange {
  if (kind === 'work') return { kind: 'workRemoved', id: Number(id) }
  return kind === 'voiceActor' || kind === 'staff' ? { kind, id, names: [] } : { kind, id: Number(id), names: [] }
}

async function* pages<Id>(
  first: Id,
  toId: (text: string) => Id,
  readAfter: (after: Id) => Promise<CatalogueChange[]>,
): AsyncGenerator<CatalogueChange[]> {
  let after = first
  for (;;) {
    const page = await readAfter(after)
    if (page.length > 0) yield page
    if (page.length < ROWS_AT_ONCE) return
    after = toId(entityOf(page.at(-1)!).id)
  }
}

function picked<Id>(pick: Pick<Id>): RawBuilder<unknown> {
  if ('after' in pick) return sql`id > ${pick.after} order by id limit ${sql.lit(ROWS_AT_ONCE)}`
  return sql`id in (${sql.join(pick.ids)})`
}

async function readCircles(db: Db, pick: Pick<number>): Promise<CatalogueChange[]> {
  const named = await readNamed(db, 'circle', sql`circle`, pick)
  return named.map(({ id, names }) => ({ kind: 'circle', id, names }))
}

async function readVoiceActors(db: Db, pick: Pick<string>): Promise<CatalogueChange[]> {
  const named = await readNamed(db, 'voiceActor', sql`voice_actor`, pick)
  return named.map(({ id, names }) => ({ kind: 'voiceActor', id, names }))
}

async function readSeries(db: Db, pick: Pick<number>): Promise<CatalogueChange[]> {
  const named = await readNamed(db, 'series', sql`series`, pick)
  return named.map(({ id, names }) => ({ kind: 'series', id, names }))
}

async function readStaff(db: Db, pick: Pick<string>): Promise<CatalogueChange[]> {
  const named = await readNamed(db, 'staff', sql`staff`, pick)
  return named.map(({ id, names }) => ({ kind: 'staff', id, names }))
}

async function readTags(db: Db, pick: Pick<number>): Promise<CatalogueChange[]> {
  const named = await readNamed(db, 'tag', sql`tag`, pick)
  return named.map(({ id, names }) => ({ kind: 'tag', id, names }))
}

type NameRow<Id> = { id: Id; name: string; name_key: string; i18n?: string }

/**
 * Reads names with those that they were found by before a rename, and those of what was merged into them. What was
 * merged has no names of its own.
 */
async function readNamed<Id extends number | string>(
  db: Db,
  kind: Exclude<CatalogueEntity['kind'], 'work'>,
  table: Fragment,
  pick: Pick<Id>,
): Promise<{ id: Id; names: string[] }[]> {
  const { rows } = await sql<NameRow<Id>>`select * from ${table} where ${picked(pick)}`.execute(db)
  if (rows.length === 0) return []
  const ids = sql.join(rows.map(({ id }) => String(id)))
  const { rows: merges } = await sql<{ id: string; into_id: string }>`
    select id, into_id from merged_name where kind = ${kind} and (id in (${ids}) or into_id in (${ids}))`.execute(db)
  const mergedIds = merges.map(({ id }) => (typeof rows[0]?.id === 'number' ? Number(id) : id) as Id)
  const merged =
    mergedIds.length === 0
      ? []
      : (await sql<NameRow<Id>>`select * from ${table} where id in (${sql.join(mergedIds)})`.execute(db)).rows
  const intoOf = new Map(merges.map(({ id, into_id: into }) => [id, into]))
  const mergedInto = Map.groupBy(merged, ({ id }) => intoOf.get(String(id)) ?? '')
  return rows.map((row) => {
    if (intoOf.has(String(row.id))) return { id: row.id, names: [] }
    const others = mergedInto.get(String(row.id)) ?? []
    // What a name was found by before a rename: its new name is merged into it.
    const keys = others.length > 0 ? [row, ...others].map(({ name_key: key }) => key) : []
    return { id: row.id, names: [...new Set([...[row, ...others].flatMap(namesOf), ...keys])] }
  })
}

function namesOf({ name, i18n = '{}' }: NameRow<unknown>): string[] {
  const local = JSON.parse(i18n) as Record<string, { name: string; censored?: string } | undefined>
  const others = Object.values(local).flatMap((one) => (one ? [one.name, one.censored ?? one.name] : []))
  return [name, ...others]
}

type WorkRow = {
  id: number
  source_id: string
  title: string
  titles: string
  circle_id: number
  series_id: number | null
  release: string | null
  create_date: string
  age_category: CatalogueWork['age']
  price: number
  dl_count: number
  language: string | null
  original_code: string | null
  editions: string
  duration_seconds: number
  has_subtitle: 0 | 1
  subtitle_languages: string
} & RatingColumns

/**
 * Reads present works only. The state is wrapped in an expression; otherwise SQLite would use the index that begins
 * with it, and sort all works for each page.
 */
async function readWorks(db: Db, pick: Pick<number>): Promise<CatalogueChange[]> {
  const { rows } = await sql<WorkRow>`
    select id, source_id, title, titles, circle_id, series_id, release, create_date, age_category, price, dl_count,
      work.review_count, rate_count, rate_average, language, original_code, editions, duration_seconds, has_subtitle,
      subtitle_languages,
      member_rating.stars as member_stars, member_rating.review_count as member_review_count
    from work left join member_rating on member_rating.work_id = work.id
    where (state || '') = 'present' and ${picked(pick)}`.execute(db)
  if (rows.length === 0) return []
  const range =
    'ids' in pick
      ? sql`work_id in (${sql.join(rows.map(({ id }) => id))})`
      : sql`work_id between ${rows[0]!.id} and ${rows.at(-1)!.id}`
  const [tagIds, voiceActorIds, staffIds, tallies] = await Promise.all([
    readLinks(db, sql`work_tag`, sql`tag_id`, range),
    readLinks(db, sql`work_voice_actor`, sql`voice_actor_id`, range),
    readLinks(db, sql`work_staff`, sql`staff_id`, range),
    readTagTallies(db, range),
  ])
  return rows.map((row) => {
    const ratings = combineRatings(row)
    const ownTagIds = (tagIds.get(row.id) ?? []).map(Number)
    const workTallies = tallies.get(row.id)
    // Few works have votes.
    const tags = workTallies ? standingTags(ownTagIds, workTallies) : null
    return {
      kind: 'work' as const,
      work: {
        id: row.id,
        code: row.source_id,
        title: row.title,
        otherTitles: row.titles === '{}' ? [] : Object.values(JSON.parse(row.titles) as Record<string, string>),
        circleId: row.circle_id,
        seriesId: row.series_id,
        voiceActorIds: voiceActorIds.get(row.id) ?? [],
        // A person can have several roles.
        staffIds: unique(staffIds.get(row.id) ?? []),
        tagIds: tags ? tags.filter(({ isWeak }) => !isWeak).map(({ tagId }) => tagId) : ownTagIds,
        weakTagIds: tags ? tags.filter(({ isWeak }) => isWeak).map(({ tagId }) => tagId) : [],
        releaseDay: row.release === null ? null : dayOf(row.release),
        createDay: dayOf(row.create_date),
        salesCount: row.dl_count,
        price: row.price,
        rateAverage: ratings.average,
        reviewCount: ratings.reviewCount,
        durationSeconds: row.duration_seconds,
        age: row.age_category,
        language: row.language ?? ORIGINAL_LANGUAGE,
        hasSubtitle: row.has_subtitle === 1,
        subtitleLanguages: row.has_subtitle === 1 ? listOf(row.subtitle_languages) : [],
        originalCode: row.original_code,
        editionCodes: editionCodes(row.editions),
      },
    }
  })
}

function unique(ids: string[]): string[] {
  return ids.length > 1 ? [...new Set(ids)] : ids
}

function listOf(words: string): string[] {
  return words === '' ? [] : words.split(' ')
}

function editionCodes(editions: string): string[] {
  // Most works have none.
  return editions === '[]' ? [] : (JSON.parse(editions) as { code: string }[]).map(({ code }) => code)
}

type Fragment = RawBuilder<unknown>

/** Reads the linked ids of each work in one row per work, because rows cost more than their content. */
async function readLinks(db: Db, table: Fragment, id: Fragment, range: Fragment): Promise<Map<number, string[]>> {
  const { rows } = await sql<{ work_id: number; ids: string }>`
    select work_id, string_agg(cast(${id} as text), ',') as ids from ${table} where ${range} group by work_id`.execute(
    db,
  )
  return new Map(rows.map(({ work_id, ids }) => [work_id, ids.split(',')]))
}

/** @param date  `YYYY-MM-DD`; anything else counts as the first day */
function dayOf(date: string): number {
  return Math.floor(Date.parse(date) / DAY_MS) || 0
}
