import { constants, open, rename, rm } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { crc32 } from 'node:zlib'

/** Where a section begins, its length and its checksum. */
type Section = [start: number, length: number, checksum: number]
type Index<Head> = { head: Head; sections: Record<string, Section[]> }

/** Last in a file: the length and the checksum of the index before it, and what such a file ends with. */
const END_BYTES = 16
const END = 'otodana1'
/** An index is small, and a foreign file may have anything at its end. */
const MAX_INDEX_BYTES = 16 * 1024 * 1024
const PIECE_BYTES = 1024 * 1024
/** Of the time for which a piece kept this thread busy. */
const PAUSE = 3
const LONGEST_PAUSE_MS = 50

export type SectionedFile<Head> = {
  head: Head
  /** The number of a part's sections. */
  count(part: string): number
  /** @throws {Error} the section is damaged */
  read(part: string, at: number): Promise<unknown>
  close(): Promise<void>
}

type Pacing = { pause?: ((ms: number) => Promise<unknown>) | undefined; signal?: AbortSignal | undefined }

/**
 * Writes sections of several parts, each of which can be cloned structurally, and then what is to be known of them. The
 * file is there whole or not at all.
 *
 * @param sections  each is read when the one before it is written
 * @param makeHead  called when all are written
 * @param pacing  `pause` is called after each piece, so that this thread does other work; `signal` gives the file up
 * @throws {Error} from the parts, no room, or given up; the former file stays
 */
export async function writeSections<Head>(
  path: string,
  sections: Iterable<readonly [part: string, section: unknown]>,
  makeHead: () => Promise<Head>,
  { pause, signal }: Pacing = {},
): Promise<void> {
  const made = unfinished(path)
  const file = await open(made, 'w', 0o600)
  try {
    const index: Index<Head>['sections'] = {}
    let at = 0
    let resumedAtMs = performance.now()
    for (const [part, section] of sections) {
      const bytes = serialize(section)
      let checksum = 0
      for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
        const piece = bytes.subarray(from, from + PIECE_BYTES)
        checksum = crc32(piece, checksum)
        const busyMs = performance.now() - resumedAtMs
        await writeAll(file, piece, at + from)
        await pause?.(Math.min(PAUSE * busyMs, LONGEST_PAUSE_MS))
        signal?.throwIfAborted()
        resumedAtMs = performance.now()
      }
      ;(index[part] ??= []).push([at, bytes.length, checksum])
      at += bytes.length
    }
    const bytes = Buffer.from(JSON.stringify({ head: await makeHead(), sections: index } satisfies Index<Head>))
    const end = Buffer.alloc(END_BYTES)
    end.writeUInt32LE(bytes.length, 0)
    end.writeUInt32LE(crc32(bytes), 4)
    end.write(END, 8, 'latin1')
    await writeAll(file, Buffer.concat([bytes, end]), at)
    await file.sync()
    await file.close()
    await rename(made, path)
  } catch (error) {
    await file.close().catch(() => {})
    await rm(made, { force: true })
    throw error
  }
}

async function writeAll(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    done += (await file.write(bytes, done, bytes.length - done, position + done)).bytesWritten
  }
}

const unfinished = (path: string) => join(dirname(path), `.${basename(path)}.new`)

/**
 * Opens what `writeSections` wrote; null: there is no such file, or it is none, is damaged or cut off. What a killed process left of
 * another one is removed, so no other may be writing it.
 */
export async function openSections<Head>(path: string): Promise<SectionedFile<Head> | null> {
  // In a folder that cannot be written it stays, which does no harm: nothing reads it.
  await rm(unfinished(path), { force: true }).catch(() => {})
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => null)
  if (file === null) return null
  try {
    const index = await readIndex<Head>(file)
    if (index !== null) {
      return {
        head: index.head,
        count: (part) => index.sections[part]?.length ?? 0,
        read: (part, at) => readSection(file, index.sections[part]?.[at]),
        close: () => file.close(),
      }
    }
  } catch {
    // Not readable is as good as not there.
  }
  await file.close()
  return null
}

async function readIndex<Head>(file: FileHandle): Promise<Index<Head> | null> {
  const { size } = await file.stat()
  if (size < END_BYTES) return null
  const end = await readExactly(file, size - END_BYTES, END_BYTES)
  const length = end.readUInt32LE(0)
  if (end.toString('latin1', 8) !== END || length > Math.min(size - END_BYTES, MAX_INDEX_BYTES)) return null
  const bytes = await readExactly(file, size - END_BYTES - length, length)
  return crc32(bytes) === end.readUInt32LE(4) ? (JSON.parse(bytes.toString()) as Index<Head>) : null
}

async function readSection(file: FileHandle, section: Section | undefined): Promise<unknown> {
  if (section === undefined) throw new Error('there is no such section')
  const [start, length, checksum] = section
  const bytes = await readExactly(file, start, length)
  if (crc32(bytes) !== checksum) throw new Error('a section is damaged')
  return deserialize(bytes)
}

/** In memory of its own, which arrays of numbers go on to use. */
async function readExactly(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(length)
  for (let done = 0; done < length;) {
    const { bytesRead } = await file.read(bytes, done, length - done, start + done)
    if (bytesRead === 0) throw new Error('the file is cut off')
    done += bytesRead
  }
  return bytes
}
