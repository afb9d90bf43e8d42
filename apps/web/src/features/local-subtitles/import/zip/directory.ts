import { LocalSubtitleError } from '../../problems.ts'
import { MAX_ENTRIES } from '../limits.ts'
import type { ByteSource } from './byte-source.ts'
import { crc32 } from './crc32.ts'
import { decodeNames, type RawName } from './names.ts'

/** A file according to the archive's directory; unverified. */
export type ZipEntry = {
  /** As stored, in any form. */
  name: string
  /**
   * Range of the file's bytes in the archive, including its header, up to the next file. Overlapping files could unpack
   * to any size.
   */
  start: number
  end: number
  compressedBytes: number
  sizeBytes: number
  crc32: number
  /** 0: stored; 8: deflated. */
  method: number
  isEncrypted: boolean
}

/** The signature of a file's header, with which nearly all archives start. */
const FILE_SIGNATURE = 0x04034b50
const END_SIGNATURE = 0x06054b50
const END_BYTES = 22
const LOCATOR_SIGNATURE = 0x07064b50
const LOCATOR_BYTES = 20
const END64_SIGNATURE = 0x06064b50
const END64_BYTES = 56
const ENTRY_SIGNATURE = 0x02014b50
const ENTRY_BYTES = 46
const MAX_COMMENT_BYTES = 0xffff
/** Means that the value is in the 64-bit fields. */
const ELSEWHERE = 0xffffffff

const MAX_DIRECTORY_BYTES = 512 * 2 ** 20

/**
 * Reads the directory of a zip archive, sorted by offset. The end of the archive contains the directory's position;
 * data before the archive, as in a self-extracting one, shift it.
 *
 * @param path  names the archive in errors
 * @throws {LocalSubtitleError} `notZip`, `broken` (truncated, as after an aborted download), `tooMuch`
 */
export async function readDirectory(source: ByteSource, path: string): Promise<ZipEntry[]> {
  const { start, end, shift } = await findDirectory(source)
  if (end - start > MAX_DIRECTORY_BYTES) throw tooMany(path)
  const bytes = await source.read(start, end)
  const names: RawName[] = []
  const entries: ZipEntry[] = []
  const view = viewOf(bytes)
  // The count is unreliable: some tools wrap it at 65,535.
  for (let at = 0; at + ENTRY_BYTES <= bytes.length && view.getUint32(at, true) === ENTRY_SIGNATURE;) {
    if (entries.length === MAX_ENTRIES) throw tooMany(path)
    const flags = view.getUint16(at + 8, true)
    const nameEnd = at + ENTRY_BYTES + view.getUint16(at + 28, true)
    const extraEnd = nameEnd + view.getUint16(at + 30, true)
    const next = extraEnd + view.getUint16(at + 32, true)
    if (next > bytes.length) throw brokenZip()
    const name = bytes.subarray(at + ENTRY_BYTES, nameEnd)
    const extra = readExtra(view, nameEnd, extraEnd)
    const sizes = readSizes(view, at, extra.zip64)
    names.push(unicodeName(extra.unicodePath, name) ?? { bytes: name, isUtf8: (flags & 0x800) !== 0 })
    entries.push({
      name: '',
      start: sizes.offset + shift,
      end: start,
      compressedBytes: sizes.compressedBytes,
      sizeBytes: sizes.sizeBytes,
      crc32: view.getUint32(at + 16, true),
      method: view.getUint16(at + 10, true),
      isEncrypted: (flags & 1) !== 0,
    })
    at = next
  }
  decodeNames(names).forEach((name, index) => (entries[index]!.name = name))
  entries.sort((a, b) => a.start - b.start)
  for (let index = 1; index < entries.length; index++) entries[index - 1]!.end = entries[index]!.start
  return entries
}

async function findDirectory(source: ByteSource): Promise<{ start: number; end: number; shift: number }> {
  const tailStart = Math.max(0, source.size - END_BYTES - MAX_COMMENT_BYTES)
  const tail = await source.read(tailStart, source.size)
  const view = viewOf(tail)
  // A comment may contain such bytes too: the right ones extend to the end, unless something was appended.
  for (const isLast of [true, false]) {
    for (let at = tail.length - END_BYTES; at >= 0; at--) {
      if (view.getUint32(at, true) !== END_SIGNATURE) continue
      const end = at + END_BYTES + view.getUint16(at + 20, true)
      if (isLast ? end !== tail.length : end >= tail.length) continue
      const [size, offset] = [view.getUint32(at + 12, true), view.getUint32(at + 16, true)]
      const found = await directoryBefore(source, tailStart + at, size, offset)
      if (found) return found
    }
  }
  throw (await signatureAt(source, 0)) === FILE_SIGNATURE ? brokenZip() : notZip()
}

