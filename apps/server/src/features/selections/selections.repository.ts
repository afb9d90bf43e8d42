import {
  MAX_LISTED_FAILURES,
  MAX_SELECTION_EDITS,
  type SelectionChange,
  type SelectionEdit,
  type SelectionFailure,
} from '@otodana/contract'
import { canonicalCode } from '@otodana/work-code'
import type { Selectable } from 'kysely'

import { lockTable } from '#db/dialect.ts'
import { inPages } from '#db/in-pages.ts'
import type { Database, Db } from '#db/open.ts'
import type { Tables } from '#db/tables.ts'
import { type Editor, editorColumns } from '#features/accounts/index.ts'
import type { WorkEditId } from '#features/editing/index.ts'
import { enqueue } from '#jobs/queue.ts'

export const KIND = 'selection-edit'

export type Failures = Record<number, SelectionFailure>
/** Works of a change that are processed together, and how many are before them. */
export type Batch = { workIds: readonly number[]; from: number }
/** What a job needs. */
export type StoredSelection = {
  change: SelectionChange | null
  workIds: number[]
  state: SelectionEdit['state']
  done: number
  editor: Editor
  undoes: number | null
}

/** Deletes changes up to an id, except those that are running, and those whose undo is running or later. */
async function forget(tx: Db, lastId: number): Promise<void> {
  await tx
    .deleteFrom('selection_edit')
    .where('id', '<=', lastId)
    .where('state', '!=', 'running')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('selection_edit as undo')
            .select('undo.id')
            .whereRef('undo.undoes', '=', 'selection_edit.id')
            .where((where) => where.or([where('undo.id', '>', lastId), where('undo.state', '=', 'running')])),
        ),
      ),
    )
    .execute()
}

