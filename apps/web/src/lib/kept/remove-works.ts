import { deletePieces } from './delete-pieces.ts'
import { type KeptDatabase, type KeptWork, keysBelow, workKey } from './schema.ts'

/** Removes all that is kept of a work. */
export async function removeWork(db: KeptDatabase, work: Pick<KeptWork, 'owner' | 'workId'>): Promise<void> {
  await removeBelow(db, ...workKey(work))
}

/** Removes all that is kept by one account, or without one. */
export async function removeOwner(db: KeptDatabase, owner: number): Promise<void> {
  await removeBelow(db, owner)
  await db.delete('lists', keysBelow(owner))
}

async function removeBelow(db: KeptDatabase, ...key: number[]): Promise<void> {
  const below = keysBelow(...key)
  // The works themselves: their keys have two parts.
  const works = key.length === 2 ? IDBKeyRange.only(key) : below
  const transaction = db.transaction(['works', 'files', 'pieces', 'bytes', 'sums', 'answers', 'covers'], 'readwrite')
  await Promise.all([
    transaction.objectStore('works').delete(works),
    transaction.objectStore('sums').delete(works),
    transaction.objectStore('files').delete(below),
    deletePieces(transaction, below),
    transaction.objectStore('answers').delete(below),
    transaction.objectStore('covers').delete(below),
    transaction.done,
  ])
}
