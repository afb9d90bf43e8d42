import { isMissing } from '#lib/api/api.ts'
import type { Quality } from '#lib/kept/kept-path.ts'
import { removeWork } from '#lib/kept/remove-works.ts'
import { type KeptDatabase, type KeptList, keysBelow } from '#lib/kept/schema.ts'

import { idOfSource } from './source-id.ts'

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
  const known = new Set((await db.getAllKeys('works', keysBelow(owner))).map(([, workId]) => workId))
  for (const list of await db.getAll('lists', keysBelow(owner))) {
    const found = await readList(list).catch((error: unknown) => {
      if (isMissing(error)) return null
      throw error
    })
    // First, so that who ends the list, or removes a work of it, meanwhile finds what it has.
    const read = await changeList(db, list, found ? { workIds: found.workIds, isGone: false } : { isGone: true })
    if (!read) continue
    let keptCount = 0
    for (const workId of worksOf(read)) {
      if (!known.has(workId) && found && (await isWanted(db, read, workId))) {
        if (await keepPresent(keep, workId, list.quality)) known.add(workId)
      }
      if (known.has(workId)) keptCount += 1
    }
    const excludedCount = read.workIds.length - worksOf(read).length
    const totalCount = (found?.totalCount ?? read.workIds.length) - excludedCount
    await changeList(db, list, { keptCount, leftOutCount: Math.max(0, totalCount - keptCount), readAtMs: now() })
  }
  const wanted = new Set((await db.getAll('lists', keysBelow(owner))).flatMap(worksOf))
  for (const work of await db.getAll('works', keysBelow(owner))) {
    if (work.isOfList && !wanted.has(work.workId)) await removeWork(db, work)
  }
}

/** Those that the listener has not removed. */
function worksOf({ workIds, excludedIds }: KeptList): number[] {
  const excluded = new Set(excludedIds)
  return workIds.filter((workId) => !excluded.has(workId))
}

async function isWanted(db: KeptDatabase, { owner, id }: KeptList, workId: number): Promise<boolean> {
  const list = await db.get('lists', [owner, id])
  return list !== undefined && !list.excludedIds.includes(workId)
}

async function keepPresent(keep: Deps['keep'], workId: number, quality: Quality): Promise<boolean> {
  try {
    return await keep(workId, quality)
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

/** Stores what was read, unless the list has been removed meanwhile. Returns the list as it is now. */
async function changeList(
  db: KeptDatabase,
  { owner, id }: KeptList,
  read: Partial<KeptList>,
): Promise<KeptList | undefined> {
  const transaction = db.transaction('lists', 'readwrite')
  const stored = await transaction.store.get([owner, id])
  const changed = stored && { ...stored, ...read }
  if (changed) await transaction.store.put(changed)
  await transaction.done
  return changed
}

/** Adds a list, or changes the quality of one. */
export async function addList(
  db: KeptDatabase,
  { owner, source, title, quality }: Pick<KeptList, 'owner' | 'source' | 'title' | 'quality'>,
): Promise<void> {
  const transaction = db.transaction('lists', 'readwrite')
  const id = idOfSource(source)
  const unread = { workIds: [], excludedIds: [], keptCount: 0, leftOutCount: 0, readAtMs: null, isGone: false }
  const before = await transaction.store.get([owner, id])
  await transaction.store.put({ ...unread, ...before, owner, id, source, title, quality })
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
  { owner, id }: Pick<KeptList, 'owner' | 'id'>,
  works: 'stay' | 'go',
): Promise<void> {
  const transaction = db.transaction(['lists', 'works'], 'readwrite')
  const { workIds = [] } = (await transaction.objectStore('lists').get([owner, id])) ?? {}
  await transaction.objectStore('lists').delete([owner, id])
  const others = await transaction.objectStore('lists').getAll(keysBelow(owner))
  const stillWanted = new Set(others.flatMap(worksOf))
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
