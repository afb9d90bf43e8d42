import { MAX_SUBTITLE_BYTES } from '@otodana/subtitles'
import { inflateSync } from 'fflate'

import { sha256 } from '../sha256.ts'
import type { SkipReason } from '../../types.ts'
import { crc32 } from './crc32.ts'
import type { ZipEntry } from './directory.ts'

/** Files that lie beside each other in an archive, to be unpacked in one go. */
export type Block = {
  /** The archive's bytes from `start` on. */
  bytes: Uint8Array<ArrayBuffer>
  start: number
  entries: Omit<ZipEntry, 'name'>[]
}

export type Unpacked = { content: Uint8Array<ArrayBuffer>; hash: string } | { reason: SkipReason }

/** Unpacks the files of a block, in their order. */
export function unpackBlock({ bytes, start, entries }: Block): Unpacked[] {
  return entries.map((entry) => {
    const content = unpackEntry(bytes, start, entry, MAX_SUBTITLE_BYTES)
    return typeof content === 'string' ? { reason: content } : { content, hash: sha256(content) }
  })
}

const HEADER_SIGNATURE = 0x04034b50
const HEADER_BYTES = 30

/** What a file's own header can take: names and extras have 16 bits each for their length. */
const MOST_HEADER_BYTES = HEADER_BYTES + 2 * 0xffff

/** Deflate grows what it cannot shrink by less than this. */
const mostCompressed = (sizeBytes: number) => sizeBytes + sizeBytes / 256 + 1_024

/** Why a file need not even be read, as far as the archive's directory tells. */
export function refusal(entry: Omit<ZipEntry, 'name'>, limit: number): SkipReason | null {
  if (entry.isEncrypted) return 'encrypted'
  if (entry.method !== 0 && entry.method !== 8) return 'unsupported'
  if (entry.sizeBytes > limit) return 'tooLarge'
  return entry.compressedBytes > mostCompressed(entry.sizeBytes) ? 'broken' : null
}

/** Where a file ends at the latest; bytes between it and the next one belong to neither. */
export function reachOf(entry: Omit<ZipEntry, 'name'>): number {
  return Math.min(entry.end, entry.start + MOST_HEADER_BYTES + entry.compressedBytes)
}

/**
 * One file's content, in memory of its own; never more than its entry says, nor than `limit`.
 *
 * @param bytes  the archive's, from its byte `start` on
 */
export function unpackEntry(
  bytes: Uint8Array,
  start: number,
  entry: Omit<ZipEntry, 'name'>,
  limit: number,
): Uint8Array<ArrayBuffer> | SkipReason {
  const refused = refusal(entry, limit)
  if (refused) return refused
  const packed = packedBytes(bytes, start, entry)
  if (!packed) return 'broken'
  const content = entry.method === 0 ? packed.slice() : inflate(packed, entry.sizeBytes)
  const isWhole = content?.length === entry.sizeBytes && crc32(content) === entry.crc32
  return isWhole ? content : 'broken'
}

/** Where a file's bytes are, which its own header tells; null when they are not all its own. */
export function packedRange(bytes: Uint8Array, start: number, entry: Omit<ZipEntry, 'name'>): [number, number] | null {
  const at = entry.start - start
  if (at < 0 || at + HEADER_BYTES > bytes.length) return null
  const header = new DataView(bytes.buffer, bytes.byteOffset + at, HEADER_BYTES)
  if (header.getUint32(0, true) !== HEADER_SIGNATURE) return null
  const from = entry.start + HEADER_BYTES + header.getUint16(26, true) + header.getUint16(28, true)
  const to = from + entry.compressedBytes
  return to <= entry.end ? [from, to] : null
}

function packedBytes(bytes: Uint8Array, start: number, entry: Omit<ZipEntry, 'name'>): Uint8Array | null {
  const range = packedRange(bytes, start, entry)
  return range && range[1] - start <= bytes.length ? bytes.subarray(range[0] - start, range[1] - start) : null
}

function inflate(packed: Uint8Array, sizeBytes: number): Uint8Array<ArrayBuffer> | null {
  try {
    // It writes no further than the memory it is given.
    return inflateSync(packed, { out: new Uint8Array(sizeBytes) })
  } catch {
    // Broken in any way: fflate throws errors of its own and the engine's.
    return null
  }
}
