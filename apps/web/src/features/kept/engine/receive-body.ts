import { PIECE_BYTES, pieceLength } from '#lib/kept/pieces.ts'

import { KeepError } from './keep-error.ts'
import type { StoredFile, Version } from './stored-file.ts'

/** The start of a piece whose rest is still to come. It is kept in memory between two attempts. */
export type BegunPiece = { version: Version; index: number; bytes: Uint8Array<ArrayBuffer>; filled: number }

export function beginPiece(index: number, version: Version): BegunPiece {
  return { version, index, bytes: new Uint8Array(PIECE_BYTES), filled: 0 }
}

type Deps = {
  stored: StoredFile
  /** Returns the next bytes; null at the end. Throws when the connection is lost. */
  read: () => Promise<Uint8Array | null>
  /** Called with the number of bytes that have just arrived, and of those that are not stored yet. */
  onBytes: (count: number, pending: number) => void
}

/**
 * Stores the bytes of an answer in pieces, each as soon as it is complete.
 *
 * @param piece        the piece that the answer goes on with; advanced as bytes arrive
 * @param promisedBytes  how many will come; null if that is unknown
 * @throws {KeepError} `network` if fewer came
 */
export async function receiveBody(piece: BegunPiece, promisedBytes: number | null, { stored, read, onBytes }: Deps) {
  const { version } = piece
  let count = 0

  async function store(given: Version): Promise<boolean> {
    const isThere = await stored.addPiece(piece.index, piece.bytes.slice(0, piece.filled), given)
    piece.index += 1
    piece.filled = 0
    return isThere
  }

  for (let bytes = await read(); bytes !== null; bytes = await read()) {
    for (let at = 0; at < bytes.length;) {
      const part = bytes.subarray(at, at + PIECE_BYTES - piece.filled)
      piece.bytes.set(part, piece.filled)
      piece.filled += part.length
      at += part.length
      count += part.length
      onBytes(part.length, piece.filled)
      if (piece.filled === PIECE_BYTES && !(await store(version))) return
    }
  }
  if (promisedBytes === null ? count === 0 && version.sizeBytes !== null : count < promisedBytes)
    throw new KeepError('network')
  // Without a known size, the end of the answer is that of the file.
  const sizeBytes = version.sizeBytes ?? piece.index * PIECE_BYTES + piece.filled
  if (piece.filled > 0 && piece.filled === pieceLength(piece.index, sizeBytes)) await store({ ...version, sizeBytes })
  if (version.sizeBytes === null) await stored.setSize(sizeBytes)
}
