import { type Selectable, sql } from 'kysely'

import type { Db } from '#db/open.ts'
import type { TagTable } from '#db/tables.ts'
import { readTagTallies, standingTags } from '#features/catalogue/index.ts'

import type { WorkTag } from './work-mapper.ts'

/** Reads the tags of each of these works, with their standing. */
export async function readWorkTags(db: Db, workIds: readonly number[]): Promise<(workId: number) => WorkTag[]> {
  const [own, tallies] = await Promise.all([
    db
      .selectFrom('work_tag')
      .innerJoin('tag', 'tag.id', 'work_tag.tag_id')
      .selectAll('tag')
      .select('work_tag.work_id')
      .where('work_tag.work_id', 'in', workIds)
      .orderBy('work_tag.position')
      .execute(),
    readTagTallies(db, sql`work_id in (${sql.join(workIds)})`),
  ])
  const rows = new Map<number, Selectable<TagTable>>(own.map((tag) => [tag.id, tag]))
  const added = new Set([...tallies.values()].flat().map(({ tagId }) => tagId)).difference(rows)
  if (added.size > 0) {
    for (const tag of await db
      .selectFrom('tag')
      .selectAll()
      .where('id', 'in', [...added])
      .execute()) {
      rows.set(tag.id, tag)
    }
  }
  const ownOf = Map.groupBy(own, (tag) => tag.work_id)
  return (workId) => {
    const ownIds = (ownOf.get(workId) ?? []).map(({ id }) => id)
    return standingTags(ownIds, tallies.get(workId)).flatMap((standing) => {
      const row = rows.get(standing.tagId)
      return row ? [{ ...row, ...standing }] : []
    })
  }
}
