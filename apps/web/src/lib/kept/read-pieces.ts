import { changeFile } from './change-file.ts'
import type { FileRef } from './kept-path.ts'
import { quickHash } from './quick-hash.ts'
import {
  type Bytes,
  fileKey,
  type FileKey,
  type KeptDatabase,
  type KeptFile,
  keysBelow,
  type Piece,
  type PieceKey,
  slotsOf,
} from './schema.ts'
import { PIECE_BYTES, pieceLength } from './pieces.ts'
import { presentOwners } from './visitor.ts'

/** Returns a file that is whole, if the present visitor may have it. */
export async function findWholeFile(db: KeptDatabase, ref: FileRef): Promise<KeptFile | undefined> {
  for (const owner of await presentOwners(db)) {
    for (const quality of slotsOf(ref.quality)) {
      const file = await db.get('files', fileKey({ owner, ...ref, quality }))
      if (file?.state === 'whole') return file
    }
  }
  return undefined
}

/**
 * Returns the bytes of a piece of a whole file; null if it is missing, or differs from what was stored: then it has
 * been deleted, and its file waits for it.
 */
export async function readPiece(
  db: KeptDatabase,
  file: KeptFile,
  index: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const { piece, bytes } = await findPiece(db, [...fileKey(file), index])
  const isSound =
    piece &&
    bytes &&
    bytes.length === pieceLength(index, file.sizeBytes ?? 0) &&
    bytes.length === piece.length &&
    (await isIntact(bytes, piece.hash))
  if (isSound) return bytes
  await dropPiece(db, fileKey(file), index)
  return null
}

async function findPiece(db: KeptDatabase, key: PieceKey): Promise<{ piece?: Piece; bytes?: Bytes }> {
  // The worker may find a database that no page of this build has updated yet.
  if (!db.objectStoreNames.contains('bytes')) {
    const piece = await db.get('pieces', key)
    return piece?.bytes ? { piece, bytes: piece.bytes } : {}
  }
  const transaction = db.transaction(['pieces', 'bytes'])
  const [piece, own] = await Promise.all([
    transaction.objectStore('pieces').get(key),
    transaction.objectStore('bytes').get(key),
  ])
  const bytes = own ?? piece?.bytes
  return piece && bytes ? { piece, bytes } : {}
}

async function dropPiece(db: KeptDatabase, key: FileKey, index: number): Promise<void> {
  const transaction = db.transaction(['files', 'pieces', 'sums'], 'readwrite')
  const pieces = transaction.objectStore('pieces')
  // Its bytes, if any, are replaced with it.
  await pieces.delete([...key, index])
  const indices = (await pieces.getAllKeys(keysBelow(...key))).map((each) => each[4])
  await changeFile(transaction, key, (file) => ({
    ...file,
    state: 'waiting',
    receivedBytes: storedBytes(indices, file.sizeBytes),
  }))
  await transaction.done
}

/** Returns how many bytes these pieces of a file have. */
export function storedBytes(indices: readonly number[], sizeBytes: number | null): number {
  const lengthOf = (index: number) => (sizeBytes === null ? PIECE_BYTES : pieceLength(index, sizeBytes))
  return indices.reduce((sum, index) => sum + lengthOf(index), 0)
}

/** Of a form that a later build brought nothing is known but the length. */
async function isIntact(bytes: Bytes, hash: string): Promise<boolean> {
  if (isSha256(hash)) return (await sha256(bytes)) === hash
  return !isQuick(hash) || quickHash(bytes) === hash
}

const isSha256 = (hash: string) => hash.length === 64
const isQuick = (hash: string) => hash.length === 32

/** In hexadecimal. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
