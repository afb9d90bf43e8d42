import { setImmediate } from 'node:timers/promises'

import type { FileSound } from '@otodana/contract'
import type { FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'

import type { Database } from '#db/open.ts'
import type { FfmpegInputs } from '#ffmpeg/ffmpeg-input.ts'
import { FfmpegError, type RunningFfmpeg } from '#ffmpeg/run-ffmpeg.ts'
import { AppError } from '#http/errors/app-error.ts'
import { enqueue, type Job, type JobQueue } from '#jobs/queue.ts'
import { type Storage, StorageError } from '#storage/storage.ts'

import { type Measured, measureSound } from './measure-sound.ts'
import { createSoundRepository, type FileToMeasure, type ListedFile } from './sound.repository.ts'

export type SoundDeps = {
  database: Database
  storage: Storage
  inputs: FfmpegInputs
  queue: JobQueue
  ffmpegPath: string
  /** Which files are measured: none, those on disk, or also those in stores, which must be downloaded entirely. */
  scope: 'off' | 'local' | 'all'
  /** Whether ffmpeg can measure. */
  canMeasure: () => Promise<boolean>
  /** Has priority: measuring pauses while it is busy. */
  streams: { isBusy(): boolean; onBusy(listener: (isBusy: boolean) => void): () => void }
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  /** Interval of checks for unavailable library folders. */
  askAwayMs?: number
}

const KIND = 'sound'
/** Approximate number of jobs created at once: the job table stays small, however large the library. */
const BATCH = 200
/** Files considered in one statement, which takes some milliseconds. */
const WINDOW = 2_000
/** Minimum interval of searches through the library; longer for a large one, which takes longer to search. */
const LOOK_EVERY_MS = 500
const LOOK_AT_LEAST_EVERY_MS = 5_000
const PAUSE_OF_LOOKS = 4
const ASK_AWAY_MS = 60_000
/** How long files that a scan found, but that are unavailable, are skipped, unless another scan ends before. */
const PUT_OFF_MS = 60 * 60_000
const MAX_PUT_OFF = 100_000
/** Limited by size, because a limit by number reserves five megabytes for it at the start. */
const putOff = () => new LRUCache<number, true>({ maxSize: MAX_PUT_OFF, sizeCalculation: () => 1, ttl: PUT_OFF_MS })

export type Sounds = ReturnType<typeof createSounds>

/**
 * Measures waveform and loudness of audio files in the background: one file at a time, with the lowest priority,
 * pausing while a stream is generated.
 *
 * Only ffmpeg's verdict on an available file is stored. There are no jobs for unavailable library folders; each folder
 * is checked once a minute, however many files it has.
 */
export function createSounds(deps: SoundDeps) {
  const { database, storage, inputs, queue, ffmpegPath, streams, log } = deps
  const repository = createSoundRepository(database)
  let measuring: RunningFfmpeg | null = null
  let looking = Promise.resolve()
  /** Time of the next search through the library, by `performance.now()`. */
  let nextLookMs = 0
  let timer: NodeJS.Timeout | undefined
  /** Files up to this id have been queued. */
  let position = 0
  const awayRoots = new Set<string>()
  /** Library folders being checked: one on a hanging disk is not checked a second time. */
  const askedRoots = new Set<string>()
  let askAwayTimer: NodeJS.Timeout | undefined
  /**
   * Works with a missing file although their library folder is available: their other files have most likely moved too.
   */
  const worksPutOff = putOff()
  /** Unreadable files, each skipped individually. */
  const filesPutOff = putOff()
  let isClosed = false

  const stopListening = streams.onBusy((isBusy) => measuring?.setPaused(isBusy))

  async function measureFile(job: Job): Promise<void> {
    const file = await repository.findFile(Number(job.data))
    const found = file && !isPutOff(file) ? await measure(file, job) : null
    await job.complete(async (tx) => {
      if (file && found) await repository.store(tx, file, found)
      if (file && awayRoots.has(file.root)) await repository.dropJobs(tx, { root: file.root })
      else if (file && worksPutOff.has(file.workId)) await repository.dropJobs(tx, { workId: file.workId })
    })
    if (!isClosed && (await queue.counts()).every(({ kind, state }) => kind !== KIND || state !== 'ready')) refill()
  }

  function isPutOff({ id, root, workId }: FileToMeasure): boolean {
    return awayRoots.has(root) || worksPutOff.has(workId) || filesPutOff.has(id)
  }

  /**
   * Unreadable files are stored as such, and tried again when they change. Returns null for missing files; throws on
   * temporary errors.
   */
  async function measure(file: FileToMeasure, { signal, report }: Job): Promise<Measured | { problem: string } | null> {
    try {
      return await measureSound(await storage.stat(file), {
        ffmpegPath,
        inputs,
        durationSeconds: file.durationSeconds,
        signal,
        onProgress: report,
        onStarted(started) {
          measuring = started
          if (streams.isBusy()) started.setPaused(true)
        },
      })
    } catch (error) {
      if (error instanceof FfmpegError && error.isLasting) return { problem: error.message }
      if (!(error instanceof StorageError)) throw error
      if (error.failure === 'away') leaveUntilBack(file.root, error)
      else if (error.failure === 'changed' || error.failure === 'exhausted') throw error
      else leaveUntilScanned(file, error)
      return null
    } finally {
      measuring = null
    }
  }

  function leaveUntilBack(root: string, error: StorageError): void {
    if (awayRoots.has(root)) return
    awayRoots.add(root)
    log.info({ root, reason: error.message }, 'a library folder is unavailable; its files are measured once it is back')
    askAwayLater()
  }

  function leaveUntilScanned({ id, workId }: FileToMeasure, { failure, message }: StorageError): void {
    if (failure === 'missing') worksPutOff.set(workId, true)
    else filesPutOff.set(id, true)
    log.info(
      { file: id, work: workId, failure, reason: message },
      'a file cannot be read at the moment; it is measured later',
    )
  }

  function askAwayLater(): void {
    if (isClosed || awayRoots.size === 0) return
    askAwayTimer ??= setTimeout(askAway, deps.askAwayMs ?? ASK_AWAY_MS).unref()
  }

  function askAway(): void {
    clearTimeout(askAwayTimer)
    askAwayTimer = undefined
    if (isClosed) return
    for (const root of awayRoots) void askOneAway(root)
    askAwayLater()
  }

  async function askOneAway(root: string): Promise<void> {
    if (askedRoots.has(root)) return
    askedRoots.add(root)
    try {
      await storage.checkRoot(root)
    } catch {
      // Still unavailable.
      return
    } finally {
      askedRoots.delete(root)
    }
    awayRoots.delete(root)
    refill()
  }

  /** Continues the search for unmeasured files, and creates jobs for some. */
  async function fill(): Promise<void> {
    if (!(await deps.canMeasure())) return
    const last = await repository.lastFileId()
    const found: ListedFile[] = []
    const wanted = { includesStores: deps.scope === 'all', awayRoots: [...awayRoots] }
    for (let seen = 0; seen <= last && found.length < BATCH && !isClosed; seen += WINDOW) {
      const listed = await repository.listUnmeasured(position, position + WINDOW, wanted)
      found.push(...listed.filter(({ id, workId }) => !worksPutOff.has(workId) && !filesPutOff.has(id)))
      position = position + WINDOW < last ? position + WINDOW : 0
      await setImmediate()
    }
    if (found.length === 0 || isClosed) return
    await database.write.transaction().execute(async (tx) => {
      for (const { id } of found) await enqueue(tx, { kind: KIND, key: String(id), data: id })
    })
    queue.wake(KIND)
  }

  async function look(): Promise<void> {
    const startedMs = performance.now()
    try {
      await fill()
    } catch (error) {
      if (!isClosed) log.warn({ err: error }, 'files to measure could not be listed')
    }
    const endedMs = performance.now()
    const pauseMs = Math.min(PAUSE_OF_LOOKS * (endedMs - startedMs), LOOK_AT_LEAST_EVERY_MS)
    nextLookMs = endedMs + Math.max(LOOK_EVERY_MS, pauseMs)
  }

  /** Creates jobs for unmeasured files, now or shortly. Never throws: the next call tries again. */
  function refill(): void {
    if (deps.scope === 'off' || isClosed || timer) return
    timer = setTimeout(
      () => {
        looking = looking.then(look)
        timer = undefined
      },
      Math.max(0, nextLookMs - performance.now()),
    ).unref()
  }

  if (deps.scope !== 'off') queue.work(KIND, 1, measureFile)
  refill()

  return {
    /** @throws {AppError} `work.notFound` */
    async getSounds(workId: number): Promise<FileSound[]> {
      const sounds = await repository.findSounds(workId)
      if (!sounds) throw new AppError('work.notFound')
      return sounds
    },

    refill,

    /** After a scan: missing files may be available now. */
    lookAgain(): void {
      worksPutOff.clear()
      filesPutOff.clear()
      askAway()
      refill()
    },

    /** Close the queue first. */
    async close(): Promise<void> {
      isClosed = true
      stopListening()
      clearTimeout(timer)
      clearTimeout(askAwayTimer)
      await looking
    },
  }
}