/** Every change of many works that an account has made, for its owner; null: an undo of another one. */
export async function selectionEditsOf(db: Db, accountId: number) {
  const rows = await db
    .selectFrom('selection_edit')
    .select(['change', 'total', 'made_at_ms'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
  return rows.map(toExported)
}

/** Yields every change of many works, earliest first, with the ids of its edits and the works that it left unchanged. */
export async function* exportSelectionEdits(db: Db) {
  const all = db
    .selectFrom('selection_edit as edit')
    .leftJoin('account', 'account.id', 'edit.account_id')
    .select(['edit.id', 'edit.state', 'edit.change', 'edit.total', 'edit.made_at_ms', 'edit.undoes'])
    .select(['edit.other_editor', 'account.name as account_name'])
    .orderBy('edit.id')
  // One may be of all works.
  const pages = inPages<Awaited<ReturnType<typeof all.executeTakeFirstOrThrow>>>(
    (last, limit) =>
      all
        .where('edit.id', '>', last?.id ?? -1)
        .limit(limit)
        .execute(),
    1,
  )
  for await (const [row] of pages) {
    if (!row) continue
    const edits = await db
      .selectFrom('selection_edit_work')
      .select('edit_id')
      .where('selection_edit_id', '=', row.id)
      .orderBy('edit_id')
      .execute()
    const failures = await db
      .selectFrom('selection_edit_failure')
      .select(['work_id', 'reason'])
      .where('selection_edit_id', '=', row.id)
      .orderBy('work_id')
      .execute()
    yield [
      {
        id: row.id,
        by: row.account_name ?? row.other_editor,
        ...toExported(row),
        state: row.state,
        undoes: row.undoes,
        edits: edits.map(({ edit_id: id }) => id),
        failures: failures.map(({ work_id, reason }) => ({ code: canonicalCode(work_id), reason })),
      },
    ]
  }
}

function toExported(row: Pick<Selectable<Tables['selection_edit']>, 'change' | 'total' | 'made_at_ms'>) {
  return {
    change: row.change === null ? null : (JSON.parse(row.change) as SelectionChange),
    works: row.total,
    at: new Date(row.made_at_ms).toISOString(),
  }
}

/** The change was cancelled meanwhile. */
export class SelectionEnded extends Error {
  override readonly name = 'SelectionEnded'
}

export function createSelectionRepository({ dialect, read, write }: Database) {
  const rows = (db: Db = read) =>
    db
      .selectFrom('selection_edit as edit')
      .leftJoin('selection_edit as undo', 'undo.undoes', 'edit.id')
      .leftJoin('account', 'account.id', 'edit.account_id')
      .select(['edit.id', 'edit.state', 'edit.total', 'edit.done', 'edit.changed', 'edit.failed', 'edit.change'])
      .select(['edit.made_at_ms', 'edit.undoes', 'undo.id as undone_by'])
      .select(['account.name as account_name', 'edit.other_editor'])

  type Row = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>

  async function shown(row: Row): Promise<SelectionEdit> {
    return {
      id: row.id,
      state: row.state,
      total: row.total,
      done: row.done,
      changed: row.changed,
      failed: row.failed,
      failures: row.failed === 0 ? [] : await listFailures(row.id),
      change: row.change === null ? null : (JSON.parse(row.change) as SelectionChange),
      by: row.account_name ?? row.other_editor,
      at: new Date(row.made_at_ms).toISOString(),
      undoes: row.undoes,
      undoneBy: row.undone_by,
    }
  }

  async function listFailures(id: number): Promise<SelectionEdit['failures']> {
    const failures = await read
      .selectFrom('selection_edit_failure as failure')
      .leftJoin('work', 'work.id', 'failure.work_id')
      .select(['failure.work_id', 'failure.reason', 'work.source_id', 'work.title'])
      .where('failure.selection_edit_id', '=', id)
      .orderBy('failure.work_id')
      .limit(MAX_LISTED_FAILURES)
      .execute()
    return failures.map(({ work_id: workId, source_id: code, title, reason }) => ({
      workId,
      code: code ?? '',
      title: title ?? '',
      reason,
    }))
  }

  return {
    /**
     * Stores a change with its job, and forgets the oldest.
     *
     * @returns its id, or why the change that it undoes cannot be undone
     */
    add: (selection: Omit<StoredSelection, 'state' | 'done'>): Promise<number | 'notFound' | 'undone'> =>
      write.transaction().execute(async (tx) => {
        await lockTable(tx, dialect, 'selection_edit')
        if (selection.undoes !== null) {
          const undone = await rows(tx).where('edit.id', '=', selection.undoes).executeTakeFirst()
          if (!undone) return 'notFound'
          if (undone.undone_by !== null) return 'undone'
        }
        const { id } = await tx
          .insertInto('selection_edit')
          .values({
            change: selection.change && JSON.stringify(selection.change),
            work_ids: JSON.stringify(selection.workIds),
            state: 'running',
            total: selection.workIds.length,
            done: 0,
            changed: 0,
            failed: 0,
            ...editorColumns(selection.editor),
            made_at_ms: Date.now(),
            undoes: selection.undoes,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        await enqueue(tx, { kind: KIND, data: id, key: String(id) })
        const oldest = await tx
          .selectFrom('selection_edit')
          .select('id')
          .orderBy('id', 'desc')
          .offset(MAX_SELECTION_EDITS)
          .limit(1)
          .executeTakeFirst()
        if (oldest) await forget(tx, oldest.id)
        return id
      }),

    async find(id: number): Promise<SelectionEdit | null> {
      const row = await rows().where('edit.id', '=', id).executeTakeFirst()
      return row ? shown(row) : null
    },

    async list(): Promise<SelectionEdit[]> {
      return Promise.all((await rows().orderBy('edit.id', 'desc').limit(MAX_SELECTION_EDITS).execute()).map(shown))
    },

    async findStored(id: number): Promise<StoredSelection | null> {
      const row = await write.selectFrom('selection_edit').selectAll().where('id', '=', id).executeTakeFirst()
      if (!row) return null
      return {
        change: row.change === null ? null : (JSON.parse(row.change) as SelectionChange),
        workIds: JSON.parse(row.work_ids) as number[],
        state: row.state,
        done: row.done,
        editor: { accountId: row.account_id, otherName: row.other_editor },
        undoes: row.undoes,
      }
    },

    /** Sets the state of one that runs. @returns whether it ran */
    async end(id: number, state: Exclude<SelectionEdit['state'], 'running'>): Promise<boolean> {
      const { numUpdatedRows } = await write
        .updateTable('selection_edit')
        .set({ state })
        .where('id', '=', id)
        .where('state', '=', 'running')
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /**
     * Stores that some works have been processed, in the transaction of their edits.
     *
     * @throws {SelectionEnded} it was cancelled, so the edits must not be stored
     * @throws {Error} another process has processed them; another attempt goes on from there
     */
    async progress(
      tx: Db,
      id: number,
      { workIds, from }: Batch,
      { edits, failures }: { edits: readonly WorkEditId[]; failures: Failures },
    ): Promise<void> {
      const failed = Object.entries(failures).map(([workId, reason]) => ({
        selection_edit_id: id,
        work_id: Number(workId),
        reason,
      }))
      const { numUpdatedRows } = await tx
        .updateTable('selection_edit')
        .set((set) => ({
          done: from + workIds.length,
          changed: set('changed', '+', edits.length),
          failed: set('failed', '+', failed.length),
        }))
        .where('id', '=', id)
        .where('state', '=', 'running')
        .where('done', '=', from)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) {
        const row = await tx.selectFrom('selection_edit').select('state').where('id', '=', id).executeTakeFirst()
        if (row?.state !== 'running') throw new SelectionEnded()
        throw new Error('Another process has processed these works')
      }
      if (failed.length > 0) await tx.insertInto('selection_edit_failure').values(failed).execute()
      if (edits.length === 0) return
      const stored = edits.map(({ workId, editId }) => ({ selection_edit_id: id, work_id: workId, edit_id: editId }))
      await tx.insertInto('selection_edit_work').values(stored).execute()
    },

    /** Returns the works that a change has changed, in order of their edits. */
    async changedWorks(id: number): Promise<number[]> {
      const changed = await read
        .selectFrom('selection_edit_work')
        .select('work_id')
        .where('selection_edit_id', '=', id)
        .orderBy('edit_id')
        .execute()
      return changed.map((row) => row.work_id)
    },

    async editsOf(id: number, workIds: readonly number[]): Promise<WorkEditId[]> {
      const edits = await read
        .selectFrom('selection_edit_work')
        .select(['work_id', 'edit_id'])
        .where('selection_edit_id', '=', id)
        .where('work_id', 'in', workIds)
        .execute()
      return edits.map((row) => ({ workId: row.work_id, editId: row.edit_id }))
    },

    /** Returns those of these works that are in the library. */
    async presentWorks(workIds: readonly number[]): Promise<Set<number>> {
      const works = await read
        .selectFrom('work')
        .select('id')
        .where('id', 'in', workIds)
        .where('state', '=', 'present')
        .execute()
      return new Set(works.map(({ id }) => id))
    },
  }
}
