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
  /** Which files are measured: none, those on disks, or those in stores too, which are fetched whole for it. */
  scope: 'off' | 'local' | 'all'
  /** Whether there is an ffmpeg to measure with. */
  canMeasure: () => Promise<boolean>
  /** What has precedence: while it is busy, measuring stands still. */
  streams: { isBusy(): boolean; onBusy(listener: (isBusy: boolean) => void): () => void }
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  /** How often a library folder that is away is asked after. */
  askAwayMs?: number
}

const KIND = 'sound'
/** Jobs made at a time, about: the table of jobs stays small, however large the library. */
const BATCH = 200
/** Files looked at in one statement: some milliseconds. */
const WINDOW = 2_000
/** So often at most the library is looked through; a large one more rarely, for it takes longer. */
const LOOK_EVERY_MS = 500
const LOOK_AT_LEAST_EVERY_MS = 5_000
const PAUSE_OF_LOOKS = 4
const ASK_AWAY_MS = 60_000
/** How long what a scan saw and is not to be had now is left alone, unless another scan ends before. */
const PUT_OFF_MS = 60 * 60_000
const MAX_PUT_OFF = 100_000

export type Sounds = ReturnType<typeof createSounds>

/**
 * Waveform and loudness of audio files, measured in the background: one file at a time, with the lowest priority, and
 * standing still while a stream is being made.
 *
 * Only what ffmpeg says of a file that is there is noted as lasting. While a library folder is away there are no jobs of
 * its files; the folder itself is asked after once a minute, however many they are.
 */
export function createSounds(deps: SoundDeps) {
  const { database, storage, inputs, queue, ffmpegPath, streams, log } = deps
  const repository = createSoundRepository(database)
  let measuring: RunningFfmpeg | null = null
  let looking = Promise.resolve()
  /** When the library may be looked through again; by `performance.now()`. */
  let nextLookMs = 0
  let timer: NodeJS.Timeout | undefined
  /** The file id up to which files have been queued. */
  let position = 0
  const awayRoots = new Set<string>()
  /** Library folders that have not answered yet: one on a disk that hangs is not asked a second time. */
  const askedRoots = new Set<string>()
  let askAwayTimer: NodeJS.Timeout | undefined
  /** Works of which a file is gone, though their library folder is there: the rest of them has most likely moved too. */
  const worksPutOff = new LRUCache<number, true>({ max: MAX_PUT_OFF, ttl: PUT_OFF_MS })
  /** Files that are there and cannot be had; each waits by itself. */
  const filesPutOff = new LRUCache<number, true>({ max: MAX_PUT_OFF, ttl: PUT_OFF_MS })
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
   * What cannot be read is noted, and tried again when the file has changed. What is not there for now gives null. What
   * may be different in a moment is thrown.
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
    log.info({ root, reason: error.message }, 'a library folder is away; its sound is measured when it is back')
    askAwayLater()
  }

  function leaveUntilScanned({ id, workId }: FileToMeasure, { failure, message }: StorageError): void {
    if (failure === 'missing') worksPutOff.set(workId, true)
    else filesPutOff.set(id, true)
    log.info({ file: id, work: workId, failure, reason: message }, 'a sound cannot be had now; it is measured later')
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
      // Still away.
      return
    } finally {
      askedRoots.delete(root)
    }
    awayRoots.delete(root)
    refill()
  }

  /** Looks for files that have not been measured, where it stopped last time, and makes jobs of some. */
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
      if (!isClosed) log.warn({ err: error }, 'what is to be measured could not be looked for')
    }
    const endedMs = performance.now()
    const pauseMs = Math.min(PAUSE_OF_LOOKS * (endedMs - startedMs), LOOK_AT_LEAST_EVERY_MS)
    nextLookMs = endedMs + Math.max(LOOK_EVERY_MS, pauseMs)
  }

  /** Makes jobs of what has not been measured yet, now or in a moment. It never throws: the next call tries again. */
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

    /** A scan has ended: what was not there before it may be now. */
    lookAgain(): void {
      worksPutOff.clear()
      filesPutOff.clear()
      askAway()
      refill()
    },

    /** The queue is closed first. */
    async close(): Promise<void> {
      isClosed = true
      stopListening()
      clearTimeout(timer)
      clearTimeout(askAwayTimer)
      await looking
    },
  }
}
