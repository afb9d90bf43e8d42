import type { Progress, ReviewFields, ReviewOrder } from '@otodana/contract'
import { type RawBuilder, type Selectable, sql } from 'kysely'

import { lockRows } from '#db/dialect.ts'
import type { Database, Db } from '#db/open.ts'
import { recountRatings } from '#db/recount-ratings.ts'
import { retryingConflicts } from '#db/retrying-conflicts.ts'
import type { ReviewTable } from '#db/tables.ts'
import { ChangedSinceError, writeOnce, type WriteKey } from '#db/write-once.ts'

import { isChangedSince, type ReviewBase, type ReviewChange } from './review-base.ts'

type ReviewPage = {
  order: ReviewOrder
  direction: 'asc' | 'desc'
  offset: number
  limit: number
  progress: Progress | null
}

type Marks = Omit<ReviewFields, 'user_name'>

export type Judgement = Pick<Marks, 'userRating' | 'progress'> & { workId: number; atMs: number }

export type ReviewRepository = {
  /**
   * Changes a member's mark of a work, and updates the work's totals.
   *
   * @param base  what the member saw; without it the change overwrites whatever is stored
   * @returns false if the work is not in the library
   * @throws {ChangedSinceError} a field was changed elsewhere
   */
  change(
    accountId: number,
    workId: number,
    change: ReviewChange,
    options?: { base?: ReviewBase | undefined; key?: WriteKey | null },
  ): Promise<boolean>
  /**
   * Sets the progress to what was listened to: `listening` where there is none, `listened` where none is chosen.
   *
   * @returns the progress now; null if the work is not in the library
   */
  setByListening(
    accountId: number,
    workId: number,
    progress: 'listening' | 'listened',
    key?: WriteKey | null,
  ): Promise<Progress | null>
  /** Whether the member chose the progress of a work; null: there is none. */
  listening(accountId: number, workId: number): Promise<{ progress: Progress | null; isChosen: boolean }>
  remove(accountId: number, workId: number, key?: WriteKey | null): Promise<void>
  /** All fields are null if there is none. */
  find(accountId: number, workId: number): Promise<Marks>
  /** Lists works present in the library. */
  list(accountId: number, page: ReviewPage): Promise<{ marks: Map<number, Marks>; workIds: number[]; total: number }>
  /** By work id; of these works, or of all. */
  ratings(accountId: number, workIds?: readonly number[]): Promise<Map<number, number>>
  /** By work id, of those works that have any. */
  progress(accountId: number, workIds: readonly number[]): Promise<Map<number, Progress>>
  /** A member's ratings and progress, without review texts. */
  judgements(accountId: number): Promise<Judgement[]>
  all(accountId: number): Promise<({ code: string } & Marks)[]>
  /** Removes all of a member's ratings from the works' totals. */
  withdrawAll(accountId: number, transaction: Db): Promise<void>
}

const NOTHING: Marks = { userRating: null, review_text: null, progress: null, updated_at: null }

