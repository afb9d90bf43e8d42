import { Worker } from 'node:worker_threads'

import { createRecommender, type Recommender, type RecommenderModel, type Tuning } from '@otodana/recommender'
import type { FastifyBaseLogger } from 'fastify'

import type { DatabaseLocation } from '#db/open.ts'

import { MAX_MODEL_AGE_MS, type ModelCounts, type Tuned } from './model-source.ts'
import type { Mark, News } from './news.ts'
import type { FromRefreshThread, RefreshTask, ToRefreshThread } from './refresh-messages.ts'

/** The state of the model, for operators. */
export type ModelState = {
  /** Milliseconds since 1970; null: none yet. */
  builtAtMs: number | null
  works: number
  /** Number of listening rows read for it. */
  rows: number
  buildMs: number
  /** Failed refreshes since the start; a failure leaves the model unchanged. */
  failures: number
  /** How the blend of recommendations was chosen; null: not yet. */
  tuning: Tuning | null
  tuneMs: number
}

export const NO_MODEL: ModelState = {
  builtAtMs: null,
  works: 0,
  rows: 0,
  buildMs: 0,
  failures: 0,
  tuning: null,
  tuneMs: 0,
}

type RefreshDeps = {
  location: DatabaseLocation
  /** Interval of checks for changes; 0: only on demand. */
  everySeconds: number
  onModel: (recommender: Recommender) => void
  news: News
  /** How long a thread that has little to read again is kept after a refresh. */
  idleMs?: number
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
}

/** A persistent failure is logged again after this time. */
const LOG_AGAIN_MS = 86_400_000
/** A thread holds 30 MB; up to this many works and rows are read again in less time than it takes to start. */
const LITTLE = 20_000
const IDLE_MS = 30_000
/** On close, a build in progress is abandoned after this time. */
const CLOSE_MS = 500

export type Refresh = ReturnType<typeof createRefresh>

/**
 * Builds models in a thread with its own connection: reading and building would block requests. The thread keeps what
 * it has read; if it crashes, the next refresh starts another. Where that is little, it ends when it is idle, and another
 * starts when there is news.
 */
