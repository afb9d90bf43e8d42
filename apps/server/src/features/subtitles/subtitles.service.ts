import type { Catalogue } from '@otodana/catalogue'
import type { SubtitleIndexState } from '@otodana/contract'
import { parseKeyword } from '@otodana/keyword'
import type { FastifyBaseLogger } from 'fastify'

import type { Database, DatabaseLocation } from '#db/open.ts'
import { AppError } from '#http/errors/app-error.ts'
import { enqueue, type Job, type JobQueue } from '#jobs/queue.ts'
import type { S3Settings } from '#storage/s3-settings.ts'

import { runIndexThread } from './indexing/index-thread.ts'
import { createSearchThread, type Scope } from './search/search-thread.ts'

export type SubtitleDeps = {
  database: Database
  location: DatabaseLocation
  /** The library folders. */
  roots: () => Promise<readonly string[]>
  s3: S3Settings | null
  queue: JobQueue
  /** Finds the works that match a keyword. */
  catalogue: Pick<Catalogue, 'query' | 'size' | 'version'>
  isOn: boolean
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
}

export type SubtitleRequest = {
  query: string
  /** Only search works that match it; empty: all. */
  keyword: string
  workId: number | null
  page: number
  pageSize: number
  /** Prefix of absolute URLs. */
  siteUrl: string
}

const KIND = 'subtitles'
/** One run indexes the whole library, in one process. */
const KEY = 'library'
/** Over a quarter of an hour: time for an unavailable store to return. */
const MAX_ATTEMPTS = 10
/** Minimum interval of runs; in a large library up to a minute, in proportion to the last run's duration. */
const LOOK_EVERY_MS = 1_000
const LOOK_AT_LEAST_EVERY_MS = 60_000
const PAUSE_OF_RUNS = 2

export type Subtitles = ReturnType<typeof createSubtitles>

/** The text in the library's subtitle files: indexed in the background, and searched. */
export function createSubtitles({ database, location, roots, s3, queue, catalogue, isOn, log }: SubtitleDeps) {
  const thread = createSearchThread({ location }, (fields, message) => log.warn(fields, message))
  let timer: NodeJS.Timeout | undefined
  let adding = Promise.resolve()
  let lookedAtMs = Number.NEGATIVE_INFINITY
  /** Of this process's run, once it has found something to do. */
  let progress: number | null = null
  let runMs = 0
  let isClosed = false

  async function index(job: Job): Promise<void> {
    const startedAt = performance.now()
    try {
      const counts = await runIndexThread(
        { location, roots: await roots(), s3 },
        {
          signal: job.signal,
          onProgress(share) {
            progress = share
            job.report(share)
          },
          onIndexed: thread.markStale,
          onWarning: (fields, message) => log.warn(fields, message),
        },
      )
      if (counts.indexed + counts.broken > 0) log.info(counts, 'subtitles indexed')
    } finally {
      progress = null
      runMs = performance.now() - startedAt
    }
  }

  async function addJob(): Promise<void> {
    lookedAtMs = performance.now()
    try {
      const isAdded = await enqueue(database.write, { kind: KIND, key: KEY, data: null, maxAttempts: MAX_ATTEMPTS })
      if (isClosed) return
      queue.wake(KIND)
      // The current run may have missed what is new.
      if (!isAdded) refill()
    } catch (error) {
      if (!isClosed) log.warn({ err: error }, 'subtitles cannot be indexed for now')
    }
  }

  /** Starts an update of the index, now or shortly. Never throws: the next call tries again. */
  function refill(): void {
    if (!isOn || isClosed || timer) return
    const everyMs = Math.max(LOOK_EVERY_MS, Math.min(PAUSE_OF_RUNS * runMs, LOOK_AT_LEAST_EVERY_MS))
    const delayMs = Math.max(0, lookedAtMs + everyMs - performance.now())
    timer = setTimeout(() => {
      timer = undefined
      adding = adding.then(addJob)
    }, delayMs).unref()
  }

  async function state(): Promise<SubtitleIndexState> {
    if (!isOn) return { state: 'off', progress: 0 }
    if (progress !== null) return { state: 'building', progress }
    const elsewhere = await database.read
      .selectFrom('job')
      .select('progress')
      .where('kind', '=', KIND)
      .where('state', '=', 'running')
      .executeTakeFirst()
    if (elsewhere && elsewhere.progress > 0) return { state: 'building', progress: elsewhere.progress }
    return { state: 'ready', progress: 1 }
  }

  /** Returns the works that match a keyword; null: all. They are listed only if the thread does not know the set. */
  function scopeOf(keyword: string): Scope | null {
    if (keyword.trim() === '') return null
    const list = () => {
      const terms = parseKeyword(keyword.replaceAll('\0', ' '))
      return catalogue.query({ terms, order: 'id', direction: 'asc', offset: 0, limit: catalogue.size }).ids
    }
    return { name: `${catalogue.version} ${keyword}`, list }
  }

  if (isOn) queue.work(KIND, 1, index)
  refill()

  return {
    /**
     * Searches lines of subtitles; returns JSON of the contract's `SubtitlePage`.
     *
     * @param signal  aborted when the client disconnects
     * @throws {AppError} `work.notFound`, `server.busy`
     */
    async search({ keyword, ...asked }: SubtitleRequest, signal: AbortSignal): Promise<string> {
      const index = await state()
      // Existing index data are not searched while the feature is off.
      const query = isOn ? asked.query : ''
      const json = await thread.search({ ...asked, query, index }, scopeOf(keyword), signal)
      if (json === null) throw new AppError('work.notFound')
      return json
    },

    refill,
    /** Called when works were added or removed. */
    markStale: thread.markStale,

    /** Close the queue first. */
    async close(): Promise<void> {
      isClosed = true
      clearTimeout(timer)
      await adding
      await thread.close()
    },
  }
}
