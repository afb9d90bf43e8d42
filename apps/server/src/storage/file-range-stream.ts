import { read } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'

import type { ByteRange } from '#http/byte-range.ts'

/** Large enough that a gigabyte costs few system calls, small enough that a thousand listeners fit in memory. */
const CHUNK_BYTES = 256 * 1024

/**
 * The bytes of a range, from a file that is open. It owns the handle: read to the end or destroyed, the file is closed.
 * It fails when the file ends before the range does.
 */
export class FileRangeStream extends Readable {
  readonly #handle: FileHandle
  readonly #end: number
  #position: number
  /** Closing a descriptor under a read could let the read fall on whatever file is opened next. */
  #afterRead: (() => void) | null = null
  #isReading = false

  constructor(handle: FileHandle, { start, end }: ByteRange) {
    super({ highWaterMark: Math.max(1, Math.min(CHUNK_BYTES, end - start + 1)) })
    this.#handle = handle
    this.#position = start
    this.#end = end
  }

  override _read(): void {
    const wanted = Math.min(CHUNK_BYTES, this.#end - this.#position + 1)
    if (wanted <= 0) {
      this.push(null)
      return
    }
    this.#isReading = true
    read(this.#handle.fd, Buffer.allocUnsafeSlow(wanted), 0, wanted, this.#position, (error, bytesRead, chunk) => {
      this.#isReading = false
      if (this.#afterRead) this.#afterRead()
      else if (error) this.destroy(error)
      else if (bytesRead === 0) this.destroy(new Error(`the file ended ${this.#end + 1 - this.#position} bytes early`))
      else {
        this.#position += bytesRead
        this.push(bytesRead === chunk.length ? chunk : chunk.subarray(0, bytesRead))
      }
    })
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    const close = () => void this.#close(error, callback)
    if (this.#isReading) this.#afterRead = close
    else close()
  }

  async #close(error: Error | null, callback: (error?: Error | null) => void): Promise<void> {
    let failure = error
    try {
      await this.#handle.close()
    } catch (closeError) {
      failure ??= closeError as Error
    }
    callback(failure)
  }
}
