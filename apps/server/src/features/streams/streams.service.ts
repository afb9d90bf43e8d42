import { hash } from 'node:crypto'
import { Readable } from 'node:stream'

import { type LowQualityFormat, lowQualityFormats } from '@otodana/contract'
import type { FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'

import type { Database } from '#db/open.ts'
import { fromStorage, type MediaFile } from '#features/media/index.ts'
import type { FfmpegInputs } from '#ffmpeg/ffmpeg-input.ts'
import { FfmpegError } from '#ffmpeg/run-ffmpeg.ts'
import { AppError } from '#http/errors/app-error.ts'
import type { ByteRange } from '#http/sending/byte-range.ts'
import type { Sendable } from '#http/sending/send-bytes.ts'
import { StorageError } from '#storage/storage.ts'
import { whileLeased } from '#jobs/lease.ts'
import { createSingleFlight } from '#jobs/single-flight.ts'
import { createSemaphore } from '#jobs/semaphore.ts'

import { openChunkCache } from './chunk-cache.ts'
import { canBeStreamed } from './low-quality.ts'
import { makeChunk, makeSilence } from './make-chunk.ts'
import { streamFormats } from './stream-format.ts'
import { chunkAt, chunkRange, layoutOf, type StreamLayout } from './stream-layout.ts'

export type StreamsDeps = {
  database: Database
  inputs: FfmpegInputs
  ffmpegPath: string
  /** Where chunks are kept; it may be emptied at any time. */
  cacheDir: string
  maxCacheBytes: number
  /** How many ffmpegs this process runs at once. */
  maxJobs: number
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  /** How long the beginning of an answer may take. */
  patienceMs?: number
  /** After how long an ffmpeg that was not there, or did not answer, is looked for again. */
  lookAgainMs?: number
}

/** Who receives a stream. */
type Receiver = {
  /** Aborted when the listener is gone. */
  signal: AbortSignal
  /** Prefetches for later: listeners of now come first. */
  isAhead: boolean
}

/** One stream of one state of a file. */
type Stream = { file: MediaFile; layout: StreamLayout; silence: Buffer; /** Names its bytes. */ key: string }

const ATTEMPTS = 2
const REMEMBER_FAILURE_MS = 60_000
const MAX_KNOWN_LAYOUTS = 50
const PATIENCE_MS = 20_000
const RETRY_AFTER_S = 10
const LOOK_AGAIN_MS = 60_000

export type Streams = ReturnType<typeof createStreams>

/**
 * Small streams of the library's sound, made by ffmpeg on demand, chunk by chunk, and cached.
 *
 * Concurrent requests for a chunk share one ffmpeg; of one file in one format one chunk is made at a time, also when several
 * processes share the cache's folder and a PostgreSQL database. A chunk without waiting requests is abandoned.
 */
export function createStreams(deps: StreamsDeps) {
  const { database, inputs, ffmpegPath, cacheDir, maxCacheBytes, log } = deps
  const closing = new AbortController()
  const flights = createSingleFlight<Buffer>(closing.signal)
  const semaphore = createSemaphore(deps.maxJobs)
  const lines = new Map<string, ReturnType<typeof createSemaphore>>()
  const layouts = new LRUCache<string, StreamLayout>({ max: MAX_KNOWN_LAYOUTS })
  const failures = new LRUCache<string, AppError>({ max: 1_000, ttl: REMEMBER_FAILURE_MS })
  const listeners = new Set<(isBusy: boolean) => void>()
  /** How many wait for something of a stream in order to listen to it now. */
  const listening = new Map<string, number>()
  let running = 0

  const cache = openChunkCache(cacheDir, maxCacheBytes)
  cache.catch((error: unknown) => log.warn({ err: error, cacheDir }, 'low-quality streams cannot be kept'))

  /** A silent packet of each format that ffmpeg has been found to make. */
  const silences: Partial<Record<LowQualityFormat, Buffer>> = {}
  /** Why there is none of the others; found out, not assumed. */
  const lacks = new Map<LowQualityFormat, FfmpegError>()
  let checking: Promise<void> | null = null
  let checkAgainMs = Number.POSITIVE_INFINITY

  /** Asks ffmpeg once what it can make, and again after a minute if it gave no answer. It never throws. */
  function check(): Promise<void> {
    if (performance.now() >= checkAgainMs && !closing.signal.aborted) checking = null
    checking ??= checkFormats()
    return checking
  }

  async function checkFormats(): Promise<void> {
    checkAgainMs = Number.POSITIVE_INFINITY
    await Promise.all(lowQualityFormats.map(checkFormat))
    const mayComeYet = [...lacks.values()].some(({ isLasting }) => !isLasting)
    if (mayComeYet) checkAgainMs = performance.now() + (deps.lookAgainMs ?? LOOK_AGAIN_MS)
  }

  async function checkFormat(name: LowQualityFormat): Promise<void> {
    if (silences[name] || lacks.get(name)?.isLasting) return
    try {
      silences[name] = await makeSilence(ffmpegPath, streamFormats[name], closing.signal)
      lacks.delete(name)
    } catch (error) {
      if (closing.signal.aborted) return
      const lack = error instanceof FfmpegError ? error : new FfmpegError('refused', describe(error))
      // Once, however often it is looked for.
      if (lacks.get(name)?.message !== lack.message) {
        log.info({ reason: lack.message, format: name }, 'there are no low-quality streams of this format')
      }
      lacks.set(name, lack)
    }
  }

  const knownFormats = () => lowQualityFormats.filter((name) => silences[name])

  /** What is said when a stream is wanted that cannot be made: one whose ffmpeg hangs may come a little later. */
  function unavailable(): AppError {
    const isHanging = [...lacks.values()].some(({ failure }) => failure === 'slow')
    return isHanging
      ? new AppError('server.busy', { headers: { 'retry-after': '60' } })
      : new AppError('stream.unavailable')
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
    // By stream, not by chunk: a prefetched chunk may be in the way of one that a listener waits for.
    return inLine(key, () => semaphore.run(alone, () => !listening.has(key)))
  }

  async function inLine<T>(key: string, task: () => Promise<T>): Promise<T> {
    const line = lines.get(key) ?? createSemaphore(1)
    lines.set(key, line)
    try {
      return await line.run(task)
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
          if (error.failure === 'killed' && attempt < ATTEMPTS) continue
          const retryAfter = error.isLasting ? REMEMBER_FAILURE_MS / 1_000 : RETRY_AFTER_S
          const headers = { 'retry-after': String(retryAfter) }
          const failure = new AppError('file.unreadable', { cause: error, headers })
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
    // The first chunk decides whether the stream exists: a file that cannot be read fails before anything is sent.
    const index = chunkAt(layout, Math.max(range.start, layout.header.length))
    const first = touchesBody ? await chunkInTime(stream, index, receiver) : Buffer.alloc(0)
    return Readable.from(pieces(stream, range, receiver, { index, bytes: first }), { objectMode: false })
  }

  /** @throws {AppError} `server.busy`: it has not come in time, because ffmpeg hangs or too many others are waiting */
  async function chunkInTime(stream: Stream, index: number, receiver: Receiver): Promise<Buffer> {
    const patience = new AbortController()
    const timer = setTimeout(
      () => patience.abort(new AppError('server.busy', { headers: { 'retry-after': String(RETRY_AFTER_S) } })),
      deps.patienceMs ?? PATIENCE_MS,
    )
    try {
      return await chunk(stream, index, { ...receiver, signal: AbortSignal.any([receiver.signal, patience.signal]) })
    } finally {
      clearTimeout(timer)
    }
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
        // A failure is handled when its turn comes, or ignored if the listener is gone by then.
        next.catch(() => {})
      }
      yield bytes.subarray(Math.max(0, start - place.start), end - place.start + 1)
    }
  }

  return {
    /** Which formats this server's ffmpeg can make; none without ffmpeg, or when it does not answer within ten seconds. */
    async formats(): Promise<LowQualityFormat[]> {
      await check()
      return knownFormats()
    },

    /** Whether any format is known by now; it does not wait for ffmpeg. */
    hasFormats(): boolean {
      void check()
      return knownFormats().length > 0
    },

    unavailable,

    /**
     * A file's stream, to be sent; nothing of it is made yet.
     *
     * @throws {AppError} `stream.unavailable`: no ffmpeg for the format, or no sound of a known length; `server.busy`: ffmpeg
     *   does not answer
     */
    async getStream(file: MediaFile, format: LowQualityFormat, receiver: Receiver): Promise<Sendable> {
      if (!silences[format]) await check()
      const silence = silences[format]
      if (!silence) throw unavailable()
      const { kind, durationSeconds } = file
      if (durationSeconds === null || !canBeStreamed({ kind, duration_seconds: durationSeconds })) {
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
      await checking
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
