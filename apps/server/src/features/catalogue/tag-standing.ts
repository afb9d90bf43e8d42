import { type RawBuilder, sql } from 'kysely'

import type { Db } from '#db/open.ts'

/** Members' votes on a work's tag. */
export type TagTally = { tagId: number; upvotes: number; downvotes: number }

/** A tag of a work. */
export type StandingTag = TagTally & {
  /** Has more votes against than for. */
  isWeak: boolean
}

/**
 * Returns a work's tags: those of its metadata, in order, then those added by members that have at least one upvote.
 * Metadata counts as one vote for its tags, so that a single member cannot hide them.
 *
 * @param ownIds  the metadata's tags
 * @param tallies  of all tags with votes, oldest first
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
 * Returns tallies by work, oldest first, without works that have no votes.
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
