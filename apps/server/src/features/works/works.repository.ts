import type { Pagination, Work } from '@otodana/contract'
import { type Expression, type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'

import type { Database } from '#db/open.ts'
import type { Tables } from '#db/tables.ts'

import type { ListRequest } from './list-request.ts'
import { keywordConditions } from './work-filter.ts'
import { toWork, type WorkParts, type WorkRow } from './work-mapper.ts'

export type WorkRepository = {
  /** One page of the works that are present; an exact total. */
  list(query: ListRequest, origin: string): Promise<{ works: Work[]; pagination: Pagination }>
  find(id: number, origin: string): Promise<Work | null>
  /** The address parts and time of the last change of every present work, in steps, for the site map. */
  addresses(): AsyncIterable<WorkAddress>
}

export type WorkAddress = { id: number; source_id: string; source_type: string; updatedAtMs: number }

type WorkBuilder = ExpressionBuilder<Tables, 'work'>

const ADDRESS_STEP = 1_000
const RANDOM_PRIME = 2_147_483_647

export function createWorkRepository({ read }: Database): WorkRepository {
  const present = () => read.selectFrom('work').where('work.state', '=', 'present')

  async function load(ids: number[], origin: string): Promise<Work[]> {
    if (ids.length === 0) return []
    const [rows, tags, voiceActors] = await Promise.all([
      read
        .selectFrom('work')
        .innerJoin('circle', 'circle.id', 'work.circle_id')
        .selectAll('work')
        .select(['circle.name as circle_name', 'circle.code as circle_code'])
        .where('work.id', 'in', ids)
        .execute(),
      read
        .selectFrom('work_tag')
        .innerJoin('tag', 'tag.id', 'work_tag.tag_id')
        .selectAll('tag')
        .select('work_tag.work_id')
        .where('work_tag.work_id', 'in', ids)
        .orderBy('work_tag.position')
        .execute(),
      read
        .selectFrom('work_voice_actor')
        .innerJoin('voice_actor', 'voice_actor.id', 'work_voice_actor.voice_actor_id')
        .select(['voice_actor.id', 'voice_actor.name', 'work_voice_actor.work_id'])
        .where('work_voice_actor.work_id', 'in', ids)
        .orderBy('work_voice_actor.position')
        .execute(),
    ])
    const tagsOf = Map.groupBy(tags, (tag) => tag.work_id)
    const actorsOf = Map.groupBy(voiceActors, (actor) => actor.work_id)
    const editionsOf = await otherEditions(rows)
    const byId = new Map(
      rows.map((row) => {
        const parts: WorkParts = {
          row,
          tags: tagsOf.get(row.id) ?? [],
          voiceActors: (actorsOf.get(row.id) ?? []).map(({ id, name }) => ({ id, name })),
          otherEditions: editionsOf(row),
        }
        return [row.id, toWork(parts, origin)]
      }),
    )
    return ids.flatMap((id) => byId.get(id) ?? [])
  }

  /** The works that share an original with one of `rows`, itself left out. */
  async function otherEditions(rows: WorkRow[]) {
    const families = [...new Set(rows.map(familyOf))]
    // Asked for present works only, SQLite looks through all of them instead of using the two indices.
    const members = await read
      .selectFrom('work')
      .select(['id', 'title', 'language', 'source_id', 'source_type', 'original_code', 'state'])
      .where((eb) => eb.or([eb('source_id', 'in', families), eb('original_code', 'in', families)]))
      .orderBy('id')
      .execute()
    const presentMembers = members.filter(({ state }) => state === 'present')
    const byFamily = Map.groupBy(presentMembers, familyOf)
    return (row: WorkRow) =>
      (byFamily.get(familyOf(row)) ?? [])
        .filter((member) => member.id !== row.id)
        .map((member) => ({
          id: member.id,
          lang: member.language ?? 'JPN',
          title: member.title,
          source_id: member.source_id,
          is_original: member.original_code === null,
          source_type: member.source_type,
        }))
  }

  return {
    async list(query, origin) {
      const { page, pageSize } = query
      // "rating" is the visitor's own rating, of which an anonymous visitor has none.
      if (query.order === 'rating') return { works: [], pagination: paginationOf(page, pageSize, 0) }
      const conditions = await keywordConditions(read, query.keyword)
      let matching = present()
      for (const condition of conditions) matching = matching.where(condition)
      const { circleId, tagId, voiceActorId } = query
      if (circleId !== undefined) matching = matching.where('work.circle_id', '=', circleId)
      if (tagId !== undefined) matching = matching.where((eb) => tagged(eb, tagId))
      if (voiceActorId !== undefined) matching = matching.where((eb) => spokenBy(eb, voiceActorId))
      if (query.subtitle === 1) matching = matching.where('work.has_subtitle', '=', 1)
      const { total } = await matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
      const ids = await inOrder(matching.select('work.id'), query)
        .limit(pageSize)
        .offset((page - 1) * pageSize)
        .execute()
      const works = await load(
        ids.map(({ id }) => id),
        origin,
      )
      return { works, pagination: paginationOf(page, pageSize, Number(total)) }
    },

    async find(id, origin) {
      const known = await present().select('work.id').where('work.id', '=', id).executeTakeFirst()
      if (!known) return null
      const [work] = await load([id], origin)
      return work ?? null
    },

    async *addresses() {
      let after = 0
      for (;;) {
        const rows = await present()
          .select(['id', 'source_id', 'source_type', 'updated_at_ms as updatedAtMs'])
          .where('id', '>', after)
          .orderBy('id')
          .limit(ADDRESS_STEP)
          .execute()
        yield* rows
        const last = rows.at(-1)
        if (!last) return
        after = last.id
      }
    },
  }
}

function familyOf(work: { source_id: string; original_code: string | null }): string {
  return work.original_code ?? work.source_id
}

function paginationOf(page: number, pageSize: number, totalCount: number): Pagination {
  return { currentPage: page, page, pageSize, totalCount }
}

function inOrder<O>(query: SelectQueryBuilder<Tables, 'work', O>, { order, sort, seed }: ListRequest) {
  return query.orderBy((eb) => sortKey(eb, order, seed), sort).orderBy('work.id', sort)
}

function sortKey(eb: WorkBuilder, order: ListRequest['order'], seed: number): Expression<unknown> {
  switch (order) {
    case 'release':
      return eb.fn.coalesce('work.release', 'work.create_date')
    case 'rate_average_2dp':
      return eb.ref('work.rate_average')
    case 'nsfw':
      return sql`case when ${eb.ref('work.age_category')} = 'adult' then 1 else 0 end`
    case 'random':
      // A multiplication modulo a prime shuffles the ids; each seed has a multiplier of its own.
      return sql`(cast(${eb.ref('work.id')} as bigint) * ${sql.lit(multiplierOf(seed))}) % ${sql.lit(RANDOM_PRIME)}`
    case 'betterRandom':
    case 'rating':
    case 'id':
      return eb.ref('work.id')
    default:
      return eb.ref(`work.${order}`)
  }
}

/** Spreads neighbouring seeds over 1 … prime − 1. */
function multiplierOf(seed: number): number {
  return Number((BigInt(seed + 1) * 1_103_515_245n) % BigInt(RANDOM_PRIME - 1)) + 1
}

function tagged(eb: WorkBuilder, tagId: number) {
  return eb('work.id', 'in', eb.selectFrom('work_tag').select('work_id').where('tag_id', '=', tagId))
}

function spokenBy(eb: WorkBuilder, voiceActorId: string) {
  return eb(
    'work.id',
    'in',
    eb.selectFrom('work_voice_actor').select('work_id').where('voice_actor_id', '=', voiceActorId),
  )
}
