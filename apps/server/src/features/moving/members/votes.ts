import type { Database, Db } from '#db/open.ts'
import { takeWriteLock } from '#features/metadata/index.ts'
import { mergeVotes, type NamedVote } from '#features/votes/index.ts'

import { mergeItems, type MergeOptions, type Result } from './moved-in.ts'

/** A vote that may wait; an export does not say when it was given. */
export type Vote = NamedVote & { atMs: 0 }

const results: Record<Awaited<ReturnType<typeof mergeVotes>>[number], Result> = {
  new: { outcome: 'new' },
  here: { outcome: 'kept' },
  noTag: { outcome: 'skipped', reason: 'There is no such tag' },
  notTagged: { outcome: 'skipped', reason: 'The work does not have the tag' },
  tooManyTags: { outcome: 'skipped', reason: 'Too many tags were added to the work' },
}

/** Adds votes on works' tags. A vote that is here stays, whichever way it is. */
export function mergeTagVotes(
  database: Database,
  accountId: number,
  items: readonly Vote[],
  options: MergeOptions,
): Promise<Result[]> {
  const merge = async (db: Db, votes: readonly Vote[]) => {
    if (!options.dryRun) await takeWriteLock(db)
    return (await mergeVotes(db, accountId, votes, options.dryRun)).map((merged) => results[merged])
  }
  return mergeItems(database, { accountId, kind: 'vote', items, keyOf: ({ tag }) => tag, merge }, options)
}
