import { hash } from 'node:crypto'
import { open, rm } from 'node:fs/promises'

import type { FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'

import type { Database } from '#db/open.ts'
import { fromStorage, isVideoName, type MediaFile } from '#features/media/index.ts'
import type { FfmpegInputs } from '#ffmpeg/ffmpeg-input.ts'
import { FfmpegError } from '#ffmpeg/run-ffmpeg.ts'
import { AppError } from '#http/errors/app-error.ts'
import type { Sendable } from '#http/sending/send-bytes.ts'
import { whileLeased } from '#jobs/lease.ts'
import { createSemaphore } from '#jobs/semaphore.ts'
import { FileRangeStream } from '#storage/file-range-stream.ts'
import { StorageError } from '#storage/storage.ts'

import type { CachedFile, ChunkCache } from './chunk-cache.ts'
import { makeVideo } from './make-video.ts'
import { onDisk } from './on-disk.ts'

export type VideosDeps = {
  database: Database
  inputs: FfmpegInputs
  ffmpegPath: string
  cache: Promise<ChunkCache>
  maxCacheBytes: number
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  /** How long a request waits for a video that is being made. */
  patienceMs?: number
  /** How long a video is made on without requests for it. */
  interestMs?: number
}

/** Increased when other arguments make other bytes. */
const VERSION = 1
const PATIENCE_MS = 20_000
const INTEREST_MS = 120_000
const RETRY_AFTER_S = 5
const REMEMBER_FAILURE_MS = 10 * 60_000

type Job = { made: Promise<CachedFile>; keep: () => void }

export type Videos = ReturnType<typeof createVideos>

/**
 * Library videos as MP4 that browsers play, made once by ffmpeg and cached with the small streams. One is made at a
 * time. It goes on while requests come for it, which wait for 20 seconds each: encoding may take minutes.
 */
export function createVideos(deps: VideosDeps) {
  const { database, inputs, ffmpegPath, log } = deps
  const closing = new AbortController()
  const jobs = new Map<string, Job>()
  const semaphore = createSemaphore(1)
  const failures = new LRUCache<string, AppError>({ max: 1_000, ttl: REMEMBER_FAILURE_MS })
  // A video must not displace all other streams.
  const maxBytes = Math.floor(deps.maxCacheBytes / 2)

  function join(key: string, file: MediaFile): Promise<CachedFile> {
    const job = jobs.get(key) ?? begin(key, file)
    job.keep()
    return job.made
  }

  function begin(key: string, file: MediaFile): Job {
    const forgotten = new AbortController()
    let timer: NodeJS.Timeout | undefined
    const keep = () => {
      clearTimeout(timer)
      timer = setTimeout(() => forgotten.abort(busy()), deps.interestMs ?? INTEREST_MS)
    }
    const signal = AbortSignal.any([closing.signal, forgotten.signal])
    const made = make(key, file, signal).finally(() => {
      clearTimeout(timer)
      jobs.delete(key)
    })
    // All requests may have left before it fails, which is logged.
    made.catch(() => {})
    const job = { made, keep }
    jobs.set(key, job)
    return job
  }

  async function make(key: string, file: MediaFile, signal: AbortSignal): Promise<CachedFile> {
    const cache = await onDisk(() => deps.cache)
    const once = async () => {
      signal.throwIfAborted()
      return (await cache.find(key, 0)) ?? (await run(cache, key, file, signal))
    }
    // With SQLite only one process uses the database.
    return semaphore.run(() =>
      database.dialect === 'postgres' ? whileLeased(database.write, `video/${cache.id}/${key}`, signal, once) : once(),
    )
  }

  async function run(cache: ChunkCache, key: string, file: MediaFile, signal: AbortSignal): Promise<CachedFile> {
    const path = await onDisk(cache.temporaryPath)
    try {
      const hasPicture = await makeVideo({ ffmpegPath, inputs, file: file.stored, path, maxBytes, signal })
      if (!hasPicture) throw remember(key, new AppError('stream.unavailable'))
      return await onDisk(() => cache.adopt(key, 0, path))
    } catch (error) {
      await rm(path, { force: true })
      if (error instanceof StorageError) throw fromStorage(error, file.id, log)
      if (!(error instanceof FfmpegError)) throw error
      log.warn({ fileId: file.id, name: file.name, reason: error.message }, 'a video could not be made')
      const failure = new AppError('file.unreadable', { cause: error })
      throw error.isLasting && !/No space left/.test(error.message) ? remember(key, failure) : failure
    }
  }

  function remember(key: string, failure: AppError): AppError {
    failures.set(key, failure)
    return failure
  }

  return {
    /**
     * Prepares a video for sending, and makes it if it is not in the cache.
     *
     * @param signal  aborted when the client disconnects
     * @throws {AppError} `stream.unavailable`: it has no picture; `file.unreadable`; `server.busy`: it is being made
     */
    async getVideo(file: MediaFile, signal: AbortSignal): Promise<Sendable> {
      if (!isVideoName(file.name)) throw new AppError('stream.unavailable')
      const key = hash('sha256', `video ${VERSION} ${file.id} ${file.stored.version}`).slice(0, 32)
      const failure = failures.get(key)
      if (failure) throw failure
      const cache = await onDisk(() => deps.cache)
      const found = (await onDisk(() => cache.find(key, 0))) ?? (await soon(join(key, file), signal))
      return {
        sizeBytes: found.sizeBytes,
        etag: `"${key}"`,
        modifiedMs: file.stored.modifiedMs,
        contentType: () => 'video/mp4',
        open: async (range) => new FileRangeStream(await onDisk(() => open(found.path)), range),
        logged: { fileId: file.id },
      }
    },

    /** Ends ffmpeg and waits for its exit. */
    async close(): Promise<void> {
      closing.abort(busy())
      await semaphore.whenIdle()
    },
  }

  async function soon<T>(task: Promise<T>, gone: AbortSignal): Promise<T> {
    const { promise, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(busy()), deps.patienceMs ?? PATIENCE_MS)
    const leave = () => reject(gone.reason)
    if (gone.aborted) leave()
    gone.addEventListener('abort', leave)
    try {
      return await Promise.race([task, promise])
    } finally {
      clearTimeout(timer)
      gone.removeEventListener('abort', leave)
    }
  }
}

function busy(): AppError {
  return new AppError('server.busy', { headers: { 'retry-after': String(RETRY_AFTER_S) } })
}
