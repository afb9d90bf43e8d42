import { changeFile, deleteFile } from '#lib/kept/change-file.ts'
import { deletePieces } from '#lib/kept/delete-pieces.ts'
import { sha256, storedBytes } from '#lib/kept/read-pieces.ts'
import {
  type Bytes,
  fileKey,
  type FileKey,
  type FileState,
  type KeptDatabase,
  type KeptFile,
  keysBelow,
  type Piece,
} from '#lib/kept/schema.ts'

import { whyNotStored } from './keep-error.ts'

/** What the server says of a file when it sends it. */
export type Version = Pick<KeptFile, 'sizeBytes' | 'etag' | 'contentType'>

/** `sha256` or `quickHash`: readers know both. */
export type PieceHash = (bytes: Bytes) => string | Promise<string>

export type StoredFile = ReturnType<typeof createStoredFile>

/**
 * One file in the database while it is fetched. It may be removed at any time, also by another tab: changes then do
 * nothing and return false.
 */
export function createStoredFile(db: KeptDatabase, key: FileKey, hashOf: PieceHash = sha256) {
  type Change = { piece?: Piece; bytes?: Bytes; isEmptied?: boolean; file: Partial<KeptFile> }

  async function change(of: (file: KeptFile) => Change): Promise<boolean> {
    const transaction = db.transaction(['files', 'pieces', 'bytes', 'sums'], 'readwrite')
    try {
      const writes: Promise<unknown>[] = [transaction.done]
      const add = (write: Promise<unknown>) => {
        // Reported by the transaction, if not before.
        write.catch(() => undefined)
        writes.push(write)
      }
      const before = await changeFile(transaction, key, (file) => {
        const { piece, bytes, isEmptied = false, file: changed } = of(file)
        if (isEmptied) add(deletePieces(transaction, keysBelow(...key)))
        if (piece) add(transaction.objectStore('pieces').put(piece))
        if (piece && bytes) add(transaction.objectStore('bytes').put(bytes, [...key, piece.index]))
        return { ...file, ...changed }
      })
      await Promise.all(writes)
      return before !== undefined
    } catch (error) {
      abort(transaction)
      // A request may only say that its transaction failed.
      const why: unknown = await transaction.done.then(
        () => error,
        (reason: unknown) => reason,
      )
      throw whyNotStored(error, why)
    }
  }

  async function indices(): Promise<number[]> {
    return (await db.getAllKeys('pieces', keysBelow(...key))).map((each) => each[4])
  }

  return {
    find: (): Promise<KeptFile | undefined> => db.get('files', key),

    /** Returns which of its pieces are stored, ascending. */
    indices,

    async addPiece(index: number, bytes: Bytes, version: Version): Promise<boolean> {
      const hash = await hashOf(bytes)
      return change(({ owner, workId, fileId, quality, receivedBytes, expectedBytes }) => ({
        file: {
          ...version,
          expectedBytes: version.sizeBytes ?? expectedBytes,
          receivedBytes: receivedBytes + bytes.length,
        },
        piece: { owner, workId, fileId, quality, index, length: bytes.length, hash },
        bytes,
      }))
    },

    setSize: (sizeBytes: number): Promise<boolean> => change(() => ({ file: { sizeBytes, expectedBytes: sizeBytes } })),

    /** Forgets what has arrived, because the server has another version. */
    restart: (): Promise<boolean> =>
      change(() => ({ file: { sizeBytes: null, etag: null, receivedBytes: 0, state: 'waiting' }, isEmptied: true })),

    fail: (state: Extract<FileState, 'vanished' | 'refused'>): Promise<boolean> => change(() => ({ file: { state } })),

    /** All of it is stored: at once it replaces the same file in the other quality, and an older version. */
    async finish(): Promise<void> {
      const all = await indices()
      const [owner, workId, fileId] = key
      const transaction = db.transaction(['files', 'pieces', 'bytes', 'sums'], 'readwrite')
      const before = await changeFile(transaction, key, (file) => ({
        ...file,
        state: 'whole',
        receivedBytes: storedBytes(all, file.sizeBytes),
      }))
      const same = before ? await transaction.objectStore('files').getAll(keysBelow(owner, workId, fileId)) : []
      for (const replaced of same.filter(({ quality }) => quality !== before?.quality)) {
        await deleteFile(transaction, replaced)
        await deletePieces(transaction, keysBelow(...fileKey(replaced)))
      }
      await transaction.done
    },
  }
}

function abort(transaction: { abort: () => void }): void {
  try {
    transaction.abort()
  } catch {
    // It has ended by itself.
  }
}
