import { setImmediate } from 'node:timers/promises'

import type { FileSound } from '@otodana/contract'
import type { FastifyBaseLogger } from 'fastify'

import type { Database } from '#db/open.ts'
import type { FfmpegInputs } from '#ffmpeg/ffmpeg-input.ts'
import { FfmpegError } from '#ffmpeg/run-ffmpeg.ts'
import { AppError } from '#http/app-error.ts'
import { enqueue, type Job, type JobQueue } from '#jobs/queue.ts'
import { type Storage, StorageError } from '#storage/storage.ts'

import { type Measured, measureSound } from './measure-sound.ts'
import { createSoundRepository, type FileToMeasure, type UnmeasuredFile } from './sound.repository.ts'

type SoundDeps = {
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
  log: Pick<FastifyBaseLogger, 'warn'>
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

export type Sounds = ReturnType<typeof createSounds>

/**
 * Waveform and loudness of audio files, measured in the background: one file at a time, with the lowest priority, and
 * standing still while a stream is being made.
 */
export function createSounds(deps: SoundDeps) {
  const { database, storage, inputs, queue, ffmpegPath, streams, log } = deps
  const repository = createSoundRepository(database)
  let process: { kill(signal: NodeJS.Signals): boolean } | null = null
  let looking = Promise.resolve()
  /** When the library may be looked through again; by `performance.now()`. */
  let nextLookMs = 0
  let timer: NodeJS.Timeout | undefined
  /** The file id up to which files have been looked at. */
  let position = 0
  let isClosed = false

  const stopListening = streams.onBusy((isBusy) => process?.kill(isBusy ? 'SIGSTOP' : 'SIGCONT'))

  async function measureFile(job: Job): Promise<void> {
    const file = await repository.findFile(Number(job.data))
    if (file) {
      const found = await measure(file, job)
      await job.complete((tx) => repository.store(tx, file, found))
    } else await job.complete(() => Promise.resolve())
    if (!isClosed && (await queue.counts()).every(({ kind, state }) => kind !== KIND || state !== 'ready')) refill()
  }

  /** What cannot be read is noted, and tried again when the file has changed. What is away for now is thrown. */
  async function measure(file: FileToMeasure, { signal, report }: Job): Promise<Measured | { problem: string }> {
    try {
      return await measureSound(await storage.stat(file), {
        ffmpegPath,
        inputs,
        durationSeconds: file.durationSeconds,
        signal,
        onProgress: report,
        onStarted(started) {
          process = started
          if (streams.isBusy()) started.kill('SIGSTOP')
        },
      })
    } catch (error) {
      const isGone = error instanceof StorageError && (error.failure === 'missing' || error.failure === 'outside')
      if (!isGone && !(error instanceof FfmpegError && error.isLasting)) throw error
      return { problem: error.message }
    } finally {
      process = null
    }
  }

  /** Looks for files that have not been measured, where it stopped last time, and makes jobs of some. */
  async function fill(): Promise<void> {
    if (!(await deps.canMeasure())) return
    const last = await repository.lastFileId()
    const found: UnmeasuredFile[] = []
    for (let seen = 0; seen <= last && found.length < BATCH && !isClosed; seen += WINDOW) {
      found.push(...(await repository.listUnmeasured(position, position + WINDOW, deps.scope === 'all')))
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

    /** The queue is closed first. */
    async close(): Promise<void> {
      isClosed = true
      stopListening()
      clearTimeout(timer)
      await looking
    },
  }
}
