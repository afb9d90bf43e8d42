import { read } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'

import type { ByteRange } from '@otodana/contract'

import { writeTo } from './write-to.ts'

/** Large enough that a gigabyte takes few system calls, small enough that a thousand listeners fit in memory. */
const CHUNK_BYTES = 256 * 1024
/** A receiver that needs longer than this for a chunk gets small ones. Two are in memory for each receiver. */
const SLOW_MS = 500
const SLOW_CHUNK_BYTES = 32 * 1024
/** At most 8 MB are kept for reuse. */
const MAX_SPARE_CHUNKS = 32
const spareChunks: Buffer[] = []

/**
 * The bytes of a range of an open file. Owns the handle: closes it at the end or when destroyed. Fails if the file ends
 * before the range.
 *
 * When piped, it reuses its buffers once their bytes have been sent, and reads one while the other is sent. A new
 * buffer for every chunk, as in other streams, cost half of all time in the garbage collector.
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
   * Writes all bytes with back-pressure. Leaves the destination open, and this stream to be destroyed.
   *
   * @param look  receives each piece before it is written, and must not keep it: its buffer is reused
   * @returns whether they were sent; if the receiver is gone, the stream's owner must destroy it
   * @throws if the file cannot be read, or ends before the range
   */
  async sendTo(destination: NodeJS.WritableStream, look?: (bytes: Buffer) => void): Promise<boolean> {
    let lastWrite = Promise.resolve(true)
    let isSlow = false
    while (this.#remaining > 0) {
      const chunk = takeChunk(Math.min(isSlow ? SLOW_CHUNK_BYTES : CHUNK_BYTES, this.#remaining))
      const bytes = await this.#readInto(chunk)
      look?.(bytes)
      const readAt = performance.now()
      const hasLeft = await lastWrite
      if (!hasLeft || this.destroyed) return false
      isSlow = performance.now() - readAt > SLOW_MS
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
      // Emits `end` and closes once read.
      this.resume()
    } catch (error) {
      this.destroy(error as Error)
    }
  }

  /** @returns the filled part of the chunk, never empty */
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
    // If closed during a read, the descriptor could be reused for another file before the read uses it.
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

/** Writes a chunk, and releases it once its bytes have been sent; never if they may still be in flight. */
async function writeAll(destination: NodeJS.WritableStream, bytes: Buffer, chunk: Buffer): Promise<boolean> {
  const hasLeft = await writeTo(destination, bytes)
  if (hasLeft && chunk.length === CHUNK_BYTES && spareChunks.length < MAX_SPARE_CHUNKS) spareChunks.push(chunk)
  return hasLeft
}
