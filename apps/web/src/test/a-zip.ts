import { crc32, deflateRawSync } from 'node:zlib'

/** A file of a test archive; fields other than name and content are for unusual or malicious archives. */
export type ZipFile = {
  name: string | Uint8Array
  content?: string | Uint8Array
  /** Deflated; otherwise stored. */
  isDeflated?: boolean
  isEncrypted?: boolean
  method?: number
  /** Flags the name as UTF-8. */
  isUtf8?: boolean
  /** An additional name in UTF-8. */
  unicodeName?: string
  /** The name that it was made for; by default the present one. */
  unicodeNameOf?: Uint8Array
  isZip64?: boolean
  crc?: number
  sizeBytes?: number
  /** Starts at the same offset as another file. */
  sameAs?: number
}

type Options = { before?: Uint8Array; comment?: string; isZip64?: boolean; after?: Uint8Array }

export const bytesOf = (text: string | Uint8Array) => (typeof text === 'string' ? new TextEncoder().encode(text) : text)

/** Writes a zip archive by hand, so that it can be wrong in any way. */
export function aZip(files: readonly ZipFile[], options: Options = {}): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = []
  const directory: Uint8Array[] = []
  const starts: number[] = []
  let at = 0
  for (const file of files) {
    const name = bytesOf(file.name)
    const content = bytesOf(file.content ?? '')
    const packed = file.isDeflated ? deflateRawSync(content) : content
    const flags = (file.isEncrypted ? 1 : 0) | ((file.isUtf8 ?? false) ? 0x800 : 0)
    const method = file.method ?? (file.isDeflated ? 8 : 0)
    const sizeBytes = file.sizeBytes ?? content.length
    const start = file.sameAs === undefined ? at : starts[file.sameAs]!
    starts.push(start)
    const common = [u16(45), u16(flags), u16(method), u32(0), u32(file.crc ?? crc32(content))]
    const sizes = file.isZip64 ? [u32(0xffffffff), u32(0xffffffff)] : [u32(packed.length), u32(sizeBytes)]
    if (file.sameAs === undefined) {
      const localExtra = file.isZip64 ? extra(1, u64(sizeBytes), u64(packed.length)) : new Uint8Array(0)
      const local = join(
        u32(0x04034b50),
        ...common,
        ...sizes,
        u16(name.length),
        u16(localExtra.length),
        name,
        localExtra,
        packed,
      )
      parts.push(local)
      at += local.length
    }
    const extras = join(
      file.isZip64 ? extra(1, u64(sizeBytes), u64(packed.length), u64(start)) : new Uint8Array(0),
      file.unicodeName === undefined
        ? new Uint8Array(0)
        : extra(0x7075, new Uint8Array([1]), u32(crc32(file.unicodeNameOf ?? name)), bytesOf(file.unicodeName)),
    )
    directory.push(
      join(
        u32(0x02014b50),
        u16(45),
        ...common,
        ...sizes,
        u16(name.length),
        u16(extras.length),
        u16(0),
        u16(0),
        u16(0),
        u32(0),
        u32(file.isZip64 ? 0xffffffff : start),
        name,
        extras,
      ),
    )
  }
  const entries = join(...directory)
  const count = files.length
  const end64 = join(
    join(
      u32(0x06064b50),
      u64(44),
      u16(45),
      u16(45),
      u32(0),
      u32(0),
      u64(count),
      u64(count),
      u64(entries.length),
      u64(at),
    ),
    join(u32(0x07064b50), u32(0), u64(at + entries.length), u32(1)),
  )
  const comment = bytesOf(options.comment ?? '')
  const [count16, size32, at32] = options.isZip64
    ? [0xffff, 0xffffffff, 0xffffffff]
    : [count & 0xffff, entries.length, at]
  const end = join(
    u32(0x06054b50),
    u16(0),
    u16(0),
    u16(count16),
    u16(count16),
    u32(size32),
    u32(at32),
    u16(comment.length),
    comment,
  )
  const empty = new Uint8Array(0)
  return join(options.before ?? empty, ...parts, entries, options.isZip64 ? end64 : empty, end, options.after ?? empty)
}

/** The same as a file chosen by a visitor. */
export function aPackage(name: string, files: readonly ZipFile[], options?: Options): File {
  return new File([aZip(files, options)], name)
}

function join(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const extra = (kind: number, ...data: Uint8Array[]) => {
  const bytes = join(...data)
  return join(u16(kind), u16(bytes.length), bytes)
}
const u16 = (value: number) => new Uint8Array([value, value >> 8])
const u32 = (value: number) => new Uint8Array([value, value >> 8, value >> 16, value >>> 24])
const u64 = (value: number) => join(u32(value >>> 0), u32(Math.floor(value / 2 ** 32)))
