import { hash } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'

import type { ByteRange, VideoState } from '@otodana/contract'
import type { FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'

import type { Database } from '#db/open.ts'
import { fromStorage, isVideoName, type MediaFile } from '#features/media/index.ts'
import type { FfmpegInputs } from '#ffmpeg/ffmpeg-input.ts'
import { FfmpegError } from '#ffmpeg/run-ffmpeg.ts'
import { AppError } from '#http/errors/app-error.ts'
import { createConcurrencyLimit } from '#http/limits/concurrency-limit.ts'
import type { Sendable } from '#http/sending/send-bytes.ts'
import { createSemaphore } from '#jobs/semaphore.ts'
import { FileRangeStream } from '#storage/file-range-stream.ts'
import { StorageError } from '#storage/storage.ts'

import type { CachedFile, ChunkCache } from './chunk-cache.ts'
import { lookAtVideo, makeVideo, type VideoSource } from './make-video.ts'
import { makeOnce } from './make-once.ts'
import { onDisk } from './on-disk.ts'
import { encodedBytes, type VideoPlan } from './video-plan.ts'

export type VideosDeps = {
  database: Database
  inputs: FfmpegInputs
  ffmpegPath: string
  cache: Promise<ChunkCache>
  maxCacheBytes: number
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  /** How long a request waits for a video that is being made. */
  patienceMs?: number
  /** How long a request for its state does. */
  prepareMs?: number
  /** How long a video is made on without requests for it. */
  interestMs?: number
}

/** Increased when other arguments make other bytes. */
const VERSION = 2
const PATIENCE_MS = 20_000
const INTEREST_MS = 120_000
const RETRY_AFTER_S = 5
/** Most videos are only copied, so the answer is often that it is ready. */
const PREPARE_MS = 1_500
const REMEMBER_FAILURE_MS = 10 * 60_000
const REMEMBER_FULL_DISK_MS = 60_000
/** The cache keeps for a minute what was read. */
const NOTE_USE_MS = 30_000
/** How often other processes learn how far a video is, and look. */
const TELL_MS = 1_000
/** Videos in the making and waiting for it: each for minutes, one after the other. */
const MAKING = { ofOne: 8, inAll: 32, forNewcomers: 8 }
/** Requests that wait for one. */
const WAITING = { ofOne: 32, inAll: 512, forNewcomers: 64 }
/** For what could not be copied. */
const encodeAll: VideoPlan = { copiesPicture: false, copiesSound: false }

/** A video in the making, for all that ask for it. */
type Job = {
  made: Promise<CachedFile>
  /** Prolongs it by a request. */
  keep: () => void
  /** Aborted when no request has come for a while. */
  signal: AbortSignal
  /** 0 to 1; null while unknown. */
  progress: number | null
  /** Whether another process makes it, for which this one waits. */
  isElsewhere: boolean
}

type Receiver = {
  /** Aborted when the client disconnects. */
  signal: AbortSignal
  /** The network, as returned by `networkOf`. */
  client: string
}

export type Videos = ReturnType<typeof createVideos>

/**
 * Library videos as MP4 that browsers play, made once by ffmpeg and cached with the small streams. One is copied and
 * one encoded at a time: copying takes seconds, and must not wait for an encoding, which takes minutes. It goes on
 * while requests come for it.
 */
export function createVideos(deps: VideosDeps) {
  const { database, inputs, ffmpegPath, log } = deps
  const closing = new AbortController()
  const jobs = new Map<string, Job>()
  const copying = createSemaphore(1)
  const encoding = createSemaphore(1)
  const making = createConcurrencyLimit(MAKING)
  const waiting = createConcurrencyLimit(WAITING)
  const failures = new LRUCache<string, AppError>({ max: 1_000, ttl: REMEMBER_FAILURE_MS })
  /** Whether other processes may use the cache too. */
  const isShared = database.dialect === 'postgres'
  // A video must not displace all other streams.
  const maxBytes = Math.floor(deps.maxCacheBytes / 2)

  /** @throws {AppError} `request.tooMany`, `server.busy`: too many are in the making */
  function join(key: string, file: MediaFile, client: string): Job {
    const job = jobs.get(key) ?? begin(key, file, making.take(client))
    job.keep()
    return job
  }

  function begin(key: string, file: MediaFile, release: () => void): Job {
    const forgotten = new AbortController()
    let timer: NodeJS.Timeout | undefined
    let wantedAtMs = 0
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(() => void look(timer), deps.interestMs ?? INTEREST_MS)
    }
    /** Goes on if another process has had requests since. */
    const look = async (current: NodeJS.Timeout | undefined) => {
      const wanted = isShared && !job.isElsewhere ? await wantedElsewhere(key) : wantedAtMs
      // A request has come meanwhile, or it has ended.
      if (timer !== current) return
      if (wanted === wantedAtMs) return forgotten.abort(busy())
      wantedAtMs = wanted
      wait()
    }
    const keep = () => {
      wait()
      if (job.isElsewhere) void tellWanted(key)
    }
    const signal = AbortSignal.any([closing.signal, forgotten.signal])
    const { promise: made, resolve } = Promise.withResolvers<CachedFile>()
    const job: Job = { made, keep, signal, progress: null, isElsewhere: false }
    jobs.set(key, job)
    resolve(
      make(key, file, job)
        .catch((error: unknown) => {
          throw explain(error, key, file)
        })
        .finally(() => {
          clearTimeout(timer)
          timer = undefined
          jobs.delete(key)
          release()
        }),
    )
    // All requests may have left before it fails, which is logged.
    made.catch(() => {})
    return job
  }

  /** Tells the process that makes it. */
  async function tellWanted(key: string): Promise<void> {
    await deps.cache
      .then((cache) => cache.tellWanted(key))
      .catch((error: unknown) => log.warn({ err: error }, 'a request for a video is not shared'))
  }

  async function wantedElsewhere(key: string): Promise<number> {
    return deps.cache.then((cache) => cache.wantedAtMs(key)).catch(() => 0)
  }

  /** Copies what can be copied, and encodes the rest; all of it if copying fails. */
  async function make(key: string, file: MediaFile, job: Job): Promise<CachedFile> {
    const cache = await onDisk(() => deps.cache)
    const copied = await alone(copying, cache, key, job, async () => {
      const plan = await lookAtVideo(sourceOf(file, job))
      if (!plan) throw new AppError('stream.unavailable')
      if (!plan.copiesPicture) return plan
      try {
        return await write(cache, key, file, job, plan)
      } catch (error) {
        if (!(error instanceof FfmpegError && error.isLasting)) throw error
        log.info({ fileId: file.id, reason: error.message }, 'a video is encoded, because it could not be copied')
        return encodeAll
      }
    })
    if ('path' in copied) return copied
    return alone(encoding, cache, key, job, () => write(cache, key, file, job, copied))
  }

  /** Waits for its turn, here and among all processes with this cache. */
  function alone<T extends object>(
    { run }: ReturnType<typeof createSemaphore>,
    cache: ChunkCache,
    key: string,
    job: Job,
    task: () => Promise<T>,
  ): Promise<T | CachedFile> {
    const { signal } = job
    return makeOnce<T | CachedFile>({
      database,
      name: `video/${cache.id}/${key}`,
      signal,
      find: () => onDisk(() => cache.find(key, 0)),
      make() {
        job.isElsewhere = false
        job.progress = null
        return task()
      },
      inTurn: (turn) => run(turn, undefined, signal),
      pollMs: TELL_MS,
      async onWaiting() {
        if (!job.isElsewhere) await tellWanted(key)
        job.isElsewhere = true
        job.progress = await onDisk(() => cache.progress(key))
      },
    })
  }

  async function write(
    cache: ChunkCache,
    key: string,
    file: MediaFile,
    job: Job,
    plan: VideoPlan,
  ): Promise<CachedFile> {
    const seconds = file.durationSeconds ?? Infinity
    const expectedBytes = plan.copiesPicture ? file.stored.sizeBytes : encodedBytes(seconds)
    const giveBack = await onDisk(() => cache.reserve(Math.min(expectedBytes, maxBytes)))
    if (!giveBack) throw busy()
    const path = await onDisk(cache.temporaryPath)
    let toldAtMs = Number.NEGATIVE_INFINITY
    let telling: Promise<void> | undefined
    const onProgress = (done: number) => {
      if (seconds === Infinity) return
      job.progress = Math.min(done / seconds, 1)
      if (!isShared || performance.now() - toldAtMs < TELL_MS) return
      toldAtMs = performance.now()
      telling = cache
        .tellProgress(key, job.progress)
        .catch((error: unknown) => log.warn({ err: error }, 'a video’s progress is not shared'))
    }
    try {
      await makeVideo(sourceOf(file, job), { plan, path, maxBytes, onProgress })
      giveBack()
      return await onDisk(() => cache.adopt(key, 0, path))
    } catch (error) {
      await rm(path, { force: true })
      throw error
    } finally {
      giveBack()
      job.progress = null
      if (isShared) {
        await telling
        const warn = (error: unknown) => log.warn({ err: error }, 'what was said of a video in the making stays')
        await cache.removeNotes(key).catch(warn)
      }
    }
  }

  function sourceOf({ stored }: MediaFile, { signal }: Job): VideoSource {
    return { ffmpegPath, inputs, file: stored, signal }
  }

  /** Returns the error that answers requests, and remembers it: a new attempt would take as long. */
  function explain(error: unknown, key: string, file: MediaFile): unknown {
    if (error instanceof AppError && error.code === 'stream.unavailable') failures.set(key, error)
    if (error instanceof StorageError) return fromStorage(error, file.id, log)
    if (!(error instanceof FfmpegError)) return error
    log.warn({ fileId: file.id, name: file.name, reason: error.message }, 'a video could not be made')
    const failure = new AppError('file.unreadable', { cause: error })
    const ttl = /No space left/.test(error.message) ? REMEMBER_FULL_DISK_MS : REMEMBER_FAILURE_MS
    if (error.failure !== 'absent') failures.set(key, failure, { ttl })
    return failure
  }

  return {
    /**
     * Prepares a video for sending, and makes it if it is not in the cache.
     *
     * @throws {AppError} `stream.unavailable`: it has no picture; `file.unreadable`; `server.busy`: it is being made, or too
     *   many are; `request.tooMany`: too many are for this client
     */
    async getVideo(file: MediaFile, receiver: Receiver): Promise<Sendable> {
      const { cache, key, found } = await find(file)
      const ready = found ?? (await soon(join(key, file, receiver.client).made, receiver))
      return {
        sizeBytes: ready.sizeBytes,
        etag: `"${key}"`,
        modifiedMs: file.stored.modifiedMs,
        contentType: () => 'video/mp4',
        open: (range) => openKept(cache, key, ready.path, range),
        logged: { fileId: file.id },
      }
    },

    /**
     * Has a video made, unless it is in the cache, and says how far it is.
     *
     * @throws {AppError} `server.busy`: the cache's disk does not answer, or too many are being made; `request.tooMany`: too
     *   many are for this client
     */
    async getState(file: MediaFile, receiver: Receiver): Promise<VideoState> {
      try {
        const { key, found } = await find(file)
        if (found) return { state: 'ready' }
        const job = join(key, file, receiver.client)
        const isMade = await soon(job.made, receiver, deps.prepareMs ?? PREPARE_MS).then(
          () => true,
          (error: unknown) => {
            if (error instanceof AppError && error.code === 'server.busy') return false
            throw error
          },
        )
        if (isMade) return { state: 'ready' }
        return { state: 'making', ...(job.progress !== null && { progress: job.progress }) }
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        if (error.code === 'stream.unavailable') return { state: 'none' }
        if (error.code === 'file.unreadable') return { state: 'failed' }
        throw error
      }
    },

    /** Ends ffmpeg and waits for its exit. */
    async close(): Promise<void> {
      closing.abort(busy())
      await Promise.all([copying.whenIdle(), encoding.whenIdle()])
    },
  }

  async function find(file: MediaFile) {
    if (!isVideoName(file.name)) throw new AppError('stream.unavailable')
    const key = hash('sha256', `video ${VERSION} ${file.id} ${file.stored.version}`).slice(0, 32)
    const failure = failures.get(key)
    if (failure) throw failure
    const cache = await onDisk(() => deps.cache)
    return { cache, key, found: await onDisk(() => cache.find(key, 0)) }
  }

  async function soon<T>(
    task: Promise<T>,
    { signal: gone, client }: Receiver,
    waitMs = deps.patienceMs ?? PATIENCE_MS,
  ): Promise<T> {
    const { promise, reject } = Promise.withResolvers<never>()
    const release = waiting.take(client)
    const timer = setTimeout(() => reject(busy()), waitMs)
    const leave = () => reject(gone.reason)
    if (gone.aborted) leave()
    gone.addEventListener('abort', leave)
    try {
      return await Promise.race([task, promise])
    } finally {
      clearTimeout(timer)
      gone.removeEventListener('abort', leave)
      release()
    }
  }
}

/** Opens a range of a video, which stays in the cache while it is sent. */
async function openKept(cache: ChunkCache, key: string, path: string, range: ByteRange): Promise<Readable> {
  const stream = new FileRangeStream(await onDisk(() => open(path)), range)
  const timer = setInterval(() => void cache.noteUse(key), NOTE_USE_MS)
  return stream.once('close', () => clearInterval(timer))
}

function busy(): AppError {
  return new AppError('server.busy', { headers: { 'retry-after': String(RETRY_AFTER_S) } })
}
