import { addAbortSignal, Readable } from 'node:stream'
import { crc32 } from 'node:zlib'

import { dataDescriptor, directory, localHeader, type WrittenEntry, type ZipEntry } from './zip-format.ts'

/** Gives the bytes of a file from its first to its last. */
export type OpenEntry<E extends ZipEntry> = (entry: E) => Promise<Readable>

/**
 * The bytes of an archive, one file after the other, each opened when its turn comes and read no faster than they leave.
 * It fails, and so breaks off, when a file has not the bytes that it was said to have: a short archive must not look whole.
 *
 * @param signal  aborted, the file that is being read is closed at once
 */
export function zipStream<E extends ZipEntry>(
  entries: readonly E[],
  open: OpenEntry<E>,
  signal: AbortSignal,
): Readable {
  return Readable.from(zipBytes(entries, open, signal), { objectMode: false })
}

async function* zipBytes<E extends ZipEntry>(
  entries: readonly E[],
  open: OpenEntry<E>,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const written: WrittenEntry[] = []
  let position = 0
  for (const entry of entries) {
    signal.throwIfAborted()
    const offset = position
    const head = localHeader(entry)
    yield head
    let crc = 0
    let length = 0
    if (entry.sizeBytes > 0) {
      for await (const bytes of addAbortSignal(signal, await open(entry)) as AsyncIterable<Buffer>) {
        crc = crc32(bytes, crc)
        length += bytes.length
        yield bytes
      }
    }
    if (length !== entry.sizeBytes) throw new Error(`${entry.name} has ${length} bytes, not ${entry.sizeBytes}`)
    const end = dataDescriptor(entry, crc)
    yield end
    position += head.length + length + end.length
    written.push({ ...entry, offset, crc })
  }
  yield* directory(written)
}
