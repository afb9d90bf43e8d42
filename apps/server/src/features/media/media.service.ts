import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

import type { ByteRange, FileKind } from '@otodana/contract'
import { detectTextEncoding, type TextEncoding } from '@otodana/subtitles'
import type { FastifyBaseLogger } from 'fastify'

import type { Database } from '#db/open.ts'
import { AppError } from '#http/errors/app-error.ts'
import { type Storage, StorageError, type StoredFile } from '#storage/storage.ts'

import { accelRedirect } from './accel-redirect.ts'
import { contentTypeOf } from './content-type.ts'
import type { MediaRef } from './media-ref.ts'
import { createMediaRepository } from './media.repository.ts'

/** A library file, as found by one request. */
export type MediaFile = {
  id: number
  name: string
  stored: StoredFile
  /** Strong; changes with the content. */
  etag: string
  isText: boolean
  kind: FileKind
  /** Null: unknown, or not audio or video. */
  durationSeconds: number | null
}

export type MediaDeps = {
  database: Database
  storage: Storage
  /**
   * The reverse proxy's internal location of library files, and the folders that it knows, by number; null if this
   * process sends them.
   */
  accel: { prefix: string; roots: readonly string[] } | null
  log: Pick<FastifyBaseLogger, 'warn'>
}

const ENCODING_SAMPLE_BYTES = 64 * 1024
const MAX_KNOWN_ENCODINGS = 2_000

export type Media = ReturnType<typeof createMedia>

export function createMedia({ database, storage, accel, log }: MediaDeps) {
  const files = createMediaRepository(database)
  /** By ETag, oldest first. */
  const encodings = new Map<string, TextEncoding>()

  /**
   * Opens a range of a file; the stream closes it at its end or when destroyed.
   *
   * @throws {AppError} `file.notFound`, `file.unreadable`, `server.busy`
   */
  async function open(file: MediaFile, range: ByteRange): Promise<Readable> {
    try {
      return await storage.openRange(file.stored, range)
    } catch (error) {
      throw fromStorage(error, file.id, log)
    }
  }

  /**
   * Reads a whole file in pieces, and fails in its middle as `open` does.
   *
   * @param signal  aborted when nothing waits for it any more
   */
  async function* pieces(file: MediaFile, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    const { sizeBytes } = file.stored
    if (sizeBytes === 0) return
    const stream = await open(file, { start: 0, end: sizeBytes - 1 })
    const leave = () => stream.destroy(signal.reason as Error)
    signal.addEventListener('abort', leave, { once: true })
    if (signal.aborted) leave()
    try {
      yield* stream as AsyncIterable<Uint8Array>
    } catch (error) {
      signal.throwIfAborted()
      const failure =
        error instanceof StorageError ? error : new StorageError('unreadable', 'Reading it broke off', error)
      throw fromStorage(failure, file.id, log)
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }

  async function encodingOf(file: MediaFile): Promise<TextEncoding> {
    const known = encodings.get(file.etag)
    if (known) return known
    const end = Math.min(ENCODING_SAMPLE_BYTES, file.stored.sizeBytes) - 1
    const head = end < 0 ? new Uint8Array() : await buffer(await open(file, { start: 0, end }))
    const encoding = detectTextEncoding(head)
    const oldest = encodings.size >= MAX_KNOWN_ENCODINGS ? encodings.keys().next() : null
    if (oldest?.value !== undefined) encodings.delete(oldest.value)
    encodings.set(file.etag, encoding)
    return encoding
  }

  return {
    /**
     * Finds a file by its id, in the database and then on disk.
     *
     * @throws {AppError} `file.notFound` (unknown, missing, of another work, or a link that leaves the library),
     *   `file.unreadable`, `server.busy`
     */
    async getFile(ref: MediaRef): Promise<MediaFile> {
      const found = await files.findFile(ref)
      if (!found) throw new AppError('file.notFound')
      try {
        const stored = await storage.stat(found.place)
        const { isText } = contentTypeOf(found.name)
        const { fileId: id, name, kind, durationSeconds } = found
        return { id, name, stored, etag: `"${id}-${stored.version}"`, isText, kind, durationSeconds }
      } catch (error) {
        throw fromStorage(error, found.fileId, log)
      }
    },

    open,
    pieces,

    /** Returns the `Content-Type`. A text's first 64 kB are read once to detect its charset. */
    async contentType(file: MediaFile): Promise<string> {
      const { mime, isText } = contentTypeOf(file.name)
      return isText ? `${mime}; charset=${await encodingOf(file)}` : mime
    },

    /** Returns the path that the reverse proxy should send; null without one, or if it does not know the folder. */
    accelRedirect({ stored }: MediaFile): string | null {
      const rootIndex = accel?.roots.indexOf(stored.root) ?? -1
      return accel && rootIndex >= 0 ? accelRedirect(accel.prefix, rootIndex, stored.pathInRoot) : null
    },
  }
}

/** Maps storage errors to API errors; returns other errors unchanged. */
export function fromStorage(error: unknown, fileId: number, log: MediaDeps['log']): unknown {
  if (!(error instanceof StorageError)) return error
  switch (error.failure) {
    case 'outside':
      log.warn({ fileId, reason: error.message }, 'a link leads out of the library and is not followed')
      return new AppError('file.notFound', { cause: error })
    case 'missing':
      return new AppError('file.notFound', { cause: error })
    case 'exhausted':
      return new AppError('server.busy', { cause: error, headers: { 'retry-after': '2' } })
    case 'away':
      return new AppError('file.unreadable', { cause: error, headers: { 'retry-after': '60' } })
    case 'unreadable':
      return new AppError('file.unreadable', { cause: error })
    case 'changed':
      // The file is being replaced.
      return new AppError('file.unreadable', { cause: error, headers: { 'retry-after': '1' } })
  }
}
