import {
  type CountedCircle,
  type CountedSeries,
  type CountedStaff,
  type CountedTag,
  type CountedVoiceActor,
  MAX_SERIES_WORKS,
  type OneSeries,
} from '@otodana/contract'

import type { Database } from '#db/open.ts'

/** A name without its count. */
export type Named<T> = Omit<T, 'count'>

export type NameRepository = {
  /** All, with or without works, by name. */
  circles(): Promise<Named<CountedCircle>[]>
  tags(): Promise<Named<CountedTag>[]>
  voiceActors(): Promise<Named<CountedVoiceActor>[]>
  findCircle(id: number): Promise<Named<CountedCircle> | null>
  findTag(id: number): Promise<Named<CountedTag> | null>
  findVoiceActor(id: string): Promise<Named<CountedVoiceActor> | null>
  series(): Promise<Named<CountedSeries>[]>
  staff(): Promise<Named<CountedStaff>[]>
  findSeries(id: number): Promise<Named<CountedSeries> | null>
  findStaff(id: string): Promise<Named<CountedStaff> | null>
  /** A series' present works by number, release and id; what is unknown comes last. At most `MAX_SERIES_WORKS`. */
  seriesWorks(id: number): Promise<OneSeries['works']>
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
    .innerJoin('circle', 'circle.id', 'series.circle_id')
    .select(['series.id', 'series.name', 'series.code', 'circle.id as circleId', 'circle.name as circleName'])
  return {
    circles: async () => (await circles.orderBy('name_key').execute()).map(toCircle),
    tags: async () => (await tags.orderBy('name_key').execute()).map(toTag),
    voiceActors: () => voiceActors.orderBy('name_key').execute(),

    async findCircle(id) {
      const row = await circles.where('id', '=', id).executeTakeFirst()
      return row ? toCircle(row) : null
    },
    async findTag(id) {
      const row = await tags.where('id', '=', id).executeTakeFirst()
      return row ? toTag(row) : null
    },
    async findVoiceActor(id) {
      return (await voiceActors.where('id', '=', id).executeTakeFirst()) ?? null
    },

    series: async () => (await series.orderBy('series.name_key').orderBy('series.id').execute()).map(toSeries),
    staff: () => staff.orderBy('name_key').execute(),
    async findSeries(id) {
      const row = await series.where('series.id', '=', id).executeTakeFirst()
      return row ? toSeries(row) : null
    },
    async findStaff(id) {
      return (await staff.where('id', '=', id).executeTakeFirst()) ?? null
    },
    async seriesWorks(id) {
      const works = await read
        .selectFrom('work')
        .select(['id', 'source_id', 'title', 'series_number as number', 'state'])
        .where('series_id', '=', id)
        .orderBy('series_number', (order) => order.asc().nullsLast())
        .orderBy('release', (order) => order.asc().nullsLast())
        .orderBy('id')
        .execute()
      // Filtered here, because SQLite would use the index of states.
      const present = works.filter(({ state }) => state === 'present').slice(0, MAX_SERIES_WORKS)
      return present.map(({ id, source_id, title, number }) => ({ id, source_id, title, number }))
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
