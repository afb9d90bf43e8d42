import { NAME_CHANGES_PER_PAGE, type NameChange } from '@otodana/contract'
import type { Selectable } from 'kysely'

import { inPages } from '#db/in-pages.ts'
import type { Db } from '#db/open.ts'
import type { Tables } from '#db/tables.ts'
import { type Editor, editorColumns } from '#features/accounts/index.ts'
import type { NameKind } from '#features/metadata/index.ts'

import type { NameEdit, NameFields } from './name-rows.ts'

/** A merge may name thousands of names. */
const CHANGES_AT_ONCE = 50

/** All that a change did. */
export type ChangeData = {
  /** As in `NameChange`. */
  name: string
  before: string[]
  works: number
  edits: NameEdit[]
}

export type StoredChange = NameChange & { edits: NameEdit[] }

/** @returns its id */
export async function addChange(
  tx: Db,
  change: { kind: NameKind; action: 'merge' | 'rename' | 'undo'; editor: Editor; undoes: number | null },
  data: ChangeData,
): Promise<number> {
  const { id } = await tx
    .insertInto('name_change')
    .values({
      kind: change.kind,
      action: change.action,
      data: JSON.stringify(data),
      ...editorColumns(change.editor),
      made_at_ms: Date.now(),
      undoes: change.undoes,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function findChange(db: Db, id: number): Promise<StoredChange | null> {
  const [found] = await readChanges(db, (query) => query.where('made.id', '=', id))
  return found ?? null
}

export async function listChanges(db: Db, page: number): Promise<{ changes: NameChange[]; total: number }> {
  const changes = await readChanges(db, (query) =>
    query
      .orderBy('made.id', 'desc')
      .limit(NAME_CHANGES_PER_PAGE)
      .offset((page - 1) * NAME_CHANGES_PER_PAGE),
  )
  const { total } = await db
    .selectFrom('name_change')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('action', '!=', 'undo')
    .executeTakeFirstOrThrow()
  return { changes: changes.map(shownChange), total }
}

/** Every change of names that an account has made, for its owner. */
export async function changesOf(db: Db, accountId: number) {
  const rows = await db
    .selectFrom('name_change')
    .select(['kind', 'action', 'data', 'made_at_ms'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
  return rows.map(toExported)
}

/** Yields every change of names, undone or not, earliest first. */
export async function* exportChanges(db: Db) {
  const all = db
    .selectFrom('name_change')
    .leftJoin('account', 'account.id', 'account_id')
    .select(['name_change.id', 'kind', 'action', 'data', 'made_at_ms', 'undoes', 'other_editor'])
    .select('account.name as account_name')
    .orderBy('name_change.id')
  const pages = inPages<Awaited<ReturnType<typeof all.executeTakeFirstOrThrow>>>(
    (last, limit) =>
      all
        .where('name_change.id', '>', last?.id ?? -1)
        .limit(limit)
        .execute(),
    CHANGES_AT_ONCE,
  )
  for await (const rows of pages) {
    yield rows.map((row) => ({
      id: row.id,
      by: row.account_name ?? row.other_editor,
      ...toExported(row),
      undoes: row.undoes,
    }))
  }
}

function toExported(row: Pick<Selectable<Tables['name_change']>, 'kind' | 'action' | 'data' | 'made_at_ms'>) {
  const { name, before } = JSON.parse(row.data) as ChangeData
  return { kind: row.kind, action: row.action, name, before, at: new Date(row.made_at_ms).toISOString() }
}

/** Returns it without what only the server needs. */
export function shownChange(change: StoredChange): NameChange {
  const { edits: _, ...shown } = change
  return shown
}

function made(db: Db) {
  return db
    .selectFrom('name_change as made')
    .leftJoin('account as editor', 'editor.id', 'made.account_id')
    .leftJoin('name_change as undo', 'undo.undoes', 'made.id')
    .leftJoin('account as undoer', 'undoer.id', 'undo.account_id')
    .selectAll('made')
    .select(['editor.name as account_name', 'undo.id as undo_id', 'undo.made_at_ms as undone_at_ms'])
    .select(['undoer.name as undone_by', 'undo.other_editor as undone_by_other'])
    .where('made.action', '!=', 'undo')
}

type Query = ReturnType<typeof made>

async function readChanges(db: Db, which: (query: Query) => Query): Promise<StoredChange[]> {
  const rows = await which(made(db)).execute()
  if (rows.length === 0) return []
  const oldest = Math.min(...rows.map(({ id }) => id))
  const standing = await made(db)
    .where('undo.id', 'is', null)
    .where('made.id', '>', oldest)
    .orderBy('made.id')
    .execute()
  const later = standing.map(({ id, kind, data }) => ({ id, kind, touched: touchedBy(editsOf(data)) }))
  return rows.map((row) => {
    const { name, before, works, edits } = JSON.parse(row.data) as ChangeData
    const touched = touchedBy(edits)
    const isBlocking = (other: (typeof later)[number]) =>
      other.id > row.id && other.kind === row.kind && !other.touched.isDisjointFrom(touched)
    const undone =
      row.undo_id === null
        ? null
        : { by: row.undone_by ?? row.undone_by_other, at: new Date(row.undone_at_ms ?? 0).toISOString() }
    return {
      id: row.id,
      kind: row.kind,
      action: row.action === 'rename' ? 'rename' : 'merge',
      name,
      before,
      works,
      by: row.account_name ?? row.other_editor,
      at: new Date(row.made_at_ms).toISOString(),
      undone,
      blockedBy: undone ? null : (later.findLast(isBlocking)?.id ?? null),
      edits,
    }
  })
}

function editsOf(data: string): NameEdit[] {
  return (JSON.parse(data) as ChangeData).edits
}

/** What of which names a change set. Codes and local names are not needed to undo an earlier change. */
function touchedBy(edits: readonly NameEdit[]): Set<string> {
  const essential: (keyof NameFields)[] = ['mergedInto', 'name']
  return new Set(
    edits.flatMap(({ id, after }) => essential.filter((field) => field in after).map((field) => `${id} ${field}`)),
  )
}
