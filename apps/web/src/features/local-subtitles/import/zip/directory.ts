import { LocalSubtitleError } from '../../problems.ts'
import { MAX_ENTRIES } from '../limits.ts'
import type { ByteSource } from './byte-source.ts'
import { crc32 } from './crc32.ts'
import { decodeNames, type RawName } from './names.ts'

/** A file of an archive, as the archive's directory tells of it; nothing of it has been checked. */
export type ZipEntry = {
  /** As it is written there, in any form. */
  name: string
  /**
   * The bytes of the archive that are this file's, its header included: up to where the next begins. Archives whose files share
   * bytes unpack to any size.
   */
  start: number
  end: number
  compressedBytes: number
  sizeBytes: number
  crc32: number
  /** 0: as it is; 8: deflated. */
  method: number
  isEncrypted: boolean
}

/** Of a file in an archive, with which nearly all archives begin. */
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
/** A value that stands in the 64-bit fields instead. */
const ELSEWHERE = 0xffffffff

const MAX_DIRECTORY_BYTES = 512 * 2 ** 20

/**
 * Reads what is in a zip archive, in the order in which it lies there. The end of the archive tells where its directory is;
 * what stands before the archive, as in one that unpacks itself, shifts it.
 *
 * @param path  names the archive in errors
 * @throws {LocalSubtitleError} `notZip`, `broken` (its end is missing, as of a download that was cut short), `tooMuch`
 */
export async function readDirectory(source: ByteSource, path: string): Promise<ZipEntry[]> {
  const { start, end, shift } = await findDirectory(source)
  if (end - start > MAX_DIRECTORY_BYTES) throw tooMany(path)
  const bytes = await source.read(start, end)
  const names: RawName[] = []
  const entries: ZipEntry[] = []
  const view = viewOf(bytes)
  // Not by their number: some tools count to 65,535 and begin again.
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
  // Such bytes may stand in a comment too: the right ones reach to the end, unless something was added to the file.
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
  // Where it should be by its length; or where it is said to be, when something stands between it and the end.
  for (const start of [end - size, offset]) {
    if (start < 0 || start + size > end) continue
    if (size === 0 || (await signatureAt(source, start)) === ENTRY_SIGNATURE) {
      return { start, end: start + size, shift: start - offset }
    }
  }
  return null
}

/** The end of an archive that needs 64 bits. */
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

/** Where the fields that we know begin and end, in what follows an entry's name. */
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
  // Only what does not fit stands in the other field, in this order.
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

/** The name in UTF-8 beside one in another encoding, if it is the same file's still: tools that rename forget it. */
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
