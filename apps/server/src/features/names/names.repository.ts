import {
  type CountedCircle,
  type CountedSeries,
  type CountedStaff,
  type CountedTag,
  type CountedVoiceActor,
  type FormerNames,
  MAX_SERIES_WORKS,
  type OneSeries,
} from '@otodana/contract'

import { sql } from 'kysely'

import type { Database } from '#db/open.ts'
import type { NameKind } from '#features/metadata/index.ts'

import { readFormerNames } from './former-names.ts'

/** A name without its count. */
export type Named<T> = Omit<T, 'count'>

export type NameRepository = {
  /** All that were not merged into others, with or without works, by name. */
  circles(): Promise<Named<CountedCircle>[]>
  tags(): Promise<Named<CountedTag>[]>
  voiceActors(): Promise<Named<CountedVoiceActor>[]>
  /** One that was merged is found as what it was merged into. */
  findCircle(id: number): Promise<Named<CountedCircle> | null>
  findTag(id: number): Promise<Named<CountedTag> | null>
  findVoiceActor(id: string): Promise<Named<CountedVoiceActor> | null>
  series(): Promise<Named<CountedSeries>[]>
  staff(): Promise<Named<CountedStaff>[]>
  findSeries(id: number): Promise<Named<CountedSeries> | null>
  findStaff(id: string): Promise<Named<CountedStaff> | null>
  /** What each was called before it was renamed or merged. */
  formerNames(): Promise<FormerNames>
  /** A series' present works by number, release and id; what is unknown comes last. At most `MAX_SERIES_WORKS`. */
  seriesWorks(id: number): Promise<Omit<OneSeries['works'][number], 'edition_of'>[]>
}

/** The storefront that circles' codes belong to. */
const SOURCE_TYPE = 'DLSITE'

export function createNameRepository({ read }: Database): NameRepository {
  const circles = read.selectFrom('circle').select(['id', 'name', 'code'])
  const tags = read.selectFrom('tag').select(['id', 'name', 'i18n'])
  const voiceActors = read.selectFrom('voice_actor').select(['id', 'name'])
  const staff = read.selectFrom('staff').select(['id', 'name'])
  const series = read
    .selectFrom('series')
    .innerJoin('circle', (join) =>
      join.on((eb) =>
        // What the series' circle was merged into.
        eb(
          'circle.id',
          '=',
          sql<number>`coalesce(
            (select cast(into_id as integer) from merged_name
              where kind = 'circle' and merged_name.id = cast(series.circle_id as text)),
            series.circle_id)`,
        ),
      ),
    )
    .select(['series.id', 'series.name', 'series.code', 'circle.id as circleId', 'circle.name as circleName'])
  const mergedName = read.selectFrom('merged_name')
  const merged = (kind: NameKind) => mergedName.select('id').where('kind', '=', kind)
  const mergedNumbers = (kind: NameKind) =>
    mergedName.select((eb) => eb.cast<number>('id', 'integer').as('id')).where('kind', '=', kind)

  async function mergedInto<Id extends number | string>(kind: NameKind, id: Id): Promise<Id> {
    const row = await mergedName
      .select('into_id')
      .where('kind', '=', kind)
      .where('id', '=', String(id))
      .executeTakeFirst()
    if (!row) return id
    return (typeof id === 'number' ? Number(row.into_id) : row.into_id) as Id
  }

  return {
    circles: async () =>
      (await circles.where('id', 'not in', mergedNumbers('circle')).orderBy('name_key').execute()).map(toCircle),
    tags: async () => (await tags.where('id', 'not in', mergedNumbers('tag')).orderBy('name_key').execute()).map(toTag),
    voiceActors: () => voiceActors.where('id', 'not in', merged('voiceActor')).orderBy('name_key').execute(),

    async findCircle(id) {
      const row = await circles.where('id', '=', await mergedInto('circle', id)).executeTakeFirst()
      return row ? toCircle(row) : null
    },
    async findTag(id) {
      const row = await tags.where('id', '=', await mergedInto('tag', id)).executeTakeFirst()
      return row ? toTag(row) : null
    },
    async findVoiceActor(id) {
      return (await voiceActors.where('id', '=', await mergedInto('voiceActor', id)).executeTakeFirst()) ?? null
    },

    series: async () =>
      (
        await series
          .where('series.id', 'not in', mergedNumbers('series'))
          .orderBy('series.name_key')
          .orderBy('series.id')
          .execute()
      ).map(toSeries),
    staff: () => staff.where('id', 'not in', merged('staff')).orderBy('name_key').execute(),
    async findSeries(id) {
      const row = await series.where('series.id', '=', await mergedInto('series', id)).executeTakeFirst()
      return row ? toSeries(row) : null
    },
    async findStaff(id) {
      return (await staff.where('id', '=', await mergedInto('staff', id)).executeTakeFirst()) ?? null
    },
    formerNames: () => readFormerNames(read),
    async seriesWorks(asked) {
      const seriesId = await mergedInto('series', asked)
      const works = await read
        .selectFrom('work')
        .select(['id', 'source_id', 'title', 'series_number as number', 'language', 'state'])
        .where('series_id', '=', seriesId)
        .orderBy('series_number', (order) => order.asc().nullsLast())
        .orderBy('release', (order) => order.asc().nullsLast())
        .orderBy('id')
        .execute()
      // Filtered here, because SQLite would use the index of states.
      const present = works.filter(({ state }) => state === 'present').slice(0, MAX_SERIES_WORKS)
      return present.map(({ id, source_id, title, number, language }) => ({ id, source_id, title, number, language }))
    },
  }
}

function toCircle({ id, name, code }: { id: number; name: string; code: string }): Named<CountedCircle> {
  return { id, name, source_id: code, source_type: SOURCE_TYPE }
}

type SeriesRow = { id: number; name: string; code: string; circleId: number; circleName: string }

function toSeries({ id, name, code, circleId, circleName }: SeriesRow): Named<CountedSeries> {
  return { id, name, circle: { id: circleId, name: circleName }, code }
}

function toTag({ id, name, i18n }: { id: number; name: string; i18n: string }): Named<CountedTag> {
  return { id, name, i18n: JSON.parse(i18n) as CountedTag['i18n'] }
}