export function createReviewRepository({ dialect, read, write }: Database): ReviewRepository {
  /**
   * Recomputes works' totals. A concurrent rating waits, and then includes these changes. The guest account is shared,
   * so its ratings do not count.
   *
   * @param workIds  a number, or a query
   * @param leaving  an account whose ratings no longer count
   */
  async function recount(tx: Db, workIds: RawBuilder<unknown>, leaving = -1): Promise<void> {
    await lockRows(tx, dialect, 'work', workIds)
    await recountRatings(tx, workIds, leaving)
  }

  const inTransaction = <T>(key: WriteKey | null, run: (tx: Db) => Promise<T | null>) =>
    retryingConflicts(() => write.transaction().execute((tx) => writeOnce(tx, dialect, key, () => run(tx))))

  /** Inserts a mark of a work in the library; the caller says what happens to one that is there. */
  function insertMark(tx: Db, accountId: number, workId: number, change: ReviewChange, now: number, automatic: 0 | 1) {
    return tx
      .insertInto('review')
      .columns([
        'account_id',
        'work_id',
        'rating',
        'review_text',
        'progress',
        'is_progress_automatic',
        'created_at_ms',
        'updated_at_ms',
      ])
      .expression((eb) =>
        eb
          .selectFrom('work')
          .select([
            // PostgreSQL would infer text for a bare parameter here.
            sql<number>`cast(${accountId} as integer)`.as('account_id'),
            'work.id',
            sql<number | null>`cast(${change.rating ?? null} as integer)`.as('rating'),
            sql<string | null>`cast(${change.reviewText ?? null} as text)`.as('review_text'),
            sql<Progress | null>`cast(${change.progress ?? null} as text)`.as('progress'),
            sql<0 | 1>`cast(${automatic} as integer)`.as('is_progress_automatic'),
            sql<number>`cast(${now} as bigint)`.as('created_at_ms'),
            sql<number>`cast(${now} as bigint)`.as('updated_at_ms'),
          ])
          .where('work.id', '=', workId)
          .where('work.state', '=', 'present'),
      )
  }

  /**
   * Locks a member's mark, and compares it with what the member saw.
   *
   * @throws {ChangedSinceError}
   */
  async function refuseChangedSince(tx: Db, accountId: number, workId: number, change: ReviewChange, base: ReviewBase) {
    // An empty one if there is none, which is deleted or filled by the change.
    const stored = await insertMark(tx, accountId, workId, {}, Date.now(), 0)
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'work_id'])
          .doUpdateSet((eb) => ({ updated_at_ms: eb.ref('review.updated_at_ms') })),
      )
      .returning(['rating', 'review_text', 'progress', 'is_progress_automatic'])
      .executeTakeFirst()
    if (!stored || !isChangedSince(stored, change, base)) return
    const { rating, review_text, progress } = stored
    throw new ChangedSinceError({ rating, review_text, progress })
  }

  return {
    async change(accountId, workId, change, { base, key = null } = {}) {
      const isDone = await inTransaction(key, async (tx) => {
        if (base) await refuseChangedSince(tx, accountId, workId, change, base)
        const now = Date.now()
        const columns = {
          ...(change.rating === undefined ? {} : { rating: change.rating }),
          ...(change.reviewText === undefined ? {} : { review_text: change.reviewText }),
          ...(change.progress === undefined ? {} : { progress: change.progress, is_progress_automatic: 0 as const }),
        }
        const { numInsertedOrUpdatedRows = 0n } = await insertMark(tx, accountId, workId, change, now, 0)
          .onConflict((conflict) =>
            conflict.columns(['account_id', 'work_id']).doUpdateSet({ ...columns, updated_at_ms: now }),
          )
          .executeTakeFirst()
        if (numInsertedOrUpdatedRows === 0n) return null
        // Deletes empty marks.
        await tx
          .deleteFrom('review')
          .where('account_id', '=', accountId)
          .where('work_id', '=', workId)
          .where('rating', 'is', null)
          .where('review_text', 'is', null)
          .where('progress', 'is', null)
          .execute()
        if (change.rating !== undefined || change.reviewText !== undefined) await recount(tx, sql`${workId}`)
        return true
      })
      return isDone ?? false
    },

    setByListening: (accountId, workId, progress, key = null) =>
      inTransaction(key, async (tx) => {
        const now = Date.now()
        await insertMark(tx, accountId, workId, { progress }, now, 1)
          .onConflict((conflict) =>
            conflict
              .columns(['account_id', 'work_id'])
              .doUpdateSet({ progress, is_progress_automatic: 1, updated_at_ms: now })
              .where((row) =>
                row.or([
                  row('review.progress', 'is', null),
                  ...(progress === 'listened'
                    ? [row.and([row('review.progress', '=', 'listening'), row('review.is_progress_automatic', '=', 1)])]
                    : []),
                ]),
              ),
          )
          .execute()
        const mark = await tx
          .selectFrom('review')
          .innerJoin('work', 'work.id', 'review.work_id')
          .select('review.progress')
          .where('review.account_id', '=', accountId)
          .where('review.work_id', '=', workId)
          .where('work.state', '=', 'present')
          .executeTakeFirst()
        return mark?.progress ?? null
      }),

    async listening(accountId, workId) {
      const mark = await read
        .selectFrom('review')
        .select(['progress', 'is_progress_automatic'])
        .where('account_id', '=', accountId)
        .where('work_id', '=', workId)
        .executeTakeFirst()
      const progress = mark?.progress ?? null
      return { progress, isChosen: progress !== null && mark?.is_progress_automatic === 0 }
    },

    async remove(accountId, workId, key = null) {
      await inTransaction(key, async (tx) => {
        const { numDeletedRows } = await tx
          .deleteFrom('review')
          .where('account_id', '=', accountId)
          .where('work_id', '=', workId)
          .executeTakeFirst()
        if (numDeletedRows > 0n) await recount(tx, sql`${workId}`)
        return true
      })
    },

    async find(accountId, workId) {
      const row = await read
        .selectFrom('review')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('work_id', '=', workId)
        .executeTakeFirst()
      return row ? toMarks(row) : NOTHING
    },

    async list(accountId, { order, direction, offset, limit, progress }) {
      const matching = read
        .selectFrom('review')
        .innerJoin('work', 'work.id', 'review.work_id')
        .leftJoin('member_rating', 'member_rating.work_id', 'work.id')
        .where('review.account_id', '=', accountId)
        .where('work.state', '=', 'present')
        .$if(progress !== null, (query) => query.where('review.progress', '=', progress))
      const [counted, rows] = await Promise.all([
        matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
        matching
          .selectAll('review')
          .orderBy((eb) => {
            if (order === 'updated_at') return eb.ref('review.updated_at_ms')
            // Unrated works come last, best first; the databases disagree on the order of nulls.
            if (order === 'userRating') return eb.fn.coalesce('review.rating', eb.lit(0))
            // Works without a date come last in both directions.
            if (order === 'release') {
              return eb.fn.coalesce('work.release', eb.val(direction === 'desc' ? '' : '9999-12-31'))
            }
            if (order === 'nsfw') {
              const isAdult = eb.case().when('work.age_category', '=', 'adult').then(2)
              return isAdult.when('work.age_category', '=', 'unrated').then(1).else(0).end()
            }
            if (order === 'review_count') {
              return eb('work.review_count', '+', eb.fn.coalesce('member_rating.review_count', eb.lit(0)))
            }
            return eb.ref('work.dl_count')
          }, direction)
          .orderBy('review.work_id', direction)
          .offset(offset)
          .limit(limit)
          .execute(),
      ])
      return {
        total: counted.total,
        workIds: rows.map((row) => row.work_id),
        marks: new Map(rows.map((row) => [row.work_id, toMarks(row)])),
      }
    },

    async ratings(accountId, workIds) {
      const rows = await read
        .selectFrom('review')
        .select(['work_id', 'rating'])
        .where('account_id', '=', accountId)
        .where('rating', 'is not', null)
        .$if(workIds !== undefined, (query) => query.where('work_id', 'in', [-1, ...(workIds ?? [])]))
        .execute()
      return new Map(rows.map(({ work_id, rating }) => [work_id, rating ?? 0]))
    },

    async progress(accountId, workIds) {
      const rows = await read
        .selectFrom('review')
        .select(['work_id', 'progress'])
        .where('account_id', '=', accountId)
        .where('progress', 'is not', null)
        .where('work_id', 'in', [-1, ...workIds])
        .execute()
      return new Map(rows.flatMap(({ work_id, progress }) => (progress === null ? [] : [[work_id, progress]])))
    },

    judgements: (accountId) =>
      read
        .selectFrom('review')
        .select(['work_id as workId', 'rating as userRating', 'progress', 'updated_at_ms as atMs'])
        .where('account_id', '=', accountId)
        .execute(),

    async all(accountId) {
      const rows = await read
        .selectFrom('review')
        .innerJoin('work', 'work.id', 'review.work_id')
        .selectAll('review')
        .select('work.source_id as code')
        .where('account_id', '=', accountId)
        .orderBy('work_id')
        .execute()
      return rows.map((row) => ({ code: row.code, ...toMarks(row) }))
    },

    async withdrawAll(accountId, transaction) {
      // In one statement, because other writers wait for it.
      await recount(transaction, sql`select work_id from review where account_id = ${accountId}`, accountId)
      await transaction.deleteFrom('review').where('account_id', '=', accountId).execute()
    },
  }
}

function toMarks(row: Selectable<ReviewTable>): Marks {
  return {
    userRating: row.rating,
    review_text: row.review_text,
    progress: row.progress,
    updated_at: new Date(row.updated_at_ms).toISOString(),
  }
}
