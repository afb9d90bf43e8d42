import type { FileKey, KeptDatabase, KeptFile, KeptList, KeptSum, KeptWork } from '#lib/kept/schema.ts'
import { keysBelow } from '#lib/kept/schema.ts'
import { noFiles } from '#lib/kept/change-file.ts'

import type { KeptEntry } from '../kept.store.ts'

export type Library = {
  works: KeptEntry[]
  /** Files of these owners that are whole. */
  wholeKeys: FileKey[]
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
  const [sums, found, keys, lists] = await Promise.all([
    transaction.objectStore('sums').getAll(),
    known ?? Promise.all(owners.map((owner) => works.getAll(keysBelow(owner)))).then((all) => all.flat()),
    Promise.all(owners.map((owner) => states.getAllKeys([owner, 'whole']))),
    owners[0] === undefined ? [] : transaction.objectStore('lists').getAll(keysBelow(owners[0])),
  ])
  const sumOf = new Map(sums.map((sum) => [nameOf(sum), sum]))
  return {
    works: found
      .map((work) => ({ ...work, sum: sumOf.get(nameOf(work)) ?? emptySum(work) }))
      .sort((a, b) => a.place - b.place || a.workId - b.workId),
    wholeKeys: keys.flat(),
    lists: lists.sort((a, b) => a.title.localeCompare(b.title)),
    totalCount: sums.length,
    totalBytes: sums.reduce((total, { receivedBytes }) => total + receivedBytes, 0),
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
