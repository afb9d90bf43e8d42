import { type RawBuilder, sql } from 'kysely'

import type { Db } from '#db/open.ts'

/** What members say of a tag on a work. */
export type TagTally = { tagId: number; upvotes: number; downvotes: number }

/** A tag that a work has. */
export type StandingTag = TagTally & {
  /** More speaks against it than for it. */
  isWeak: boolean
}

/**
 * The tags that a work has: those of its metadata, in order, and behind them those that members have added and at least one
 * of them still votes for. Metadata counts as one voice for its tags, so that a single member hides none of them.
 *
 * @param ownIds  of the work's metadata
 * @param tallies  of all tags of the work that have votes; those that came first come first
 */
export function standingTags(ownIds: readonly number[], tallies: readonly TagTally[] = []): StandingTag[] {
  const tallyOf = new Map(tallies.map((tally) => [tally.tagId, tally]))
  const own = ownIds.map((tagId) => {
    const tally = tallyOf.get(tagId) ?? { tagId, upvotes: 0, downvotes: 0 }
    tallyOf.delete(tagId)
    return { ...tally, isWeak: tally.downvotes > tally.upvotes + 1 }
  })
  const added = [...tallyOf.values()]
    .filter(({ upvotes }) => upvotes > 0)
    .map((tally) => ({ ...tally, isWeak: tally.downvotes > tally.upvotes }))
  return [...own, ...added]
}

/**
 * By work, those that came first first; works without votes are left out.
 *
 * @param which  a condition on `work_id`
 */
export async function readTagTallies(db: Db, which: RawBuilder<unknown>): Promise<Map<number, TagTally[]>> {
  const { rows } = await sql<TagTally & { workId: number }>`
    select work_id as "workId", tag_id as "tagId",
      count(case when vote = 1 then 1 end) as upvotes, count(case when vote = 2 then 1 end) as downvotes
    from tag_vote where ${which}
    group by work_id, tag_id
    order by min(voted_at_ms), tag_id`.execute(db)
  return Map.groupBy(rows, ({ workId }) => workId)
}
