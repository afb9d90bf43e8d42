import type { ByteRange } from '@otodana/contract'

/**
 * Kept files are stored in pieces of this size; only the last one is shorter. Large enough that a file of 2 GB has few,
 * small enough that an interruption costs little and that a phone holds several in memory.
 */
export const PIECE_BYTES = 4 * 1024 * 1024

/** A part of one piece: `from` is inclusive, `to` exclusive. */
export type PiecePart = { index: number; from: number; to: number }

export function pieceCount(sizeBytes: number): number {
  return Math.ceil(sizeBytes / PIECE_BYTES)
}

/** Returns the length of one piece of a file. */
export function pieceLength(index: number, sizeBytes: number): number {
  return Math.min(PIECE_BYTES, sizeBytes - index * PIECE_BYTES)
}

/** Returns the parts of pieces that make up a range, in order. */
export function* partsOf({ start, end }: ByteRange): Generator<PiecePart> {
  const last = Math.floor(end / PIECE_BYTES)
  for (let index = Math.floor(start / PIECE_BYTES); index <= last; index++) {
    const first = index * PIECE_BYTES
    yield { index, from: Math.max(0, start - first), to: Math.min(PIECE_BYTES, end + 1 - first) }
  }
}

/**
 * Returns the first run of pieces that are not stored, as a range of bytes; null if none is missing.
 *
 * @param stored     indices, ascending
 * @param sizeBytes  null while it is unknown: the range has no end then
 */
export function missingRange(
  stored: readonly number[],
  sizeBytes: number | null,
): { start: number; end: number | null } | null {
  let first = 0
  while (stored[first] === first) first++
  const next = stored[first]
  const start = first * PIECE_BYTES
  if (sizeBytes !== null && start >= sizeBytes) return null
  if (next !== undefined) return { start, end: next * PIECE_BYTES - 1 }
  return { start, end: sizeBytes === null ? null : sizeBytes - 1 }
}
