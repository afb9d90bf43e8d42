import { isMissing } from '#lib/api/api.ts'
import type { Quality } from '#lib/kept/kept-path.ts'
import { removeWork } from '#lib/kept/remove-works.ts'
import { type KeptDatabase, type KeptList, keysBelow } from '#lib/kept/schema.ts'

/** More of a list is not kept: who wants ten thousand works on a phone has chosen the wrong list. */
export const MAX_LIST_WORKS = 200

export type Deps = {
  db: KeptDatabase
  /**
   * Returns the first works of a list, at most `MAX_LIST_WORKS`, and how many there are.
   *
   * @throws {ApiError} 404: there is no such list
   */
  readList: (list: KeptList) => Promise<{ workIds: number[]; totalCount: number }>
  /**
   * Keeps a work because of a list.
   *
   * @returns false if there is no room for it
   * @throws {ApiError} 404: there is no such work
   */
  keep: (workId: number, quality: Quality) => Promise<boolean>
  now: () => number
}

/**
 * Brings what is kept in step with an owner's lists: keeps works that were added, and removes those that no list has any more,
 * unless the listener keeps them. Works are only removed when all lists have been read.
 *
 * @throws {ApiError} the server cannot be reached, or refuses
 */
export async function syncLists(deps: Deps, owner: number): Promise<void> {
  const { db, readList, keep, now } = deps
  const wanted = new Set<number>()
  const known = new Set((await db.getAllKeys('works', keysBelow(owner))).map(([, workId]) => workId))
  for (const list of await db.getAll('lists', keysBelow(owner))) {
    const found = await readList(list).catch((error: unknown) => {
      if (isMissing(error)) return null
      throw error
    })
    const workIds = found?.workIds ?? list.workIds
    let keptCount = 0
    const excluded = new Set(list.excludedIds)
    for (const workId of workIds.filter((each) => !excluded.has(each))) {
      wanted.add(workId)
      if (!known.has(workId) && found && (await keepPresent(keep, workId, list.quality))) known.add(workId)
      if (known.has(workId)) keptCount += 1
    }
    const leftOutCount = Math.max(0, (found?.totalCount ?? workIds.length) - keptCount - excluded.size)
    await changeList(db, list, { workIds, leftOutCount, readAtMs: now(), isGone: found === null })
  }
  for (const work of await db.getAll('works', keysBelow(owner))) {
    if (work.isOfList && !wanted.has(work.workId)) await removeWork(db, work)
  }
}

async function keepPresent(keep: Deps['keep'], workId: number, quality: Quality): Promise<boolean> {
  try {
    return await keep(workId, quality)
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

/** Stores what was read, unless the list has been removed meanwhile. */
async function changeList(db: KeptDatabase, { owner, id }: KeptList, read: Partial<KeptList>): Promise<void> {
  const transaction = db.transaction('lists', 'readwrite')
  const stored = await transaction.store.get([owner, id])
  if (stored) await transaction.store.put({ ...stored, ...read })
  await transaction.done
}

/** Stores that the listener has removed works, so that no list brings them back. */
export async function excludeWorks(
  db: KeptDatabase,
  works: readonly { owner: number; workId: number }[],
): Promise<void> {
  const transaction = db.transaction('lists', 'readwrite')
  for (const owner of new Set(works.map((work) => work.owner))) {
    const ids = works.filter((work) => work.owner === owner).map(({ workId }) => workId)
    for (const list of await transaction.store.getAll(keysBelow(owner))) {
      const excludedIds = [...new Set([...list.excludedIds, ...ids.filter((id) => list.workIds.includes(id))])]
      await transaction.store.put({ ...list, excludedIds })
    }
  }
  await transaction.done
}

/** Removes a list. Its works stay, as the listener's own, or go unless another list has them at the next sync. */
export async function removeList(
  db: KeptDatabase,
  { owner, id, workIds }: KeptList,
  works: 'stay' | 'go',
): Promise<void> {
  const transaction = db.transaction(['lists', 'works'], 'readwrite')
  await transaction.objectStore('lists').delete([owner, id])
  const others = await transaction.objectStore('lists').getAll(keysBelow(owner))
  const stillWanted = new Set(others.flatMap((list) => list.workIds))
  const gone: { owner: number; workId: number }[] = []
  for (const workId of workIds) {
    const work = await transaction.objectStore('works').get([owner, workId])
    if (!work?.isOfList) continue
    const { isOfList: _, ...own } = work
    if (works === 'stay') await transaction.objectStore('works').put(own)
    else if (!stillWanted.has(workId)) gone.push({ owner, workId })
  }
  await transaction.done
  for (const work of gone) await removeWork(db, work)
}
