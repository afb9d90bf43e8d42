import { MAX_ADDED_TAGS, type TagVote } from '@otodana/contract'

import type { Db } from '#db/open.ts'
import { mergedIds, readMerges } from '#features/metadata/index.ts'

import { countAddedTags } from './added-tags.ts'

/** A member's vote from elsewhere; its tag is one here that has the name. */
export type NamedVote = { workId: number; tag: string; vote: Exclude<TagVote, 0> }

/** `here`: the member has voted on the tag, whichever way; that vote stays. */
type Merged = 'new' | 'here' | 'noTag' | 'notTagged' | 'tooManyTags'

/**
 * Adds votes on tags of works in the library that the member has not voted on.
 *
 * @param tx  of a transaction that has the write lock, or for a dry run only reads
 */
export async function mergeVotes(
  tx: Db,
  accountId: number,
  votes: readonly NamedVote[],
  dryRun: boolean,
): Promise<Merged[]> {
  const tagIds = await idsByName(tx, votes)
  const results: Merged[] = []
  for (const { workId, tag, vote } of votes) results.push(await merge(workId, tagIds.get(tag), vote))
  return results

  async function merge(workId: number, tagId: number | undefined, vote: NamedVote['vote']): Promise<Merged> {
    if (tagId === undefined) return 'noTag'
    const of = tx.selectFrom('tag_vote').where('work_id', '=', workId).where('tag_id', '=', tagId)
    if (await of.select('vote').where('account_id', '=', accountId).executeTakeFirst()) return 'here'
    const isVotedFor = await of.select('vote').where('vote', '=', 1).executeTakeFirst()
    if (!isVotedFor && !(await isTagged(tx, workId, tagId))) {
      if (vote !== 1) return 'notTagged'
      if ((await countAddedTags(tx, workId)) >= MAX_ADDED_TAGS) return 'tooManyTags'
    }
    if (!dryRun) {
      const row = { account_id: accountId, work_id: workId, tag_id: tagId, vote, voted_at_ms: Date.now() }
      await tx.insertInto('tag_vote').values(row).execute()
    }
    return 'new'
  }
}

async function idsByName(tx: Db, votes: readonly NamedVote[]): Promise<Map<string, number>> {
  const names = [...new Set(votes.map(({ tag }) => tag))]
  const rows = await tx
    .selectFrom('tag')
    .select(['id', 'name'])
    .where('name', 'in', ['', ...names])
    .execute()
  const merges = await readMerges(tx)
  return new Map(rows.map(({ id, name }) => [name, mergedIds(merges, 'tag', [id])[0] ?? id]))
}

async function isTagged(tx: Db, workId: number, tagId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('work_tag')
    .select('tag_id')
    .where('work_id', '=', workId)
    .where('tag_id', '=', tagId)
    .executeTakeFirst()
  return row !== undefined
}
