import { MAX_EDITS_PER_WORK, type WorkEdit } from '@otodana/contract'
import { canonicalCode } from '@otodana/work-code'

import { inPages } from '#db/in-pages.ts'
import type { Db } from '#db/open.ts'
import { type Editor, editorColumns } from '#features/accounts/index.ts'
import { type EditedMetadata, parseEdited } from '#features/metadata/index.ts'

import type { Changes } from './field-changes.ts'

/** An edit may hold two descriptions of 50,000 characters. */
const EDITS_AT_ONCE = 100

export type Edits = { edited: EditedMetadata | null; version: number }

export async function readEdits(db: Db, workId: number): Promise<Edits> {
  const row = await db
    .selectFrom('work_edit')
    .select(['data', 'version'])
    .where('work_id', '=', workId)
    .executeTakeFirst()
  return row ? { edited: parseEdited(row.data), version: row.version } : { edited: null, version: 0 }
}

/** @throws {Error} `edited` could not be read back */
export async function storeEdits(tx: Db, workId: number, edited: EditedMetadata, version: number): Promise<void> {
  const data = JSON.stringify(edited)
  parseEdited(data)
  await tx
    .insertInto('work_edit')
    .values({ work_id: workId, data, version })
    .onConflict((conflict) => conflict.column('work_id').doUpdateSet({ data, version }))
    .execute()
}

/** @returns the new edit's id */
export async function addToHistory(
  tx: Db,
  { workId, editor, changes }: { workId: number; editor: Editor; changes: Changes },
): Promise<number> {
  const { id } = await tx
    .insertInto('work_edit_history')
    .values({
      work_id: workId,
      ...editorColumns(editor),
      at_ms: Date.now(),
      changes: JSON.stringify(changes),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const oldest = await tx
    .selectFrom('work_edit_history')
    .select('id')
    .where('work_id', '=', workId)
    .orderBy('id', 'desc')
    .offset(MAX_EDITS_PER_WORK)
    .limit(1)
    .executeTakeFirst()
  if (oldest) {
    await tx.deleteFrom('work_edit_history').where('work_id', '=', workId).where('id', '<=', oldest.id).execute()
  }
  return id
}

export async function findEdit(
  tx: Db,
  workId: number,
  editId: number,
): Promise<{ changes: Changes; isUndone: boolean } | null> {
  const row = await tx
    .selectFrom('work_edit_history')
    .select(['changes', 'undone_by'])
    .where('id', '=', editId)
    .where('work_id', '=', workId)
    .executeTakeFirst()
  return row ? { changes: JSON.parse(row.changes) as Changes, isUndone: row.undone_by !== null } : null
}

export async function markUndone(tx: Db, editId: number, undoneBy: number): Promise<void> {
  await tx.updateTable('work_edit_history').set({ undone_by: undoneBy }).where('id', '=', editId).execute()
}

type ListedEdit = Omit<WorkEdit, 'canUndo'>

/** Lists a work's edits before an id, latest first. */
export async function listEdits(db: Db, workId: number, before: number, limit: number): Promise<ListedEdit[]> {
  const rows = await selectEdits(db)
    .where('edit.work_id', '=', workId)
    .where('edit.id', '<', before)
    .orderBy('edit.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toListed)
}

/** Yields the edits of all works, earliest first. */
export async function* exportEdits(db: Db) {
  const pages = inPages<EditRow>(
    (last, limit) =>
      selectEdits(db)
        .where('edit.id', '>', last?.id ?? -1)
        .orderBy('edit.id')
        .limit(limit)
        .execute(),
    EDITS_AT_ONCE,
  )
  for await (const rows of pages) yield rows.map((row) => ({ code: canonicalCode(row.work_id), ...toListed(row) }))
}

function selectEdits(db: Db) {
  return db
    .selectFrom('work_edit_history as edit')
    .leftJoin('account', 'account.id', 'edit.account_id')
    .leftJoin('work_edit_history as undone', 'undone.undone_by', 'edit.id')
    .select(['edit.id', 'edit.work_id', 'edit.at_ms', 'edit.changes', 'edit.undone_by', 'edit.other_editor'])
    .select(['account.name as account_name', 'undone.id as undoes'])
}

type EditRow = Awaited<ReturnType<ReturnType<typeof selectEdits>['executeTakeFirstOrThrow']>>

function toListed(row: EditRow): ListedEdit {
  return {
    id: row.id,
    at: new Date(row.at_ms).toISOString(),
    by: row.account_name ?? row.other_editor,
    changes: JSON.parse(row.changes) as Changes,
    undoneBy: row.undone_by,
    undoes: row.undoes,
  }
}

/** Everything an account has edited, for its owner. */
export async function editsOf(db: Db, accountId: number): Promise<{ code: string; at: string; changes: Changes }[]> {
  const rows = await db
    .selectFrom('work_edit_history')
    .innerJoin('work', 'work.id', 'work_id')
    .select(['source_id', 'at_ms', 'changes'])
    .where('account_id', '=', accountId)
    .orderBy('work_edit_history.id')
    .execute()
  return rows.map(({ source_id: code, at_ms: at, changes }) => ({
    code,
    at: new Date(at).toISOString(),
    changes: JSON.parse(changes) as Changes,
  }))
}

/** Whether an uploaded cover is in any work's edits or their history, or was taken over from another server. */
export async function isUploadUsed(db: Db, name: string): Promise<boolean> {
  const taken = db.selectFrom('provided_metadata').select('work_id').where('cover_name', '=', name)
  if (await taken.executeTakeFirst()) return true
  const pattern = `%${name}%`
  const current = await db.selectFrom('work_edit').select('work_id').where('data', 'like', pattern).executeTakeFirst()
  if (current) return true
  const history = db.selectFrom('work_edit_history').select('id').where('changes', 'like', pattern)
  return (await history.executeTakeFirst()) !== undefined
}
