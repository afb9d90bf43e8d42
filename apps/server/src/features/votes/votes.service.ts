import { MAX_ADDED_TAGS, type TagVote } from '@otodana/contract'
import { sql } from 'kysely'

import { lockRow } from '#db/dialect.ts'
import type { Database, Db } from '#db/open.ts'
import { retryingConflicts } from '#db/retrying-conflicts.ts'
import { ChangedSinceError } from '#db/write-once.ts'
import { mergedIds, readMerges, takeWriteLock } from '#features/metadata/index.ts'
import { AppError } from '#http/errors/app-error.ts'

import { countAddedTags } from './added-tags.ts'

/** A member's votes by work, then by tag. */
type OwnVotes = ReadonlyMap<number, ReadonlyMap<number, Exclude<TagVote, 0>>>

export type VoteService = {
  /**
   * Sets a member's vote for a work's tag; 0 withdraws it, whether or not the work still has the tag.
   *
   * @param base  the vote that the member saw; without it the new one counts
   * @throws {ChangedSinceError} it is neither that nor the new one
   * @throws {AppError} for a vote: `work.notFound`, `tag.notFound`, `vote.notTagged`, `vote.mustBindEmailFirst`
   */
  vote(accountId: number, workId: number, tagId: number, vote: TagVote, base?: TagVote): Promise<void>
  /**
   * Votes for tags, adding those that the work does not have.
   *
   * @throws {AppError} `work.notFound`, `tag.notFound`, `vote.tooManyTags`, `vote.mustBindEmailFirst`; then none is
   * added
   */
  addTags(accountId: number, workId: number, tagIds: readonly number[]): Promise<void>
  /** Whether the account may vote. */
  mayVote(accountId: number): Promise<boolean>
  ofWorks(accountId: number, workIds: readonly number[]): Promise<OwnVotes>
  all(accountId: number): Promise<{ code: string; tag: string; vote: 'up' | 'down' }[]>
}

type VoteDeps = {
  database: Database
  /** Whether voting requires a linked mail address. */
  needsLinkedEmail: boolean
}

/** Votes are counted when works are read (`standingTags`), so no stored totals can be wrong. */
export function createVotes({ database, needsLinkedEmail }: VoteDeps): VoteService {
  const { dialect, read, write } = database

  /** Tags are not merged meanwhile. */
  const inTransaction = <T>(run: (tx: Db) => Promise<T>) =>
    retryingConflicts(() =>
      write.transaction().execute(async (tx) => {
        await takeWriteLock(tx)
        return run(tx)
      }),
    )

  async function mayVote(accountId: number): Promise<boolean> {
    if (!needsLinkedEmail) return true
    const row = await read.selectFrom('account').select('email').where('id', '=', accountId).executeTakeFirst()
    return Boolean(row?.email)
  }

  async function requireLinkedEmail(accountId: number): Promise<void> {
    if (!(await mayVote(accountId))) throw new AppError('vote.mustBindEmailFirst')
  }

  return {
    async vote(accountId, workId, askedTagId, vote, base) {
      if (vote === 0 && base === undefined) {
        const [tagId = askedTagId] = await currentTags(read, [askedTagId])
        await withdraw(write, { accountId, workId, tagId })
        return
      }
      if (vote !== 0) await requireLinkedEmail(accountId)
      await inTransaction(async (tx) => {
        const tagIds = await currentTags(tx, [askedTagId])
        const own = { accountId, workId, tagId: tagIds[0] ?? askedTagId }
        if (base !== undefined) await refuseChangedVote(tx, own, [base, vote])
        if (vote === 0) return withdraw(tx, own)
        const written = await writeVotes(tx, { accountId, workId, tagIds, vote, onlyTagged: true })
        if (written === 1) return
        await requirePresent(tx, workId)
        await requireTags(tx, tagIds)
        throw new AppError('vote.notTagged')
      })
    },

    async addTags(accountId, workId, tagIds) {
      await requireLinkedEmail(accountId)
      await inTransaction(async (tx) => {
        const wanted = await currentTags(tx, tagIds)
        // Concurrent additions wait, and then count these too.
        await lockRow(tx, dialect, 'work', workId, 'toCount')
        const written = await writeVotes(tx, { accountId, workId, tagIds: wanted, vote: 1, onlyTagged: false })
        if (written < wanted.length) {
          await requirePresent(tx, workId)
          throw new AppError('tag.notFound')
        }
        if ((await countAddedTags(tx, workId)) > MAX_ADDED_TAGS) throw new AppError('vote.tooManyTags')
      })
    },

    mayVote,

    async ofWorks(accountId, workIds) {
      if (workIds.length === 0) return new Map()
      const rows = await read
        .selectFrom('tag_vote')
        .select(['work_id', 'tag_id', 'vote'])
        .where('account_id', '=', accountId)
        .where('work_id', 'in', workIds)
        .execute()
      const byWork = Map.groupBy(rows, ({ work_id }) => work_id)
      return new Map(
        [...byWork].map(([workId, votes]) => [workId, new Map(votes.map(({ tag_id, vote }) => [tag_id, vote]))]),
      )
    },

    async all(accountId) {
      const rows = await read
        .selectFrom('tag_vote')
        .innerJoin('work', 'work.id', 'tag_vote.work_id')
        .innerJoin('tag', 'tag.id', 'tag_vote.tag_id')
        .select(['work.source_id as code', 'tag.name as tag', 'vote'])
        .where('account_id', '=', accountId)
        .orderBy('work_id')
        .orderBy('tag_id')
        .execute()
      return rows.map(({ code, tag, vote }) => ({ code, tag, vote: vote === 1 ? 'up' : 'down' }))
    },
  }
}

