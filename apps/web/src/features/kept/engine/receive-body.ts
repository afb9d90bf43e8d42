import { PIECE_BYTES, pieceLength } from '#lib/kept/pieces.ts'
import type { Bytes } from '#lib/kept/schema.ts'

import { KeepError } from './keep-error.ts'
import type { StoredFile, Version } from './stored-file.ts'

/** The start of a piece whose rest is still to come. It is kept in memory between two attempts. */
export type BegunPiece = { version: Version; index: number; bytes: Bytes; filled: number }

export function beginPiece(index: number, version: Version): BegunPiece {
  return { version, index, bytes: new Uint8Array(PIECE_BYTES), filled: 0 }
}

/** Pieces of one file that are hashed and stored while the next one arrives. */
const AT_ONCE = 2

type Deps = {
  stored: StoredFile
  /** Returns the next bytes, valid until the next call; null at the end. Throws when the connection is lost. */
  read: () => Promise<Uint8Array | null>
  /** Called with the number of bytes that have just arrived, and of those that are not stored yet, when either changes. */
  onBytes: (count: number, pending: number) => void
}

/**
 * Stores the bytes of an answer in pieces, each as soon as it is complete, while the next one arrives.
 *
 * @param piece        the piece that the answer goes on with; advanced as bytes arrive
 * @param promisedBytes  how many will come; null if that is unknown
 * @throws {KeepError} `network` if fewer came
 */
export async function receiveBody(piece: BegunPiece, promisedBytes: number | null, deps: Deps): Promise<void> {
  const storing: Promise<boolean>[] = []
  try {
    await receive(piece, promisedBytes, storing, deps)
  } finally {
    // Who reads the database next finds them there.
    await Promise.allSettled(storing)
  }
}

async function receive(
  piece: BegunPiece,
  promisedBytes: number | null,
  storing: Promise<boolean>[],
  { stored, read, onBytes }: Deps,
): Promise<void> {
  const { version } = piece
  let count = 0
  let storingBytes = 0
  /** Memory of stored pieces, for the next ones. */
  const free: Bytes[] = []

  function store(given: Version): void {
    const { index, bytes, filled } = piece
    // All of the memory behind an array is stored with it.
    const whole = filled === PIECE_BYTES ? bytes : bytes.slice(0, filled)
    storingBytes += filled
    const one = stored.addPiece(index, whole, given).finally(() => {
      storingBytes -= filled
      free.push(bytes)
      onBytes(0, piece.filled + storingBytes)
    })
    // Thrown when it is waited for.
    one.catch(() => undefined)
    storing.push(one)
    Object.assign(piece, { index: index + 1, bytes: free.pop() ?? new Uint8Array(PIECE_BYTES), filled: 0 })
  }

  /** @returns false if the file has been removed */
  async function stores(most: number): Promise<boolean> {
    while (storing.length > most) if (!(await storing.shift())) return false
    return true
  }

  for (let bytes = await read(); bytes !== null; bytes = await read()) {
    for (let at = 0; at < bytes.length;) {
      const part = bytes.subarray(at, at + PIECE_BYTES - piece.filled)
      piece.bytes.set(part, piece.filled)
      piece.filled += part.length
      at += part.length
      count += part.length
      onBytes(part.length, piece.filled + storingBytes)
      if (piece.filled < PIECE_BYTES) continue
      store(version)
      if (!(await stores(AT_ONCE))) return
    }
  }
  if (!(await stores(0))) return
  if (promisedBytes === null ? count === 0 && version.sizeBytes !== null : count < promisedBytes)
    throw new KeepError('network')
  // Without a known size, the end of the answer is that of the file.
  const sizeBytes = version.sizeBytes ?? piece.index * PIECE_BYTES + piece.filled
  if (piece.filled > 0 && piece.filled === pieceLength(piece.index, sizeBytes)) store({ ...version, sizeBytes })
  if ((await stores(0)) && version.sizeBytes === null) await stored.setSize(sizeBytes)
}
