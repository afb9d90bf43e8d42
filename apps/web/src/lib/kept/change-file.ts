import type { IDBPTransaction, StoreNames } from 'idb'

import { type FileKey, fileKey, type KeptFile, type KeptSum, type Schema, workKey } from './schema.ts'

/** A transaction that changes files. */
export type FileTransaction = IDBPTransaction<Schema, StoreNames<Schema>[], 'readwrite'>

/**
 * Changes a file, and what its work's files are together; does nothing if it has been removed.
 *
 * @returns the file before
 */
export async function changeFile(
  transaction: FileTransaction,
  key: FileKey,
  change: (file: KeptFile) => KeptFile,
): Promise<KeptFile | undefined> {
  const before = await transaction.objectStore('files').get(key)
  if (before) await putFile(transaction, change(before), before)
  return before
}

/** Adds a file, or replaces it. */
export async function putFile(transaction: FileTransaction, file: KeptFile, before?: KeptFile): Promise<void> {
  await Promise.all([transaction.objectStore('files').put(file), addToSum(transaction, file, file, before)])
}

/** Removes a file without its pieces. */
export async function deleteFile(transaction: FileTransaction, file: KeptFile): Promise<void> {
  await Promise.all([
    transaction.objectStore('files').delete(fileKey(file)),
    addToSum(transaction, file, undefined, file),
  ])
}

async function addToSum(
  transaction: FileTransaction,
  { owner, workId }: KeptFile,
  now: KeptFile | undefined,
  before: KeptFile | undefined,
): Promise<void> {
  const sums = transaction.objectStore('sums')
  const sum = (await sums.get(workKey({ owner, workId }))) ?? { owner, workId, ...noFiles }
  await sums.put(withFile(withFile(sum, now, 1), before, -1))
}

export const noFiles = { fileCount: 0, wholeCount: 0, failedCount: 0, expectedBytes: 0, receivedBytes: 0 }

/** @param sign  -1 to take it out */
function withFile(sum: KeptSum, file: KeptFile | undefined, sign: 1 | -1): KeptSum {
  if (!file) return sum
  const isFailed = file.state === 'vanished' || file.state === 'refused'
  return {
    ...sum,
    fileCount: sum.fileCount + sign,
    wholeCount: sum.wholeCount + (file.state === 'whole' ? sign : 0),
    failedCount: sum.failedCount + (isFailed ? sign : 0),
    expectedBytes: sum.expectedBytes + sign * file.expectedBytes,
    receivedBytes: sum.receivedBytes + sign * file.receivedBytes,
  }
}
