import { MAX_SUBTITLE_BYTES } from '@otodana/subtitles'
import { inflateSync } from 'fflate'

import { sha256 } from '../sha256.ts'
import type { SkipReason } from '../../types.ts'
import { crc32 } from './crc32.ts'
import type { ZipEntry } from './directory.ts'

/** Adjacent files of an archive, unpacked together. */
export type Block = {
  /** The archive's bytes from `start` on. */
  bytes: Uint8Array<ArrayBuffer>
  start: number
  entries: Omit<ZipEntry, 'name'>[]
}

export type Unpacked = { content: Uint8Array<ArrayBuffer>; hash: string } | { reason: SkipReason }

/** Unpacks the files of a block, in order. */
export function unpackBlock({ bytes, start, entries }: Block): Unpacked[] {
  return entries.map((entry) => {
    const content = unpackEntry(bytes, start, entry, MAX_SUBTITLE_BYTES)
    return typeof content === 'string' ? { reason: content } : { content, hash: sha256(content) }
  })
}

const HEADER_SIGNATURE = 0x04034b50
const HEADER_BYTES = 30

/** Maximum size of a file's header: names and extras have 16-bit lengths. */
const MOST_HEADER_BYTES = HEADER_BYTES + 2 * 0xffff

/** Deflate expands incompressible data by less than this. */
const mostCompressed = (sizeBytes: number) => sizeBytes + sizeBytes / 256 + 1_024

/** Returns why a file can be rejected without reading it, judging by the directory. */
export function refusal(entry: Omit<ZipEntry, 'name'>, limit: number): SkipReason | null {
  if (entry.isEncrypted) return 'encrypted'
  if (entry.method !== 0 && entry.method !== 8) return 'unsupported'
  if (entry.sizeBytes > limit) return 'tooLarge'
  return entry.compressedBytes > mostCompressed(entry.sizeBytes) ? 'broken' : null
}

/** Returns the maximum end of a file; bytes between it and the next file belong to neither. */
export function reachOf(entry: Omit<ZipEntry, 'name'>): number {
  return Math.min(entry.end, entry.start + MOST_HEADER_BYTES + entry.compressedBytes)
}

/**
 * Returns a copy of one file's content; at most the size in its entry, and `limit`.
 *
 * @param bytes  the archive's, starting at `start`
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

/** Returns the range of a file's data according to its header; null if it exceeds the file. */
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
    // Writes at most as much as the buffer holds.
    return inflateSync(packed, { out: new Uint8Array(sizeBytes) })
  } catch {
    // Broken in some way: fflate throws its own and the engine's errors.
    return null
  }
}
