import { deleteFile, putFile } from '#lib/kept/change-file.ts'
import { deletePieces } from '#lib/kept/delete-pieces.ts'
import { type FileKey, type KeptDatabase, keysBelow, type Slot } from '#lib/kept/schema.ts'

/**
 * Fetches a whole original again, beside what is here of it, if the server has it in another size. If it has the former size
 * again, what was begun goes.
 */
export async function renewFile(db: KeptDatabase, key: FileKey, sizeBytes: number): Promise<void> {
  const [owner, workId, fileId, slot] = key
  const otherSlot: Slot = slot === 'original' ? 'renewed' : 'original'
  const otherKey: FileKey = [owner, workId, fileId, otherSlot]
  const transaction = db.transaction(['files', 'pieces', 'bytes', 'sums'], 'readwrite')
  const files = transaction.objectStore('files')
  const [file, other] = await Promise.all([files.get(key), files.get(otherKey)])
  if (file?.state === 'whole' && file.sizeBytes === sizeBytes && other) {
    await deleteFile(transaction, other)
    await deletePieces(transaction, keysBelow(...otherKey))
  } else if (file?.state === 'whole' && file.sizeBytes !== sizeBytes && other?.state !== 'waiting') {
    const unread = { sizeBytes: null, etag: null, contentType: '', receivedBytes: 0, state: 'waiting' as const }
    await putFile(transaction, { ...file, ...unread, quality: otherSlot, expectedBytes: sizeBytes }, other)
  }
  await transaction.done
}
