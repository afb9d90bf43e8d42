import type { MissingWork } from '@otodana/contract'

import type { Db } from '#db/open.ts'

/** Lists works whose folders are missing, by code. */
export async function listMissingWorks(
  db: Db,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ works: MissingWork[]; total: number }> {
  const missing = db.selectFrom('work').where('state', '=', 'missing')
  const [rows, { total }] = await Promise.all([
    missing
      .select(['id', 'source_id as code', 'title', 'root', 'path'])
      .orderBy('id')
      .limit(limit)
      .offset(offset)
      .execute(),
    missing.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { works: rows, total }
}
