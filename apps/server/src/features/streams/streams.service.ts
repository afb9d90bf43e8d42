import { hash } from 'node:crypto'
import { Readable } from 'node:stream'

import { type LowQualityFormat, lowQualityFormats } from '@otodana/contract'
import type { FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'

import type { Database } from '#db/open.ts'
import { fromStorage, type MediaFile } from '#features/media/index.ts'
import type { FfmpegInputs } from '#ffmpeg/ffmpeg-input.ts'
import { FfmpegError } from '#ffmpeg/run-ffmpeg.ts'
import { AppError } from '#http/app-error.ts'
import type { ByteRange } from '#http/byte-range.ts'
import type { Sendable } from '#http/send-bytes.ts'
import { StorageError } from '#storage/storage.ts'
import { whileLeased } from '#jobs/lease.ts'
import { createSharedTasks } from '#jobs/shared-tasks.ts'
import { createTurns } from '#jobs/turns.ts'

import { openChunkCache } from './chunk-cache.ts'
import { canBeStreamed } from './low-quality.ts'
import { makeChunk, makeSilence } from './make-chunk.ts'
import { streamFormats } from './stream-format.ts'
import { chunkAt, chunkRange, layoutOf, type StreamLayout } from './stream-layout.ts'

type StreamsDeps = {
  database: Database
  inputs: FfmpegInputs
  ffmpegPath: string
  /** Where chunks are kept; it may be emptied at any time. */
  cacheDir: string
  maxCacheBytes: number
  /** How many ffmpegs this process runs at once. */
  maxJobs: number
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
}

/** Who receives a stream. */
type Receiver = {
  /** He is gone. */
  signal: AbortSignal
  /** He fetches what may be listened to later: whoever listens now comes first. */
  isAhead: boolean
}

/** One stream of one state of a file. */
type Stream = { file: MediaFile; layout: StreamLayout; silence: Buffer; /** Names its bytes. */ key: string }

const ATTEMPTS = 2
const REMEMBER_FAILURE_MS = 60_000
const MAX_KNOWN_LAYOUTS = 50

export type Streams = ReturnType<typeof createStreams>

/**
 * Small streams of the library's sound, made by ffmpeg while they are listened to, chunk by chunk, and kept.
 *
 * However many ask for a chunk, it is made once; of one file in one format one chunk is made at a time, also when
 * several processes share the cache's folder and a PostgreSQL database. One that nobody waits for any more is given up.
 */
export function createStreams(deps: StreamsDeps) {
  const { database, inputs, ffmpegPath, cacheDir, maxCacheBytes, log } = deps
  const closing = new AbortController()
  const flights = createSharedTasks<Buffer>(closing.signal)
  const turns = createTurns(deps.maxJobs)
  const lines = new Map<string, ReturnType<typeof createTurns>>()
  const layouts = new LRUCache<string, StreamLayout>({ max: MAX_KNOWN_LAYOUTS })
  const failures = new LRUCache<string, AppError>({ max: 1_000, ttl: REMEMBER_FAILURE_MS })
  const listeners = new Set<(isBusy: boolean) => void>()
  /** How many wait for something of a stream in order to listen to it now. */
  const listening = new Map<string, number>()
  let running = 0

  const cache = openChunkCache(cacheDir, maxCacheBytes)
  cache.catch((error: unknown) => log.warn({ err: error, cacheDir }, 'low-quality streams cannot be kept'))
  let checked: ReturnType<typeof checkFormats> | null = null
  /** Looked for when they are first asked after. */
  const silences = () => (checked ??= checkFormats())

  async function checkFormats(): Promise<Partial<Record<LowQualityFormat, Buffer>>> {
    const found: Partial<Record<LowQualityFormat, Buffer>> = {}
    for (const name of lowQualityFormats) {
      try {
        found[name] = await makeSilence(ffmpegPath, streamFormats[name], closing.signal)
      } catch (error) {
        if (closing.signal.aborted) break
        log.info({ reason: describe(error), format: name }, 'there are no low-quality streams of this format')
      }
    }
    return found
  }

  function layout(name: LowQualityFormat, durationSeconds: number): StreamLayout {
    const key = `${name} ${durationSeconds}`
    const known = layouts.get(key) ?? layoutOf(streamFormats[name], durationSeconds)
    layouts.set(key, known)
    return known
  }

  async function chunk(stream: Stream, index: number, { signal, isAhead }: Receiver): Promise<Buffer> {
    const { key } = stream
    const count = (step: number) => listening.set(key, (listening.get(key) ?? 0) + step)
    if (!isAhead) count(1)
    try {
      return await flights.join(`${key}/${index}`, signal, (lasting) => load(stream, index, lasting))
    } finally {
      if (!isAhead) count(-1)
      if (listening.get(key) === 0) listening.delete(key)
    }
  }

  /** From the cache, or made and put there. */
  async function load(stream: Stream, index: number, signal: AbortSignal): Promise<Buffer> {
    const { key } = stream
    const { start, end } = chunkRange(stream.layout, index)
    const kept = await onDisk(() => cache)
    const find = () => onDisk(() => kept.read(key, index, end - start + 1))
    const found = await find()
    if (found) return found
    const make = async (mayBeThere: boolean) => {
      const other = mayBeThere ? await find() : null
      if (other) return other
      const made = await transcode(stream, index, signal)
      await onDisk(() => kept.write(key, index, made))
      return made
    }
    // Where the database is SQLite, one process has it to itself.
    const alone = () =>
      database.dialect === 'postgres'
        ? whileLeased(database.write, `stream/${kept.id}/${key}`, signal, make)
        : make(false)
    // Asked of the stream, not of the chunk: one that is fetched ahead may hold up its line for somebody who listens.
    return inLine(key, () => turns.inTurn(alone, () => !listening.has(key)))
  }

  async function inLine<T>(key: string, task: () => Promise<T>): Promise<T> {
    const line = lines.get(key) ?? createTurns(1)
    lines.set(key, line)
    try {
      return await line.inTurn(task)
    } finally {
      if (line.isIdle()) lines.delete(key)
    }
  }

  async function transcode({ key, file, layout, silence }: Stream, index: number, signal: AbortSignal) {
    tell(++running)
    try {
      for (let attempt = 1; ; attempt++) {
        const known = failures.get(key)
        if (known) throw known
        signal.throwIfAborted()
        try {
          return await makeChunk({ ffmpegPath, inputs, file: file.stored, layout, silence, signal }, index)
        } catch (error) {
          if (error instanceof StorageError) throw fromStorage(error, file.id, log)
          if (!(error instanceof FfmpegError)) throw error
          log.warn({ fileId: file.id, chunk: index, reason: error.message }, 'a stream could not be made')
          if (!error.isLasting && attempt < ATTEMPTS) continue
          const failure = new AppError('file.unreadable', { cause: error })
          if (error.isLasting) failures.set(key, failure)
          throw failure
        }
      }
    } finally {
      tell(--running)
    }
  }

  function tell(count: number): void {
    for (const listener of listeners) listener(count > 0)
  }

  async function open(stream: Stream, range: ByteRange, receiver: Receiver): Promise<Readable> {
    const { layout } = stream
    const touchesBody = range.end >= layout.header.length
    // The first chunk decides whether there is a stream at all: what cannot be read is told before anything is sent.
    const index = chunkAt(layout, Math.max(range.start, layout.header.length))
    const first = touchesBody ? await chunk(stream, index, receiver) : Buffer.alloc(0)
    return Readable.from(pieces(stream, range, receiver, { index, bytes: first }), { objectMode: false })
  }

  /** Header, then chunk after chunk; while one is being sent the next is made. */
  async function* pieces(
    stream: Stream,
    { start, end }: ByteRange,
    receiver: Receiver,
    first: { index: number; bytes: Buffer },
  ): AsyncGenerator<Buffer> {
    const { layout } = stream
    const { header, chunks } = layout
    if (start < header.length) yield header.subarray(start, end + 1)
    let next: Promise<Buffer> = Promise.resolve(first.bytes)
    for (let index = first.index; index < chunks; index++) {
      const place = chunkRange(layout, index)
      if (place.start > end) return
      const bytes = await next
      if (place.end < end) {
        next = chunk(stream, index + 1, receiver)
        // Whether it failed is looked at in its turn, and by nobody if the listener is gone by then.
        next.catch(() => {})
      }
      yield bytes.subarray(Math.max(0, start - place.start), end - place.start + 1)
    }
  }

  return {
    /** Which formats this server's ffmpeg can make; none without ffmpeg. */
    async formats(): Promise<LowQualityFormat[]> {
      const found = await silences()
      return lowQualityFormats.filter((name) => found[name])
    },

    /**
     * A file's stream, to be sent; nothing of it is made yet.
     *
     * @throws {AppError} `stream.unavailable`: no ffmpeg for the format, or no sound of a known length
     */
    async getStream(file: MediaFile, format: LowQualityFormat, receiver: Receiver): Promise<Sendable> {
      const silence = (await silences())[format]
      const { kind, durationSeconds } = file
      if (!silence || durationSeconds === null || !canBeStreamed({ kind, duration_seconds: durationSeconds })) {
        throw new AppError('stream.unavailable')
      }
      const found = layout(format, durationSeconds)
      // The silent packet differs when the encoder does.
      const marks = [file.id, file.stored.version, format, found.packets, found.sizeBytes, silence.toString('base64')]
      const key = hash('sha256', marks.join(' ')).slice(0, 32)
      const stream = { file, layout: found, silence, key }
      return {
        sizeBytes: found.sizeBytes,
        etag: `"${key}"`,
        modifiedMs: file.stored.modifiedMs,
        contentType: () => found.format.mime,
        open: (range) => open(stream, range, receiver),
        fileId: file.id,
      }
    },

    /** Calls the listener when the first ffmpeg begins and after the last has ended. Returns what ends that. */
    onBusy(listener: (isBusy: boolean) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    isBusy: () => running > 0,

    /** Ends every ffmpeg and waits until they are gone. */
    async close(): Promise<void> {
      closing.abort(new AppError('server.busy'))
      await flights.whenIdle()
      await checked
      await cache.catch(() => {})
    },
  }
}

/** A full disk may have room again in a moment. */
async function onDisk<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task()
  } catch (error) {
    throw new AppError('server.busy', { cause: error, headers: { 'retry-after': '5' } })
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
