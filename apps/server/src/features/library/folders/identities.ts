import { createHash } from 'node:crypto'

import { canonicalCode, FIRST_CODELESS_ID, isCodelessId, MAX_WORK_ID, type WorkIdentity } from '@otodana/work-code'
import type { Selectable } from 'kysely'

import { type DialectName, lockTable } from '#db/dialect.ts'
import type { Db } from '#db/open.ts'
import type { Tables } from '#db/tables.ts'
import { codesOfFolder } from '#features/metadata/index.ts'

import { moveWork } from './move-work.ts'

/** A folder, by its library folder and its path relative to that. */
export type Place = { root: string; path: string }
export type FolderIdentity = Selectable<Tables['folder_identity']>
/** Which work a folder is, if that is not what its name says. */
export type IdentityOf = (place: Place) => WorkIdentity | undefined

export function placeKey({ root, path }: Place): string {
  return `${root}\0${path}`
}

export function identityOfId(id: number): WorkIdentity {
  return { id, code: canonicalCode(id) }
}

export async function readIdentities(db: Db): Promise<FolderIdentity[]> {
  return db.selectFrom('folder_identity').selectAll().execute()
}

/** Lets one transaction at a time decide which works folders are, so that two cannot give one folder two ids. */
export async function lockIdentities(tx: Db, dialect: DialectName): Promise<void> {
  await lockTable(tx, dialect, 'folder_identity')
  // On SQLite a write that changes nothing waits for the lock of all writes.
  await tx.updateTable('folder_identity').set({ work_id: 0 }).where('path', 'is', null).execute()
}

export function indexIdentities(rows: readonly FolderIdentity[]): IdentityOf {
  const known = new Map(rows.map((row) => [placeKey(row), identityOfId(row.work_id)]))
  return (place) => known.get(placeKey(place))
}

/** Whether a folder is still the work that it was when it was walked. */
export async function isStillWork(tx: Db, { root, path, code }: Place & { code: WorkIdentity }): Promise<boolean> {
  const given = await findIdentity(tx, { root, path })
  return given ? given.work_id === code.id : isNamed(path, code.id)
}

async function findIdentity(tx: Db, { root, path }: Place): Promise<FolderIdentity | undefined> {
  return tx
    .selectFrom('folder_identity')
    .selectAll()
    .where('root', '=', root)
    .where('path', '=', path)
    .executeTakeFirst()
}

/** Whether the folder's name holds the work's code. */
function isNamed(path: string, workId: number): boolean {
  return codesOfFolder(path.slice(path.lastIndexOf('/') + 1)).some(({ id }) => id === workId)
}

/**
 * Returns the id for a folder without a code: the one that it had before or, for a new one, one that follows from its path, so
 * that the same folder gets the same id after an older copy of the database was put back.
 */
export async function codelessIdFor(tx: Db, { root, path }: Place): Promise<number> {
  const earlier = await tx
    .selectFrom('work')
    .select('id')
    .where('root', '=', root)
    .where('path', '=', path)
    .where('id', '>=', FIRST_CODELESS_ID)
    .where('id', 'not in', tx.selectFrom('folder_identity').select('work_id'))
    .executeTakeFirst()
  if (earlier) return earlier.id
  const span = MAX_WORK_ID - FIRST_CODELESS_ID + 1
  const first = createHash('sha256').update(path).digest().readUInt32BE(0) % span
  for (let step = 0; ; step++) {
    const id = FIRST_CODELESS_ID + ((first + step) % span)
    const work = await tx.selectFrom('work').select('id').where('id', '=', id).executeTakeFirst()
    const given = await tx.selectFrom('folder_identity').select('work_id').where('work_id', '=', id).executeTakeFirst()
    if (!work && !given) return id
  }
}

type Assignment = {
  place: Place
  workId: number
  givenBy: FolderIdentity['given_by']
  /** The work that the folder was until now; what members have there moves. */
  previousId: number | null
}

/**
 * Makes a folder a work from the next scan on.
 *
 * @param tx  a transaction
 * @returns false if the work has another folder, which then stays the only one
 */
export async function assignIdentity(tx: Db, { place, workId, givenBy, previousId }: Assignment): Promise<boolean> {
  const { root, path } = place
  const taken = await tx
    .selectFrom('folder_identity')
    .select('path')
    .where('work_id', '=', workId)
    .where((row) => row.or([row('root', '<>', root), row('path', '<>', path)]))
    .executeTakeFirst()
  if (taken) return false
  if (previousId !== null && previousId !== workId && (await isPresent(tx, workId))) return false
  const before = await findIdentity(tx, place)
  let origin = before?.previous_id ?? null
  let from = previousId
  // Correcting a correction starts from what the folder was at first, which undoing leads back to. That work may have got
  // another folder meanwhile.
  if (before && origin !== null && from !== null && (await withdrawIdentity(tx, before)) !== false) {
    if (origin === workId && isNamed(path, workId)) return true
    from = origin
    origin = null
  }
  let hasMovedData = false
  if (from !== null && from !== workId) {
    const moved = await moveWork(tx, from, identityOfId(workId), { withData: true })
    if (moved === null) return false
    hasMovedData = moved.withData && (origin === null || before?.has_moved_data === 1)
  }
  const row = {
    work_id: workId,
    given_by: givenBy,
    previous_id: origin ?? (from === workId ? null : from),
    has_moved_data: hasMovedData ? (1 as const) : (0 as const),
  }
  await tx.deleteFrom('codeless_folder').where('root', '=', root).where('path', '=', path).execute()
  await tx
    .insertInto('folder_identity')
    .values({ root, path, ...row })
    .onConflict((conflict) => conflict.columns(['root', 'path']).doUpdateSet(row))
    .execute()
  return true
}

async function isPresent(tx: Db, workId: number): Promise<boolean> {
  const work = await tx.selectFrom('work').select('state').where('id', '=', workId).executeTakeFirst()
  return work?.state === 'present'
}

/**
 * Undoes an assignment: the folder is again what it was, or what its name says. A work without a code goes missing, with all that
 * members have there.
 *
 * @returns the id of the work that the folder is now; null: none. False if that work has another folder meanwhile
 */
export async function withdrawIdentity(tx: Db, row: FolderIdentity): Promise<number | null | false> {
  const { root, path, work_id: workId, previous_id: previousId } = row
  if (previousId === null) {
    await tx.updateTable('work').set({ state: 'missing', signature: null }).where('id', '=', workId).execute()
  } else {
    const options = { withData: row.has_moved_data === 1 }
    if (!(await moveWork(tx, workId, identityOfId(previousId), options))) return false
  }
  if (previousId !== null && isCodelessId(previousId)) {
    await tx
      .updateTable('folder_identity')
      .set({ work_id: previousId, previous_id: null, has_moved_data: 0 })
      .where('root', '=', root)
      .where('path', '=', path)
      .execute()
  } else await tx.deleteFrom('folder_identity').where('root', '=', root).where('path', '=', path).execute()
  return previousId
}
