import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'

import { FileRangeStream } from '#storage/file-range-stream.ts'
import { writeTo } from '#storage/write-to.ts'

import { dataDescriptor, directory, localHeader, type WrittenEntry, type ZipEntry } from './zip-format.ts'

/** Opens a file as a stream from its first to its last byte. */
export type OpenEntry<E extends ZipEntry> = (entry: E) => Promise<Readable>

/**
 * The bytes of an archive. Files are opened one after the other, and read no faster than they are sent. Fails, and so
 * aborts the response, if a file does not have its announced size: an incomplete archive must not look complete.
 * Destroying it closes the current file.
 *
 * It can only be piped, because files are sent through reused buffers, at half the cost.
 */
export class ZipStream<E extends ZipEntry> extends Readable {
  readonly #entries: readonly E[]
  readonly #open: OpenEntry<E>
  #file: Readable | null = null
  #isPiped = false

  constructor(entries: readonly E[], open: OpenEntry<E>) {
    super()
    this.#entries = entries
    this.#open = open
  }

  override pipe<T extends NodeJS.WritableStream>(destination: T): T {
    this.#isPiped = true
    void this.#pipeTo(destination)
    return destination
  }

  override _read(): void {
    if (!this.#isPiped) this.destroy(new Error('An archive can only be piped'))
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#file?.destroy()
    callback(error)
  }

  async #pipeTo(destination: NodeJS.WritableStream): Promise<void> {
    try {
      if (!(await this.#sendTo(destination))) return
      destination.end()
      this.push(null)
      // Emits `end` once read.
      this.resume()
    } catch (error) {
      this.destroy(error as Error)
    }
  }

  /** @returns whether everything was sent */
  async #sendTo(destination: NodeJS.WritableStream): Promise<boolean> {
    const written: WrittenEntry[] = []
    let offset = 0
    for (const entry of this.#entries) {
      const head = localHeader(entry)
      if (!(await writeTo(destination, head))) return false
      const crc = entry.sizeBytes > 0 ? await this.#sendFile(entry, destination) : 0
      if (crc === null) return false
      const end = dataDescriptor(entry, crc)
      if (!(await writeTo(destination, end))) return false
      written.push({ ...entry, offset, crc })
      offset += head.length + entry.sizeBytes + end.length
    }
    return writeTo(destination, Buffer.concat([...directory(written)]))
  }

  /** @returns the checksum of the file's bytes, or null if the receiver is gone */
  async #sendFile(entry: E, destination: NodeJS.WritableStream): Promise<number | null> {
    const file = await this.#open(entry)
    // Also if it cannot be closed: the archive aborts, unless it has been sent.
    file.on('error', (error) => this.destroy(error))
    this.#file = file
    if (this.destroyed) {
      file.destroy()
      return null
    }
    let crc = 0
    let length = 0
    const hasLeft = await sendTo(destination, file, (bytes) => {
      crc = crc32(bytes, crc)
      length += bytes.length
    })
    file.destroy()
    if (!hasLeft) return null
    if (length !== entry.sizeBytes) throw new Error(`${entry.name} has ${length} bytes, not ${entry.sizeBytes}`)
    return crc
  }
}

async function sendTo(
  destination: NodeJS.WritableStream,
  file: Readable,
  look: (bytes: Buffer) => void,
): Promise<boolean> {
  if (file instanceof FileRangeStream) return file.sendTo(destination, look)
  for await (const bytes of file as AsyncIterable<Buffer>) {
    look(bytes)
    if (!(await writeTo(destination, bytes))) return false
  }
  return true
}