/** Returns tags, each once, or what they were merged into. */
async function currentTags(db: Db, tagIds: readonly number[]): Promise<number[]> {
  return mergedIds(await readMerges(db), 'tag', [...new Set(tagIds)])
}

type OwnVote = { accountId: number; workId: number; tagId: number }

async function withdraw(db: Db, { accountId, workId, tagId }: OwnVote): Promise<void> {
  await db
    .deleteFrom('tag_vote')
    .where('account_id', '=', accountId)
    .where('work_id', '=', workId)
    .where('tag_id', '=', tagId)
    .execute()
}

/** @throws {ChangedSinceError} the member's vote is none of these */
async function refuseChangedVote(
  tx: Db,
  { accountId, workId, tagId }: OwnVote,
  expected: readonly TagVote[],
): Promise<void> {
  const stored = await tx
    .selectFrom('tag_vote')
    .select('vote')
    .where('account_id', '=', accountId)
    .where('work_id', '=', workId)
    .where('tag_id', '=', tagId)
    .executeTakeFirst()
  const vote = stored?.vote ?? 0
  if (!expected.includes(vote)) throw new ChangedSinceError({ vote })
}

type VotesToWrite = {
  accountId: number
  workId: number
  tagIds: readonly number[]
  vote: 1 | 2
  /** Skips tags that the work has neither by its metadata nor by an upvote. */
  onlyTagged: boolean
}

/** @returns the number of votes now; none if the work is not in the library */
async function writeVotes(tx: Db, { accountId, workId, tagIds, vote, onlyTagged }: VotesToWrite): Promise<number> {
  const isTagged = sql`(
    exists (select 1 from work_tag where work_tag.work_id = work.id and work_tag.tag_id = tag.id)
    or exists (select 1 from tag_vote other where other.work_id = work.id and other.tag_id = tag.id and other.vote = 1))`
  // PostgreSQL would infer text for a bare parameter here.
  const { numAffectedRows = 0n } = await sql`
    insert into tag_vote (account_id, work_id, tag_id, vote, voted_at_ms)
    select cast(${accountId} as integer), work.id, tag.id, cast(${vote} as integer), cast(${Date.now()} as bigint)
    from work cross join tag
    where work.id = ${workId} and work.state = 'present' and tag.id in (${sql.join(tagIds)})
      and ${onlyTagged ? isTagged : sql`1 = 1`}
    order by tag.id
    on conflict (account_id, work_id, tag_id) do update set vote = excluded.vote`.execute(tx)
  return Number(numAffectedRows)
}

async function requirePresent(db: Db, workId: number): Promise<void> {
  const work = await db.selectFrom('work').select('state').where('id', '=', workId).executeTakeFirst()
  if (work?.state !== 'present') throw new AppError('work.notFound')
}

async function requireTags(db: Db, tagIds: readonly number[]): Promise<void> {
  const found = await db.selectFrom('tag').select('id').where('id', 'in', tagIds).execute()
  if (found.length < tagIds.length) throw new AppError('tag.notFound')
}
