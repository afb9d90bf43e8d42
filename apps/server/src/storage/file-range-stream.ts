import { read } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'

import type { ByteRange } from '#http/sending/byte-range.ts'

import { writeTo } from './write-to.ts'

/** Large enough that a gigabyte costs few system calls, small enough that a thousand listeners fit in memory. */
const CHUNK_BYTES = 256 * 1024
/** At most 8 MB wait to be used again. */
const MAX_SPARE_CHUNKS = 32
const spareChunks: Buffer[] = []

/**
 * The bytes of a range, from a file that is open. It owns the handle: read to the end or destroyed, the file is closed.
 * It fails when the file ends before the range does.
 *
 * Piped, it uses its buffers again as soon as their bytes have left, and reads one while the other is being sent. A new
 * buffer for every chunk, as streams otherwise take, cost half of all time in the garbage collector.
 */
export class FileRangeStream extends Readable {
  readonly #handle: FileHandle
  readonly #end: number
  #position: number
  #reading: Promise<unknown> = Promise.resolve()

  constructor(handle: FileHandle, { start, end }: ByteRange) {
    super({ highWaterMark: Math.max(1, Math.min(CHUNK_BYTES, end - start + 1)) })
    this.#handle = handle
    this.#position = start
    this.#end = end
  }

  override _read(): void {
    if (this.#remaining === 0) this.push(null)
    else void this.#pushNext()
  }

  override pipe<T extends NodeJS.WritableStream>(destination: T): T {
    void this.#pipeTo(destination)
    return destination
  }

  /**
   * Writes all bytes, with back-pressure, and leaves the destination open and this stream to be destroyed.
   *
   * @param look  sees each piece before it is written, and must not keep it: its buffer is reused
   * @returns whether they were sent; when the receiver is gone, the owner of the stream must destroy it
   * @throws when the file cannot be read, or ends before the range does
   */
  async sendTo(destination: NodeJS.WritableStream, look?: (bytes: Buffer) => void): Promise<boolean> {
    let lastWrite = Promise.resolve(true)
    while (this.#remaining > 0) {
      const chunk = takeChunk(this.#remaining)
      const bytes = await this.#readInto(chunk)
      look?.(bytes)
      const hasLeft = await lastWrite
      if (!hasLeft || this.destroyed) return false
      lastWrite = writeAll(destination, bytes, chunk)
    }
    return lastWrite
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    void this.#close(error, callback)
  }

  get #remaining(): number {
    return Math.max(0, this.#end - this.#position + 1)
  }

  async #pushNext(): Promise<void> {
    try {
      this.push(await this.#readInto(Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, this.#remaining))))
    } catch (error) {
      this.destroy(error as Error)
    }
  }

  async #pipeTo(destination: NodeJS.WritableStream): Promise<void> {
    try {
      if (!(await this.sendTo(destination))) return
      destination.end()
      // Read to its end, it tells so and closes.
      this.resume()
    } catch (error) {
      this.destroy(error as Error)
    }
  }

  /** @returns the part of the chunk that was filled, never none of it */
  async #readInto(chunk: Buffer): Promise<Buffer> {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    this.#reading = promise
    read(this.#handle.fd, chunk, 0, Math.min(chunk.length, this.#remaining), this.#position, (error, bytesRead) => {
      if (error) reject(error)
      else resolve(bytesRead)
    })
    const bytesRead = await promise
    if (bytesRead === 0) throw new Error(`the file ended ${this.#remaining} bytes early`)
    this.#position += bytesRead
    return bytesRead === chunk.length ? chunk : chunk.subarray(0, bytesRead)
  }

  async #close(cause: Error | null, callback: (error?: Error | null) => void): Promise<void> {
    let failure = cause
    // Closed under a read, the descriptor's number could be another file's before the read looks at it.
    await Promise.allSettled([this.#reading])
    try {
      await this.#handle.close()
    } catch (closeError) {
      failure ??= closeError as Error
    }
    callback(failure)
  }
}

function takeChunk(wanted: number): Buffer {
  return wanted < CHUNK_BYTES
    ? Buffer.allocUnsafeSlow(wanted)
    : (spareChunks.pop() ?? Buffer.allocUnsafeSlow(CHUNK_BYTES))
}

/** Writes, and gives the chunk back once its bytes have left. One whose bytes may still be on their way never is. */
async function writeAll(destination: NodeJS.WritableStream, bytes: Buffer, chunk: Buffer): Promise<boolean> {
  const hasLeft = await writeTo(destination, bytes)
  if (hasLeft && chunk.length === CHUNK_BYTES && spareChunks.length < MAX_SPARE_CHUNKS) spareChunks.push(chunk)
  return hasLeft
}
