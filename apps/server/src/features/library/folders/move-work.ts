import type { WorkIdentity } from '@otodana/work-code'
import { sql } from 'kysely'

import type { Db } from '#db/open.ts'
import { storeMove } from '#db/moved-works.ts'
import { recountRatings } from '#db/recount-ratings.ts'
import { lockWorks } from '#features/metadata/index.ts'

/** What belongs to a work, and what else makes a row unique; where the new work has such a row, that one stays. */
const parts = [
  { table: 'review', keys: ['account_id'] },
  { table: 'tag_vote', keys: ['account_id', 'tag_id'] },
  { table: 'unmerged_vote', keys: ['account_id', 'tag_id'] },
  { table: 'playlist_work', keys: ['playlist_id'] },
  { table: 'listening', keys: ['listener'] },
  { table: 'put_aside', keys: ['account_id'] },
  { table: 'podcast_feed', keys: ['account_id'] },
  { table: 'work_edit', keys: [] },
  { table: 'folder_metadata', keys: [] },
  { table: 'file', keys: ['path'] },
] as const

/** What belongs to a file, and what else makes a row unique. */
const fileParts = [
  { table: 'place', keys: ['account_id', 'device_id'] },
  { table: 'heard', keys: ['account_id', 'day', 'device_id'] },
] as const

/** Rows of which a work may have any number. */
const lists = ['feedback', 'work_edit_history', 'selection_edit_work'] as const

type Moved = {
  /** Whether files and data moved along. */
  withData: boolean
}

/**
 * Gives a work's folder another code; the old row stays as a missing work, and its address leads to the new one. Files and all that members and editors have of the
 * work move to the other id. If the other work has such data of its own, each keeps what it has: two works' data are never mixed.
 * Metadata of imports and providers stays with the code that it is about.
 *
 * @param tx  a transaction
 * @param options  `withData`: false moves the folder only
 * @returns null if the other work is in the library already; nothing was changed
 */
export async function moveWork(tx: Db, fromId: number, to: WorkIdentity, options: Moved): Promise<Moved | null> {
  await lockWorks(tx, [fromId, to.id])
  const from = await tx.selectFrom('work').selectAll().where('id', '=', fromId).executeTakeFirst()
  const target = await tx.selectFrom('work').select(['state']).where('id', '=', to.id).executeTakeFirst()
  if (target?.state === 'present') return null
  if (!from) return options
  const withData = options.withData && !(await hasData(tx, to.id))
  const { id: _id, ...columns } = from
  const moved = { ...columns, source_id: to.code, signature: null, downloaded_cover: null }
  const now = { updated_at_ms: Date.now() }
  if (target) {
    const { root, path, source_id, state, signature } = moved
    await tx
      .updateTable('work')
      .set({ root, path, source_id, state, signature, ...now })
      .where('id', '=', to.id)
      .execute()
  } else {
    await tx
      .insertInto('work')
      .values({ ...moved, id: to.id, ...now })
      .execute()
  }
  if (withData) await moveData(tx, fromId, to.id)
  await tx
    .updateTable('work')
    .set({ state: 'missing', signature: null, cover_file_id: null, ...now })
    .where('id', '=', fromId)
    .execute()
  await storeMove(tx, fromId, to.id)
  return { withData }
}

/** Whether members or editors have anything of a work. */
async function hasData(tx: Db, workId: number): Promise<boolean> {
  const own = [...parts.map(({ table }) => table), ...lists].filter(
    (table) => table !== 'file' && table !== 'folder_metadata',
  )
  const found = own.map((table) => sql`exists (select 1 from ${sql.table(table)} where work_id = ${workId})`)
  const ofFiles = fileParts.map(
    ({ table }) => sql`exists (select 1 from ${sql.table(table)} as part join file on file.id = part.file_id
      where file.work_id = ${workId})`,
  )
  const query = sql<{ found: number }>`select 1 as found where ${sql.join([...found, ...ofFiles], sql` or `)}`
  return (await query.execute(tx)).rows.length > 0
}

async function moveData(tx: Db, fromId: number, toId: number): Promise<void> {
  for (const { table, keys } of parts) {
    await sql`update ${sql.table(table)} set work_id = ${toId} where work_id = ${fromId} and not exists (
      select 1 from ${sql.table(table)} as other where other.work_id = ${toId} ${sameKeys(table, keys)})`.execute(tx)
  }
  for (const table of lists) {
    await sql`update ${sql.table(table)} set work_id = ${toId} where work_id = ${fromId}`.execute(tx)
  }
  await moveFileParts(tx, fromId, toId)
  await recountRatings(tx, sql`${fromId}, ${toId}`)
}

/** Files that the new work had under the same paths take over what belongs to the old ones. */
async function moveFileParts(tx: Db, fromId: number, toId: number): Promise<void> {
  const pairs = await tx
    .selectFrom('file as old')
    .innerJoin('file as new', 'new.path', 'old.path')
    .select(['old.id as oldId', 'new.id as newId'])
    .where('old.work_id', '=', fromId)
    .where('new.work_id', '=', toId)
    .execute()
  for (const { oldId, newId } of pairs) {
    for (const { table, keys } of fileParts) {
      await sql`update ${sql.table(table)} set file_id = ${newId} where file_id = ${oldId} and not exists (
        select 1 from ${sql.table(table)} as other where other.file_id = ${newId}
          ${sameKeys(table, keys)})`.execute(tx)
    }
  }
}

function sameKeys(table: string, keys: readonly string[]) {
  const isSame = keys.map((key) => sql`and other.${sql.ref(key)} = ${sql.table(table)}.${sql.ref(key)}`)
  return sql.join(isSame, sql` `)
}
