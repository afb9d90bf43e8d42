import { sql } from 'kysely'

import type { Database } from '#db/open.ts'

export type ListeningRepository = {
  /** Works that the member has heard: by when they were heard last, or by how long. */
  workIds(accountId: number, by: 'recent' | 'frequent', offset: number, limit: number): Promise<number[]>
}

/** Reads what `features/history` keeps. */
export function createListeningRepository({ read }: Pick<Database, 'read'>): ListeningRepository {
  return {
    async workIds(accountId, by, offset, limit) {
      const measure = by === 'recent' ? sql`max(heard.last_at_ms)` : sql`sum(heard.heard_seconds)`
      const rows = await read
        .selectFrom('heard')
        .innerJoin('file', 'file.id', 'heard.file_id')
        .innerJoin('work', 'work.id', 'file.work_id')
        .select('work.id')
        .where('heard.account_id', '=', accountId)
        .where('work.state', '=', 'present')
        .groupBy('work.id')
        .orderBy(measure, 'desc')
        .orderBy('work.id')
        .limit(limit)
        .offset(offset)
        .execute()
      return rows.map(({ id }) => id)
    },
  }
}
