import type { FeedbackCategory, FeedbackReport, FeedbackState } from '@otodana/contract'
import { sql } from 'kysely'

import type { Database, Db } from '#db/open.ts'
import { retryingConflicts } from '#db/retrying-conflicts.ts'

/** Above this, the oldest resolved reports are deleted; if none is resolved, new ones are rejected. */
const MAX_REPORTS = 10_000
/** A fifth is reserved for members. */
const SHARE_OF_VISITORS = 0.8

type NewReport = {
  workId: number
  /** null if it is not a file of the work. */
  fileId: number | null
  /** null: not logged in. */
  accountId: number | null
  /** False for the guest. */
  isMember: boolean
  category: FeedbackCategory
  detail: string
}

type ExportedReport = {
  code: string
  /** Its path in the work's folder. */
  file: string | null
  category: FeedbackCategory
  detail: string
  createdAt: string
  doneAt: string | null
}

export type FeedbackRepository = {
  /** @returns `noWork`: no such work; `full`: no room */
  add(report: NewReport): Promise<'added' | 'noWork' | 'full'>
  /** Newest first. */
  list(page: {
    state: FeedbackState
    offset: number
    limit: number
  }): Promise<{ reports: FeedbackReport[]; total: number }>
  /** @returns null if there is no such report */
  setDone(id: number, isDone: boolean): Promise<FeedbackReport | null>
  /** @returns whether it existed */
  remove(id: number): Promise<boolean>
  /** @returns how many were open */
  markDone(ids: readonly number[]): Promise<number>
  /** @returns how many were resolved */
  removeDone(): Promise<number>
  countOpen(): Promise<number>
  /** All reports by an account. */
  all(accountId: number): Promise<ExportedReport[]>
  /** Everyone's reports, with the names of their senders. */
  everyones(): Promise<(ExportedReport & { sender: string | null })[]>
}

/** @param maxReports  `MAX_REPORTS`, except in tests */
export function createFeedbackRepository({ read, write }: Database, maxReports = MAX_REPORTS): FeedbackRepository {
  const selectFrom = (db: Db) =>
    db
      .selectFrom('feedback')
      .innerJoin('work', 'work.id', 'feedback.work_id')
      .leftJoin('file', 'file.id', 'feedback.file_id')
      .leftJoin('account', 'account.id', 'feedback.account_id')
      .select([
        'feedback.id',
        'feedback.category',
        'feedback.detail',
        'feedback.created_at_ms',
        'feedback.done_at_ms',
        'work.id as work_id',
        'work.title',
        'work.source_id',
        'work.source_type',
        'work.state',
        'file.path',
        'account.name as sender',
      ])

  /** @param room  maximum number of reports, including the new one */
  async function makeRoom(tx: Db, room: number): Promise<boolean> {
    const { count } = await tx
      .selectFrom('feedback')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (count < room) return true
    const oldestDone = tx
      .selectFrom('feedback')
      .select('id')
      .where('done_at_ms', 'is not', null)
      .orderBy('id')
      .limit(count - room + 1)
    await tx.deleteFrom('feedback').where('id', 'in', oldestDone).execute()
    const { left } = await tx
      .selectFrom('feedback')
      .select((eb) => eb.fn.countAll<number>().as('left'))
      .executeTakeFirstOrThrow()
    return left < room
  }

  return {
    add: ({ workId, fileId, accountId, isMember, category, detail }) =>
      retryingConflicts(() =>
        write.transaction().execute(async (tx) => {
          const work = await tx
            .selectFrom('work')
            .select('id')
            .where('id', '=', workId)
            .where('state', '=', 'present')
            .executeTakeFirst()
          if (!work) return 'noWork'
          const room = isMember ? maxReports : Math.floor(maxReports * SHARE_OF_VISITORS)
          if (!(await makeRoom(tx, room))) return 'full'
          const file =
            fileId === null
              ? undefined
              : await tx
                  .selectFrom('file')
                  .select('id')
                  .where('id', '=', fileId)
                  .where('work_id', '=', workId)
                  .executeTakeFirst()
          await tx
            .insertInto('feedback')
            .values({
              work_id: workId,
              file_id: file?.id ?? null,
              account_id: accountId,
              category,
              detail,
              created_at_ms: Date.now(),
              done_at_ms: null,
            })
            .execute()
          return 'added'
        }),
      ),

    async list({ state, offset, limit }) {
      const isWanted = state === 'open' ? ('is' as const) : ('is not' as const)
      const [counted, rows] = await Promise.all([
        read
          .selectFrom('feedback')
          .select((eb) => eb.fn.countAll<number>().as('total'))
          .where('done_at_ms', isWanted, null)
          .executeTakeFirstOrThrow(),
        selectFrom(read)
          .where('feedback.done_at_ms', isWanted, null)
          .orderBy('feedback.id', 'desc')
          .offset(offset)
          .limit(limit)
          .execute(),
      ])
      return { reports: rows.map(toReport), total: counted.total }
    },

    async setDone(id, isDone) {
      await write
        .updateTable('feedback')
        // Keep the time at which it was first resolved.
        .set({ done_at_ms: isDone ? sql<number>`coalesce(done_at_ms, ${Date.now()})` : null })
        .where('id', '=', id)
        .execute()
      const row = await selectFrom(write).where('feedback.id', '=', id).executeTakeFirst()
      return row ? toReport(row) : null
    },

    async remove(id) {
      const { numDeletedRows } = await write.deleteFrom('feedback').where('id', '=', id).executeTakeFirst()
      return numDeletedRows > 0n
    },

    async markDone(ids) {
      const { numUpdatedRows } = await write
        .updateTable('feedback')
        .set({ done_at_ms: Date.now() })
        .where('id', 'in', ids)
        .where('done_at_ms', 'is', null)
        .executeTakeFirstOrThrow()
      return Number(numUpdatedRows)
    },

    async removeDone() {
      const { numDeletedRows } = await write
        .deleteFrom('feedback')
        .where('done_at_ms', 'is not', null)
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },

    async countOpen() {
      const { count } = await read
        .selectFrom('feedback')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('done_at_ms', 'is', null)
        .executeTakeFirstOrThrow()
      return count
    },

    async all(accountId) {
      const rows = await selectFrom(read).where('feedback.account_id', '=', accountId).orderBy('feedback.id').execute()
      return rows.map(toExported)
    },

    async everyones() {
      const rows = await selectFrom(read).orderBy('feedback.id').execute()
      return rows.map((row) => ({ sender: row.sender, ...toExported(row) }))
    },
  }
}

type Row = {
  id: number
  category: FeedbackCategory
  detail: string
  created_at_ms: number
  done_at_ms: number | null
  work_id: number
  title: string
  source_id: string
  source_type: string
  state: 'present' | 'missing'
  path: string | null
  sender: string | null
}

function toReport(row: Row): FeedbackReport {
  const { id, category, detail, title, source_id, source_type, sender } = row
  return {
    id,
    category,
    detail,
    work: { id: row.work_id, title, source_id, source_type, isPresent: row.state === 'present' },
    filePath: row.path,
    sender,
    createdAt: toIso(row.created_at_ms),
    doneAt: row.done_at_ms === null ? null : toIso(row.done_at_ms),
  }
}

function toExported(row: Row): ExportedReport {
  return {
    code: row.source_id,
    file: row.path,
    category: row.category,
    detail: row.detail,
    createdAt: toIso(row.created_at_ms),
    doneAt: row.done_at_ms === null ? null : toIso(row.done_at_ms),
  }
}

function toIso(ms: number): string {
  return new Date(ms).toISOString()
}
