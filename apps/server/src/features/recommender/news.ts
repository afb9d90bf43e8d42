import { sql } from 'kysely'

import type { Database } from '#db/open.ts'
import { createChangeLog, type LogPosition } from '#features/catalogue/index.ts'

import { leastNews } from './model-source.ts'

/** What a model was made of; two are compared by `isNewSince`. */
export type Mark = { position: LogPosition; listening: string }

type ListeningMark = { rows: number | string; latest: number | string | null }

export type News = ReturnType<typeof createNews>

/** Says cheaply, of a small library, whether a model would differ from the last one but for its age. */
export function createNews(database: Database) {
  const log = createChangeLog(database)

  /** Each change of a row comes with a later time. */
  async function listening(): Promise<string> {
    const { rows } = await sql<object>`
      select count(*) as rows, max(last_at_ms) as latest, (select max(at_ms) from listening_removed) as removed
      from listening`.execute(database.read)
    return JSON.stringify(rows)
  }

  /** Rows that have changed, and those that have been removed. */
  async function changedRows({ rows: before, latest }: ListeningMark): Promise<number> {
    const { rows } = await sql<{ later: number | string | null; rows: number | string }>`
      select count(*) as rows, sum(case when last_at_ms > ${Number(latest ?? 0)} then 1 else 0 end) as later
      from listening`.execute(database.read)
    return Number(rows[0]?.later ?? 0) + Math.max(0, Number(before) - Number(rows[0]?.rows ?? 0))
  }

  return {
    /** Taken before a model is built, so that nothing is missed. */
    mark: async (): Promise<Mark> => ({ position: await log.end(), listening: await listening() }),

    /** Whether enough has changed for another model. */
    async isNewSince(mark: Mark): Promise<boolean> {
      const [before] = JSON.parse(mark.listening) as [ListeningMark]
      const least = leastNews(Number(before.rows))
      const page = await log.read(mark.position, least)
      if (page === null || page.changes.length >= least) return true
      if ((await listening()) === mark.listening) return false
      return least === 1 || page.changes.length + (await changedRows(before)) >= least
    },
  }
}
