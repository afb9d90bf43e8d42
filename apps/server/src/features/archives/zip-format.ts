/** A file's metadata, known before its bytes are read. */
export type ZipEntry = {
  /** Its path, separated by `/`, without `..`. */
  name: string
  sizeBytes: number
  modifiedMs: number
}

/** A written file: its offset in the archive, and the checksum of its bytes. */
export type WrittenEntry = ZipEntry & { offset: number; crc: number }

/** A 32-bit field with this value refers to a 64-bit field. */
const MAX_32 = 0xffff_ffff
const MAX_16 = 0xffff
/** Version 4.5 supports Zip64. */
const VERSION = 45
const BY_UNIX = 3 << 8
/** Names are in UTF-8, and checksums follow the bytes, which are read once. */
const FLAGS = 0x0808
const REGULAR_FILE = 0o100_644 * 0x1_0000

const needs64 = ({ sizeBytes }: ZipEntry): boolean => sizeBytes >= MAX_32

/** Returns the header before a file's bytes, which are stored uncompressed, because audio is compressed already. */
export function localHeader(entry: ZipEntry): Buffer {
  const isLarge = needs64(entry)
  const sizes = isLarge ? [extraField(0x0001, longs(entry.sizeBytes, entry.sizeBytes))] : []
  const extra = Buffer.concat([...sizes, timeField(entry)])
  const name = Buffer.from(entry.name)
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x0403_4b50, 0)
  writeCommon(head, 4, entry)
  if (isLarge) {
    head.writeUInt32LE(MAX_32, 18)
    head.writeUInt32LE(MAX_32, 22)
  }
  head.writeUInt16LE(name.length, 26)
  head.writeUInt16LE(extra.length, 28)
  return Buffer.concat([head, name, extra])
}

/** Returns the record after a file's bytes. */
export function dataDescriptor(entry: ZipEntry, crc: number): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32LE(0x0807_4b50, 0)
  head.writeUInt32LE(crc, 4)
  if (needs64(entry)) return Buffer.concat([head, longs(entry.sizeBytes, entry.sizeBytes)])
  const sizes = Buffer.alloc(8)
  sizes.writeUInt32LE(entry.sizeBytes, 0)
  sizes.writeUInt32LE(entry.sizeBytes, 4)
  return Buffer.concat([head, sizes])
}

/** Yields the list of all files at the end of the archive. */
export function* directory(entries: readonly WrittenEntry[]): Generator<Buffer> {
  const last = entries.at(-1)
  const start = last ? last.offset + lengthOf(last) : 0
  let sizeBytes = 0
  for (const entry of entries) {
    const header = centralHeader(entry)
    sizeBytes += header.length
    yield header
  }
  yield endOfDirectory({ count: entries.length, start, sizeBytes })
}

/** Returns the length of the archive, which depends on metadata only. */
export function zipLength(entries: readonly ZipEntry[]): number {
  let offset = 0
  let directoryBytes = 0
  for (const entry of entries) {
    directoryBytes += centralHeader({ ...entry, offset, crc: 0 }).length
    offset += lengthOf(entry)
  }
  const end = endOfDirectory({ count: entries.length, start: offset, sizeBytes: directoryBytes })
  return offset + directoryBytes + end.length
}

/** Returns the length of a file's bytes with header and descriptor. */
export function lengthOf(entry: ZipEntry): number {
  return localHeader(entry).length + entry.sizeBytes + dataDescriptor(entry, 0).length
}

function centralHeader(entry: WrittenEntry): Buffer {
  const isLarge = needs64(entry)
  const isFar = entry.offset >= MAX_32
  const numbers = [...(isLarge ? [entry.sizeBytes, entry.sizeBytes] : []), ...(isFar ? [entry.offset] : [])]
  const extra = Buffer.concat([
    ...(numbers.length > 0 ? [extraField(0x0001, longs(...numbers))] : []),
    timeField(entry),
  ])
  const name = Buffer.from(entry.name)
  const head = Buffer.alloc(46)
  head.writeUInt32LE(0x0201_4b50, 0)
  head.writeUInt16LE(BY_UNIX | VERSION, 4)
  writeCommon(head, 6, entry)
  head.writeUInt32LE(entry.crc, 16)
  head.writeUInt32LE(isLarge ? MAX_32 : entry.sizeBytes, 20)
  head.writeUInt32LE(isLarge ? MAX_32 : entry.sizeBytes, 24)
  head.writeUInt16LE(name.length, 28)
  head.writeUInt16LE(extra.length, 30)
  head.writeUInt32LE(REGULAR_FILE, 38)
  head.writeUInt32LE(isFar ? MAX_32 : entry.offset, 42)
  return Buffer.concat([head, name, extra])
}

function endOfDirectory({ count, start, sizeBytes }: { count: number; start: number; sizeBytes: number }): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x0605_4b50, 0)
  end.writeUInt16LE(Math.min(count, MAX_16), 8)
  end.writeUInt16LE(Math.min(count, MAX_16), 10)
  end.writeUInt32LE(Math.min(sizeBytes, MAX_32), 12)
  end.writeUInt32LE(Math.min(start, MAX_32), 16)
  if (count < MAX_16 && start < MAX_32 && sizeBytes < MAX_32) return end

  const head = Buffer.alloc(24)
  head.writeUInt32LE(0x0606_4b50, 0)
  head.writeBigUInt64LE(44n, 4)
  head.writeUInt16LE(BY_UNIX | VERSION, 12)
  head.writeUInt16LE(VERSION, 14)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x0706_4b50, 0)
  locator.writeBigUInt64LE(BigInt(start + sizeBytes), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([head, longs(count, count, sizeBytes, start), locator, end])
}

/** Writes the fields common to both headers of a file: version, flags, method, time. */
function writeCommon(head: Buffer, at: number, entry: ZipEntry): void {
  const { date, time } = dosTime(entry.modifiedMs)
  head.writeUInt16LE(VERSION, at)
  head.writeUInt16LE(FLAGS, at + 2)
  head.writeUInt16LE(time, at + 6)
  head.writeUInt16LE(date, at + 8)
}

/** The modification time in UTC; the original field has local time without a zone. */
function timeField({ modifiedMs }: ZipEntry): Buffer {
  const value = Buffer.alloc(5)
  value.writeUInt8(1, 0)
  value.writeInt32LE(clamp(Math.floor(modifiedMs / 1_000), -0x8000_0000, 0x7fff_ffff), 1)
  return extraField(0x5455, value)
}

const FIRST_MS = Date.UTC(1980, 0, 1)
const LAST_MS = Date.UTC(2107, 11, 31, 23, 59, 58)

function dosTime(ms: number): { date: number; time: number } {
  const moment = new Date(clamp(ms, FIRST_MS, LAST_MS))
  return {
    date: ((moment.getUTCFullYear() - 1980) << 9) | ((moment.getUTCMonth() + 1) << 5) | moment.getUTCDate(),
    time: (moment.getUTCHours() << 11) | (moment.getUTCMinutes() << 5) | (moment.getUTCSeconds() >> 1),
  }
}

function extraField(id: number, value: Buffer): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt16LE(id, 0)
  head.writeUInt16LE(value.length, 2)
  return Buffer.concat([head, value])
}

function longs(...numbers: number[]): Buffer {
  const bytes = Buffer.alloc(8 * numbers.length)
  for (const [index, number] of numbers.entries()) bytes.writeBigUInt64LE(BigInt(number), 8 * index)
  return bytes
}

function clamp(number: number, least: number, most: number): number {
  return Math.min(Math.max(number, least), most)
}
