import type { FileKey, KeptDatabase, KeptFile, KeptList, KeptSum, KeptWork } from '#lib/kept/schema.ts'
import { keysBelow, qualityIn, workKey } from '#lib/kept/schema.ts'
import { noFiles } from '#lib/kept/change-file.ts'

import type { FirstLook, KeptEntry } from '../kept.store.ts'

export type Library = {
  works: KeptEntry[]
  /** Files of these owners that are whole; of those, the ones that the server has in another version. */
  wholeKeys: FileKey[]
  olderKeys: FileKey[]
  /** What all works are and take, those of other owners included. */
  totalCount: number
  totalBytes: number
  /** Of the first of these owners, the visitor; by title. */
  lists: KeptList[]
}

/**
 * Reads what is kept for some owners, in the order of the queue.
 *
 * @param known  works that have been read before, if only their files may have changed
 */
export async function readLibrary(
  db: KeptDatabase,
  owners: readonly number[],
  known?: readonly KeptWork[],
): Promise<Library> {
  const transaction = db.transaction(['works', 'files', 'sums', 'lists'])
  const works = transaction.objectStore('works')
  const states = transaction.objectStore('files').index('state')
  const [sums, found, keys, waitingKeys, lists] = await Promise.all([
    transaction.objectStore('sums').getAll(),
    known ?? Promise.all(owners.map((owner) => works.getAll(keysBelow(owner)))).then((all) => all.flat()),
    Promise.all(owners.map((owner) => states.getAllKeys([owner, 'whole']))),
    Promise.all(owners.map((owner) => states.getAllKeys([owner, 'waiting']))),
    owners[0] === undefined ? [] : transaction.objectStore('lists').getAll(keysBelow(owners[0])),
  ])
  const sumOf = new Map(sums.map((sum) => [nameOf(sum), sum]))
  const olderKeys = olderAmong(keys.flat(), waitingKeys.flat())
  const olderCounts = new Map<string, number>()
  for (const [owner, workId] of olderKeys) {
    const name = nameOf({ owner, workId })
    olderCounts.set(name, (olderCounts.get(name) ?? 0) + 1)
  }
  return {
    works: found
      .map((work) => ({
        ...work,
        sum: sumOf.get(nameOf(work)) ?? emptySum(work),
        olderCount: olderCounts.get(nameOf(work)) ?? 0,
      }))
      .sort(inQueueOrder),
    wholeKeys: keys.flat(),
    olderKeys,
    lists: lists.sort(byTitle),
    totalCount: sums.length,
    totalBytes: bytesOf(sums),
  }
}

/** Files of which another version is being fetched in the same quality. */
function olderAmong(whole: readonly FileKey[], waiting: readonly FileKey[]): FileKey[] {
  const nameOfFile = ([owner, workId, fileId, slot]: FileKey) => `${owner}/${workId}/${fileId}/${qualityIn(slot)}`
  const renewed = new Set(waiting.map(nameOfFile))
  return renewed.size === 0 ? [] : whole.filter((key) => renewed.has(nameOfFile(key)))
}

type NewestWorks = FirstLook & Pick<Library, 'lists' | 'totalBytes'>

/**
 * Reads the works that were kept last.
 *
 * @param most  of each owner
 * @returns null if there are not many more: then all of them are read as fast
 */
export async function readNewest(
  db: KeptDatabase,
  owners: readonly number[],
  most: number,
): Promise<NewestWorks | null> {
  const transaction = db.transaction(['works', 'sums', 'lists'])
  const works = transaction.objectStore('works')
  const [keys, sums, lists] = await Promise.all([
    Promise.all(owners.map((owner) => works.index('kept').getAllKeys(keysBelow(owner)))),
    transaction.objectStore('sums').getAll(),
    owners[0] === undefined ? [] : transaction.objectStore('lists').getAll(keysBelow(owners[0])),
  ])
  const count = keys.flat().length
  if (count < 2 * most) return null
  const own = new Map(sums.filter(({ owner }) => owners.includes(owner)).map((sum) => [nameOf(sum), sum]))
  const waiting = [...own.values()].filter((sum) => sum.wholeCount + sum.failedCount < sum.fileCount).map(workKey)
  const shown = new Map([...keys.flatMap((all) => all.slice(-most)), ...waiting].map((key) => [key.join('/'), key]))
  const found = await Promise.all([...shown.values()].map((key) => works.get(key)))
  return {
    works: found
      .flatMap((work) => (work ? [{ ...work, sum: own.get(nameOf(work)) ?? emptySum(work) }] : []))
      .sort(inQueueOrder),
    count,
    bytes: bytesOf([...own.values()]),
    lists: lists.sort(byTitle),
    totalBytes: bytesOf(sums),
  }
}

/** Reads again how far some works are, while their files arrive. */
export async function withNewSums(
  db: KeptDatabase,
  works: readonly KeptEntry[],
  owner: number,
  workIds: readonly number[],
): Promise<readonly KeptEntry[]> {
  const { store } = db.transaction('sums')
  const sums = await Promise.all(workIds.map((workId) => store.get([owner, workId])))
  const sumOf = new Map(sums.flatMap((sum) => (sum ? [[nameOf(sum), sum]] : [])))
  return works.map((entry) => {
    const sum = sumOf.get(nameOf(entry))
    return sum ? { ...entry, sum } : entry
  })
}

const inQueueOrder = (a: KeptWork, b: KeptWork) => a.place - b.place || a.workId - b.workId
const byTitle = (a: KeptList, b: KeptList) => a.title.localeCompare(b.title)
const bytesOf = (sums: readonly KeptSum[]) => sums.reduce((total, { receivedBytes }) => total + receivedBytes, 0)

const nameOf = ({ owner, workId }: Pick<KeptWork, 'owner' | 'workId'>) => `${owner}/${workId}`

const emptySum = ({ owner, workId }: KeptWork): KeptSum => ({ owner, workId, ...noFiles })

/** Returns the files of one owner that wait to be fetched, with the works that they belong to. */
export async function readWaiting(db: KeptDatabase, owner: number): Promise<{ works: KeptWork[]; files: KeptFile[] }> {
  const transaction = db.transaction(['works', 'files'])
  const [files, works] = await Promise.all([
    transaction.objectStore('files').index('state').getAll([owner, 'waiting']),
    transaction.objectStore('works').getAll(keysBelow(owner)),
  ])
  return { files, works }
}
