import { sql } from 'kysely'

import type { Database } from '#db/open.ts'
import { createChangeLog, type LogPosition } from '#features/catalogue/index.ts'

import { leastNews } from './model-source.ts'

/** More changes than this of things other than works are left to the thread. */
const CHANGES_AT_ONCE = 500

/** What a model was made of: everything up to this position, and up to these times in milliseconds since 1970. */
export type Mark = { position: LogPosition; latest: number; removed: number }

export type News = ReturnType<typeof createNews>

/** Says whether a model would differ from the last one but for its age. Cheap, since it runs where requests are answered. */
export function createNews(database: Database) {
  const log = createChangeLog(database)

  /** Counts changed rows and removed listeners by their indexes, up to `most`. */
  async function changesSince({ latest, removed }: Mark, most: number): Promise<number> {
    const { rows } = await sql<{ changed: number | string; removed: number | string }>`
      select
        (select count(*) from (
          select 1 from listening where last_at_ms > ${latest} limit ${sql.lit(most)}) as changed) as changed,
        (select count(*) from (
          select 1 from listening_removed where at_ms > ${removed} limit ${sql.lit(most)}) as removed) as removed`.execute(
      database.read,
    )
    return Number(rows[0]?.changed ?? 0) + Number(rows[0]?.removed ?? 0)
  }

  return {
    /** Taken before a model is built, so that nothing is missed. */
    async mark(): Promise<Mark> {
      const position = await log.end()
      const { rows } = await sql<{ latest: number | string | null; removed: number | string | null }>`
        select
          (select max(last_at_ms) from listening) as latest,
          (select max(at_ms) from listening_removed) as removed`.execute(database.read)
      return { position, latest: Number(rows[0]?.latest ?? 0), removed: Number(rows[0]?.removed ?? 0) }
    },

    /**
     * Whether a work has changed, or enough of the listening. Rows that are committed under an earlier time count when
     * later ones come, or the model is old.
     *
     * @param rows  number of rows that the model was made of
     */
    async isNewSince(mark: Mark, rows: number): Promise<boolean> {
      const page = await log.read(mark.position, CHANGES_AT_ONCE)
      // A circle's name decides whether its works are alike.
      if (page === null || page.hasMore || page.changes.some(({ kind }) => kind === 'work' || kind === 'circle'))
        return true
      const least = leastNews(rows)
      return (await changesSince(mark, least)) >= least
    },
  }
}
