import type { Db } from './open.ts'

/** Remembers that a work's folder is another work now, which former ids lead to as well. */
export async function storeMove(tx: Db, fromId: number, toId: number): Promise<void> {
  await tx.deleteFrom('moved_work').where('id', '=', toId).execute()
  await tx.updateTable('moved_work').set({ to_id: toId }).where('to_id', '=', fromId).execute()
  await tx
    .insertInto('moved_work')
    .values({ id: fromId, to_id: toId })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ to_id: toId }))
    .execute()
}

/**
 * Finds something of a work or, if there is nothing, of the work that its folder is since its code was corrected.
 *
 * @param find  returns null if the work is not in the library
 */
export async function findWithMoved<T>(
  db: Db,
  workId: number,
  find: (workId: number) => Promise<T | null>,
): Promise<T | null> {
  const found = await find(workId)
  if (found !== null) return found
  const moved = await db.selectFrom('moved_work').select('to_id').where('id', '=', workId).executeTakeFirst()
  return moved ? find(moved.to_id) : null
}
