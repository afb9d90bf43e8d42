import type { WorkFacts } from '@otodana/recommender'
import { codeToId } from '@otodana/work-code'
import { type RawBuilder, sql } from 'kysely'

import type { Db } from '#db/open.ts'
import { combineRatings, type RatingColumns, readTagTallies, standingTags } from '#features/catalogue/index.ts'

const ROWS_AT_ONCE = 1_000

type Row = {
  id: number
  source_id: string
  original_code: string | null
  circle_id: number
  circle_name: string
  release: string | null
  create_date: string
  dl_count: number
} & RatingColumns

/** Yields the recommender's data of all present works, page by page. */
export async function* readAllFacts(db: Db): AsyncGenerator<WorkFacts[]> {
  let after = -1
  for (;;) {
    const page = await readPage(
      db,
      sql`work.id in (select id from work where id > ${after} order by id limit ${sql.lit(ROWS_AT_ONCE)})`,
    )
    if (page.last === null) return
    yield page.facts
    after = page.last
  }
}

/** The same for those of these works that are present. */
export async function readFacts(db: Db, ids: readonly number[]): Promise<WorkFacts[]> {
  if (ids.length === 0) return []
  return (await readPage(db, sql`work.id in (${sql.join(ids)})`)).facts
}

/** `last`: the greatest id, including those of missing works; null: none. */
async function readPage(db: Db, which: RawBuilder<unknown>): Promise<{ facts: WorkFacts[]; last: number | null }> {
  const { rows } = await sql<Row & { state: string }>`
    select work.id, source_id, original_code, circle_id, circle.name as circle_name, release, create_date, dl_count, state,
      work.review_count, rate_count, rate_average,
      member_rating.stars as member_stars, member_rating.review_count as member_review_count
    from work
    join circle on circle.id = work.circle_id
    left join member_rating on member_rating.work_id = work.id
    where ${which}
    order by work.id`.execute(db)
  const last = rows.at(-1)?.id ?? null
  if (last === null) return { facts: [], last }
  const ids = sql`work_id between ${rows[0]?.id ?? 0} and ${last} and work_id in (${sql.join(rows.map(({ id }) => id))})`
  const [tags, voices, tallies] = await Promise.all([
    readLinks(db, sql`work_tag`, sql`tag_id`, ids),
    readLinks(db, sql`work_voice_actor`, sql`voice_actor_id`, ids),
    readTagTallies(db, ids),
  ])
  const present = rows.filter(({ state }) => state === 'present')
  return {
    last,
    facts: present.map((row) => {
      const { average: rating, count: ratings } = combineRatings(row)
      const released = Date.parse(row.release ?? '')
      const added = Date.parse(row.create_date)
      return {
        id: row.id,
        group: codeToId(row.original_code ?? row.source_id) ?? row.id,
        // An unknown circle does not make works similar.
        circle: row.circle_name === '' ? null : row.circle_id,
        voices: voices.get(row.id) ?? [],
        tags: standingTags((tags.get(row.id) ?? []).map(Number), tallies.get(row.id))
          .filter(({ isWeak }) => !isWeak)
          .map(({ tagId }) => tagId),
        released: Number.isNaN(released) ? null : released,
        added: Number.isNaN(added) ? null : added,
        sales: row.dl_count,
        rating,
        ratings,
      }
    }),
  }
}

async function readLinks(
  db: Db,
  table: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
  which: RawBuilder<unknown>,
): Promise<Map<number, string[]>> {
  const { rows } = await sql<{ work_id: number; ids: string }>`
    select work_id, string_agg(cast(${id} as text), ',') as ids from ${table} where ${which} group by work_id`.execute(
    db,
  )
  return new Map(rows.map(({ work_id, ids }) => [work_id, ids.split(',')]))
}