async function directoryBefore(source: ByteSource, endAt: number, size32: number, offset32: number) {
  let [end, size, offset] = [endAt, size32, offset32]
  const large = await readEnd64(source, endAt)
  if (large) [end, size, offset] = [large.at, large.size, large.offset]
  // Where it should be by its length, or where it is declared to be, if something is between it and the end.
  for (const start of [end - size, offset]) {
    if (start < 0 || start + size > end) continue
    if (size === 0 || (await signatureAt(source, start)) === ENTRY_SIGNATURE) {
      return { start, end: start + size, shift: start - offset }
    }
  }
  return null
}

/** Reads the end record of a 64-bit archive. */
async function readEnd64(source: ByteSource, endAt: number) {
  if ((await signatureAt(source, endAt - LOCATOR_BYTES)) !== LOCATOR_SIGNATURE) return null
  const locator = viewOf(await source.read(endAt - LOCATOR_BYTES, endAt))
  const said = Number(locator.getBigUint64(8, true))
  for (const at of [said, endAt - LOCATOR_BYTES - END64_BYTES]) {
    if ((await signatureAt(source, at)) !== END64_SIGNATURE) continue
    const end = viewOf(await source.read(at, at + END64_BYTES))
    if (end.byteLength < END64_BYTES) continue
    return { at, size: Number(end.getBigUint64(40, true)), offset: Number(end.getBigUint64(48, true)) }
  }
  return null
}

async function signatureAt(source: ByteSource, at: number): Promise<number | null> {
  if (at < 0 || at + 4 > source.size) return null
  return viewOf(await source.read(at, at + 4)).getUint32(0, true)
}

/** A known field in the extra data of an entry. */
type Field = { view: DataView; start: number; end: number }

function readExtra(view: DataView, start: number, end: number): { zip64?: Field; unicodePath?: Field } {
  const found: { zip64?: Field; unicodePath?: Field } = {}
  for (let at = start; at + 4 <= end;) {
    const field = { view, start: at + 4, end: Math.min(end, at + 4 + view.getUint16(at + 2, true)) }
    const kind = view.getUint16(at, true)
    if (kind === 0x0001) found.zip64 = field
    if (kind === 0x7075) found.unicodePath = field
    at = field.end
  }
  return found
}

function readSizes(view: DataView, at: number, zip64: Field | undefined) {
  let fieldAt = zip64?.start ?? 0
  // The other field contains only values that do not fit, in this order.
  const read = (offset: number): number => {
    const value = view.getUint32(offset, true)
    if (value !== ELSEWHERE || !zip64 || fieldAt + 8 > zip64.end) return value
    fieldAt += 8
    return Number(view.getBigUint64(fieldAt - 8, true))
  }
  const sizeBytes = read(at + 24)
  const compressedBytes = read(at + 20)
  const offset = read(at + 42)
  return { sizeBytes, compressedBytes, offset }
}

/**
 * Returns the UTF-8 name besides one in another encoding, if it is still up to date: tools that rename files may not
 * update it.
 */
function unicodeName(field: Field | undefined, name: Uint8Array): RawName | null {
  if (!field || field.end - field.start < 5 || field.view.getUint8(field.start) !== 1) return null
  if (field.view.getUint32(field.start + 1, true) !== crc32(name)) return null
  const { buffer, byteOffset } = field.view
  return { bytes: new Uint8Array(buffer, byteOffset + field.start + 5, field.end - field.start - 5), isUtf8: true }
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => new DataView(buffer, byteOffset, byteLength)
const notZip = () => new LocalSubtitleError({ kind: 'notZip' })
const brokenZip = () => new LocalSubtitleError({ kind: 'broken', path: '' })
const tooMany = (path: string) => new LocalSubtitleError({ kind: 'tooMuch', of: 'files', limit: MAX_ENTRIES, path })
