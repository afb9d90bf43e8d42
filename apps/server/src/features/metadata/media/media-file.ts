import { constants } from 'node:fs'
import { open, stat } from 'node:fs/promises'

import { StorageError } from '#storage/storage.ts'

const BLOCK = 64 * 1024
const CACHED_BLOCKS = 4
/** Enough for headers and tags with pictures; a file that needs more is broken or hostile. */
const MAX_HEADER_BYTES = 48 * 1024 * 1024

/** Maximum number of reads by a parser; a real file takes a few hundred, an endless chunk list any number. */
const MAX_READS = 10_000

class TooMuchToRead extends Error {
  constructor() {
    super('Its headers are too large')
  }
}

/** A media file open for reading small parts. */
export type MediaFile = {
  size: number
  /**
   * Reads up to `length` bytes, fewer at the end of the file. Do not modify the result.
   *
   * @throws {TooMuchToRead} the file's headers have taken more than 48 MB
   */
  read(position: number, length: number): Promise<Uint8Array<ArrayBuffer>>
  /** Reads the range once, in pieces of a megabyte, without counting them. */
  pieces(start: number, end: number): AsyncGenerator<Uint8Array<ArrayBuffer>>
  close(): Promise<void>
  /**
   * Returns why bytes could not be read, for example because the disk is gone, so that other results say nothing about
   * the file. Parsers treat any error as a broken file, so check this after them.
   */
  failure(): StorageError | null
}

/**
 * @throws {StorageError} the file cannot be opened
 * @throws {Error} `not a file`
 */
export async function openMedia(path: string, signal: AbortSignal | undefined): Promise<MediaFile> {
  // Without O_NONBLOCK, opening a named pipe would block forever.
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(refuse)
  try {
    const stat = await handle.stat().catch(refuse)
    if (!stat.isFile()) throw new Error('not a file')
    return mediaFile({ size: stat.size, readAt: readerOf(handle), close: () => handle.close() }, signal)
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** Call it if another program could not read the file. @throws {StorageError} */
export async function checkStillThere(path: string): Promise<void> {
  await stat(path).catch(refuse)
}

function refuse(error: Error): never {
  throw new StorageError('unreadable', `It cannot be read: ${error.message}`, error)
}

type Handle = Awaited<ReturnType<typeof open>>

function readerOf(handle: Handle): Source['readAt'] {
  return async (position, wanted) => {
    const bytes = new Uint8Array(wanted)
    let done = 0
    while (done < wanted) {
      const { bytesRead } = await handle.read(bytes, done, wanted - done, position + done)
      if (bytesRead === 0) break
      done += bytesRead
    }
    return done === wanted ? bytes : bytes.subarray(0, done)
  }
}

type Source = {
  size: number
  /** Never called beyond the size or for zero bytes; returns fewer if the file has been truncated. */
  readAt(position: number, length: number): Promise<Uint8Array<ArrayBuffer>>
  close(): Promise<void>
}

/** Serves small reads from blocks and counts them. */
export function mediaFile({ size, readAt, close }: Source, signal: AbortSignal | undefined): MediaFile {
  const blocks = new Map<number, Uint8Array<ArrayBuffer>>()
  let headerBytes = 0
  let failure: StorageError | null = null

  async function readExactly(position: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    signal?.throwIfAborted()
    if (failure) throw failure
    const wanted = Math.max(0, Math.min(length, size - position))
    if (wanted === 0) return new Uint8Array()
    try {
      return await readAt(position, wanted)
    } catch (error) {
      failure = error instanceof StorageError ? error : new StorageError('unreadable', 'Reading it broke off', error)
      throw failure
    }
  }

  async function countedRead(position: number, length: number) {
    const bytes = Math.min(length, size)
    if (headerBytes + bytes > MAX_HEADER_BYTES) throw new TooMuchToRead()
    headerBytes += bytes
    return readExactly(position, length)
  }

  async function block(index: number): Promise<Uint8Array<ArrayBuffer>> {
    const known = blocks.get(index)
    if (known) return known
    const bytes = await countedRead(index * BLOCK, BLOCK)
    blocks.set(index, bytes)
    const [oldest] = blocks.keys()
    if (blocks.size > CACHED_BLOCKS && oldest !== undefined) blocks.delete(oldest)
    return bytes
  }

  return {
    size,
    async read(position, length) {
      const index = Math.floor(position / BLOCK)
      const start = position - index * BLOCK
      if (start + length > BLOCK) return countedRead(position, length)
      return (await block(index)).subarray(start, start + length)
    },
    async *pieces(start, end) {
      const length = 1024 * 1024
      for (let at = start; at < end; at += length) yield await readExactly(at, Math.min(length, end - at))
    },
    close,
    failure: () => failure,
  }
}

/**
 * The part of `Blob` that music-metadata uses. Its own file reader makes a system call for every few bytes and has no
 * limit; this one reads blocks within the file's limit.
 */
export function blobOf(file: MediaFile, type: string): Blob {
  let reads = 0
  const blob = {
    size: file.size,
    type,
    slice: (start: number, end: number) => ({
      async arrayBuffer() {
        if (++reads > MAX_READS) throw new TooMuchToRead()
        const bytes = await file.read(start, end - start)
        return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)
      },
    }),
  }
  return blob as unknown as Blob
}
