import { sql } from 'kysely'

import type { Database } from '#db/open.ts'
import { createChangeLog, type LogPosition } from '#features/catalogue/index.ts'

/** What a model was made of; two are compared by `isNewSince`. */
export type Mark = { position: LogPosition; listening: string }

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

  return {
    /** Taken before a model is built, so that nothing is missed. */
    mark: async (): Promise<Mark> => ({ position: await log.end(), listening: await listening() }),

    async isNewSince(mark: Mark): Promise<boolean> {
      const page = await log.read(mark.position, 1)
      return page === null || page.changes.length > 0 || (await listening()) !== mark.listening
    },
  }
}
