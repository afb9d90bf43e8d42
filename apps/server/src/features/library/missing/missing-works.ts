import type { MissingWork } from '@otodana/contract'

import type { Db } from '#db/open.ts'

type Wanted = {
  /** The folder of the demo library, whose works leave by themselves and are not missed. */
  demo: string
  offset: number
  limit: number
}

/** Lists works whose folders are missing, by code. */
export async function listMissingWorks(
  db: Db,
  { demo, offset, limit }: Wanted,
): Promise<{ works: MissingWork[]; total: number }> {
  const missing = db.selectFrom('work').where('state', '=', 'missing').where('root', '!=', demo)
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
