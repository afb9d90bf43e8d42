import { sql } from 'kysely'

import type { Db } from '#db/open.ts'

/** Counts tags that the work only has by members' votes. */
export async function countAddedTags(tx: Db, workId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct tag_id) as count from tag_vote
    where work_id = ${workId} and vote = 1 and tag_id not in (select tag_id from work_tag where work_id = ${workId})
    `.execute(tx)
  return Number(rows[0]?.count ?? 0)
}