export function createRefresh({ location, everySeconds, onModel, news, idleMs = IDLE_MS, log }: RefreshDeps) {
  let worker: Worker | null = null
  /** Works and rows that the thread has read. */
  let read = 0
  let idle: NodeJS.Timeout | undefined
  let mark: Mark | null = null
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null
  let answered: PromiseWithResolvers<void> | null = null
  let logged: { reason: string; atMs: number } | null = null
  let isClosed = false
  let tuned: Tuned | null = null
  const state: ModelState = { ...NO_MODEL }

  function startThread(): Worker {
    const started = new Worker(new URL('./refresh.worker.ts', import.meta.url), {
      workerData: { location, tuned } satisfies RefreshTask,
      name: 'recommender',
    })
    started.on('message', (message: FromRefreshThread) => {
      if (message.type === 'log') return log.info(message.fields, message.message)
      if (message.type === 'failed') return answered?.reject(message.error)
      if (message.type === 'tuned') return takeTuned(message)
      try {
        if (message.type === 'built') take(message.model, message.counts)
        answered?.resolve()
      } catch (error) {
        answered?.reject(error)
      }
    })
    started.on('error', (error) => lose(started, error))
    started.on('exit', () => lose(started, new Error('The thread of the recommender has ended')))
    // Must not keep a closed server's process alive.
    started.unref()
    return started
  }

  /** `error` is emitted before `exit`; the next refresh does not wait for the latter. */
  function lose(started: Worker, error: unknown): void {
    if (worker !== started) return
    worker = null
    if (answered) answered.reject(error)
    else noteFailure(error)
  }

  function take(model: RecommenderModel, counts: ModelCounts): void {
    const isFirst = state.builtAtMs === null
    const { works, rows, buildMs } = counts
    read += works + rows
    onModel(createRecommender(model))
    Object.assign(state, { builtAtMs: model.builtAt, works, rows, buildMs })
    if (isFirst) log.info(counts, 'recommender ready')
  }

  function takeTuned({ tuned: latest, model, tuneMs }: FromRefreshThread & { type: 'tuned' }): void {
    tuned = latest
    const { tuning } = latest
    Object.assign(state, { tuning, tuneMs })
    if (model !== null) onModel(createRecommender(model))
    const { blend, listeners, recall, usualRecall } = tuning
    log.info({ blend, listeners, recall, usualRecall, tuneMs }, 'recommender tuned')
  }

  /** Refreshes are retried: each reason is logged once, then once a day while it persists. */
  function noteFailure(error: unknown): void {
    if (isClosed) return
    state.failures += 1
    const reason = String(error)
    const atMs = performance.now()
    if (logged?.reason === reason && atMs - logged.atMs < LOG_AGAIN_MS) return
    logged = { reason, atMs }
    log.warn({ err: error }, 'the recommender cannot be refreshed for now and keeps its model')
  }

  async function run(): Promise<void> {
    clearTimeout(idle)
    answered = Promise.withResolvers<void>()
    try {
      // Of a large library it is not used. What fails here fails in the thread, which says why.
      const begun = read > LITTLE ? null : await news.mark().catch(() => null)
      if (isClosed) return
      worker ??= startThread()
      worker.postMessage('refresh' satisfies ToRefreshThread)
      await answered.promise
      mark = begun
      logged = null
      if (read <= LITTLE) idle = setTimeout(endThread, idleMs).unref()
    } catch (error) {
      if (isClosed) return
      noteFailure(error)
      throw error
    } finally {
      answered = null
    }
  }

  /** What it does besides, pruning, has ended by then or is done the next time. */
  function endThread(): void {
    const last = worker
    worker = null
    read = 0
    last?.postMessage('close' satisfies ToRefreshThread)
  }

  /** Without a thread, whether it is worth starting one. */
  async function hasNews(): Promise<boolean> {
    if (worker !== null || mark === null || state.builtAtMs === null) return true
    return Date.now() - state.builtAtMs > MAX_MODEL_AGE_MS || (await news.isNewSince(mark))
  }

  /**
   * Updates the model to everything committed so far.
   *
   * @throws {Error} the refresh failed; the model is unchanged
   */
  function refresh(): Promise<void> {
    if (isClosed) return Promise.resolve()
    if (!running) {
      running = run().finally(() => (running = null))
      return running
    }
    // The current one may have read the rows already.
    next ??= running
      .catch(() => {})
      .then(() => {
        next = null
        return refresh()
      })
    return next
  }

  async function refreshQuietly(): Promise<void> {
    // The failure is logged where it happens; a database that does not answer fails the refresh too.
    if (!running && (await hasNews().catch(() => true)) && !running) refresh().catch(() => {})
  }

  return {
    state: (): Readonly<ModelState> => state,
    refresh,

    /** Refreshes now and regularly from then on. */
    start(): void {
      if (everySeconds === 0 || isClosed) return
      void refreshQuietly()
      timer = setInterval(() => void refreshQuietly(), everySeconds * 1_000).unref()
    },

    /** Refreshes immediately, for example after a scan. */
    lookAtOnce(): void {
      if (timer === undefined) return
      // The failure is logged where it happens.
      refresh().catch(() => {})
    },

    async close(): Promise<void> {
      isClosed = true
      clearInterval(timer)
      clearTimeout(idle)
      const last = worker
      if (!last) return
      const ended = Promise.withResolvers<void>()
      last.once('exit', () => ended.resolve())
      last.postMessage('close' satisfies ToRefreshThread)
      const isLate = setTimeout(() => void last.terminate(), CLOSE_MS)
      await ended.promise
      clearTimeout(isLate)
    },
  }
}
