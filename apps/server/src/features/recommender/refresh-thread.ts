import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

import { createRecommender, type Recommender, type RecommenderModel, type Tuning } from '@otodana/recommender'
import type { FastifyBaseLogger } from 'fastify'

import type { DatabaseLocation } from '#db/open.ts'

import type { Kept, ModelFile } from './model-file.ts'
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
  /** Where the model is kept; null: nowhere. */
  file?: ModelFile | null
  /** How long a thread that has little to read again is kept after a refresh. */
  idleMs?: number
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
}

/** A persistent failure is logged again after this time. */
const LOG_AGAIN_MS = 86_400_000
/** A thread holds 30 MB; up to this many works and rows are read again in less time than it takes to start. */
const LITTLE = 20_000
const IDLE_MS = 30_000
/** The kept model is replaced after this time, and when the blend is tuned. */
const KEEP_MS = 3_600_000
/** On close, a build in progress is abandoned after this time, and so is keeping a model. */
const CLOSE_MS = 500

type Latest = Omit<Kept, 'tuned' | 'tuneMs'>

export type Refresh = ReturnType<typeof createRefresh>

/**
 * Builds models in a thread with its own connection: reading and building would block requests. The thread keeps what
 * it has read; if it crashes, the next refresh starts another. Where that is little, it ends when it is idle, and another
 * starts when there is news.
 */
export function createRefresh(deps: RefreshDeps) {
  const { location, everySeconds, onModel, news, file = null, idleMs = IDLE_MS, log } = deps
  let worker: Worker | null = null
  /** Works and rows that the thread has read. */
  let read = 0
  let idle: NodeJS.Timeout | undefined
  /** What the model was made of; null: not known. */
  let mark: Mark | null = null
  /** Number of rows that it was made of. */
  let knownRows = 0
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null
  let answered: PromiseWithResolvers<void> | null = null
  let logged: { reason: string; atMs: number } | null = null
  let isClosed = false
  let tuned: Tuned | null = null
  /** The latest model and what it was made of; replaced by each change. Null: it has no mark. */
  let latest: Latest | null = null
  let lastKept: Latest | null = null
  let begun: Mark | null = null
  let keptAtMs = Number.NEGATIVE_INFINITY
  let keeping: Promise<void> = Promise.resolve()
  let restoring: Promise<void> = Promise.resolve()
  const state: ModelState = { ...NO_MODEL }

  function startThread(): Worker {
    const started = new Worker(new URL('./refresh.worker.ts', import.meta.url), {
      workerData: { location, tuned } satisfies RefreshTask,
      name: 'recommender',
    })
    started.on('message', (message: FromRefreshThread) => {
      if (message.type === 'log') return log.info(message.fields, message.message)
      if (message.type === 'failed') return answered?.reject(message.error)
      try {
        if (message.type === 'tuned') return takeTuned(message)
        if (message.type === 'built') take(message.model, message.counts)
        answered?.resolve()
      } catch (error) {
        if (answered) answered.reject(error)
        else noteFailure(error)
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
    mark = begun
    knownRows = counts.knownRows
    latest = begun && { model, mark: begun, counts }
    if (isFirst) log.info(counts, 'recommender ready')
  }

  function takeTuned({ tuned: chosen, model, tuneMs }: FromRefreshThread & { type: 'tuned' }): void {
    tuned = chosen
    const { tuning } = chosen
    Object.assign(state, { tuning, tuneMs })
    if (latest !== null) latest = { ...latest, model: model ?? latest.model }
    if (model !== null) onModel(createRecommender(model))
    keptAtMs = Number.NEGATIVE_INFINITY
    keep()
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

  /** Keeps the latest model in the background, if it is another and the last one was kept long ago. */
  function keep(): void {
    if (file === null || latest === null || latest === lastKept || isClosed) return
    if (performance.now() - keptAtMs < KEEP_MS) return
    const kept = { ...latest, tuned, tuneMs: state.tuneMs }
    lastKept = latest
    keptAtMs = performance.now()
    keeping = keeping
      .then(() => file.save(kept))
      .catch((error) => {
        lastKept = null
        log.warn({ err: error }, 'the model of the recommender cannot be kept for the next start')
      })
  }

  /** Goes on from the model of the last run. */
  async function restore(): Promise<void> {
    const kept = (await file?.load()) ?? null
    if (kept === null || isClosed || running || state.builtAtMs !== null) return
    const { model, counts } = kept
    onModel(createRecommender(model))
    mark = kept.mark
    knownRows = counts.knownRows
    tuned = kept.tuned
    Object.assign(state, { builtAtMs: model.builtAt, works: counts.works, rows: counts.rows, buildMs: counts.buildMs })
    Object.assign(state, { tuning: kept.tuned?.tuning ?? null, tuneMs: kept.tuneMs })
    log.info({ works: counts.works }, 'recommender goes on from its last model')
  }

  async function run(isPatient: boolean): Promise<void> {
    clearTimeout(idle)
    answered = Promise.withResolvers<void>()
    try {
      // What fails here fails in the thread, which says why.
      begun = await news.mark().catch(() => null)
      if (isClosed) return
      worker ??= startThread()
      worker.postMessage((isPatient ? 'look' : 'refresh') satisfies ToRefreshThread)
      await answered.promise
      logged = null
      keep()
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
    return Date.now() - state.builtAtMs > MAX_MODEL_AGE_MS || (await news.isNewSince(mark, knownRows))
  }

  /**
   * Updates the model to everything committed so far.
   *
   * @throws {Error} the refresh failed; the model is unchanged
   */
  function refresh(isPatient = false): Promise<void> {
    if (isClosed) return Promise.resolve()
    if (!running) {
      running = run(isPatient).finally(() => (running = null))
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
    if (!running && (await hasNews().catch(() => true)) && !running) refresh(true).catch(() => {})
  }

  /** Also during a refresh, which may have read before. */
  async function refreshIfNew(): Promise<void> {
    await restoring
    // The failure is logged where it happens.
    if (await hasNews().catch(() => true)) refresh().catch(() => {})
  }

  return {
    state: (): Readonly<ModelState> => state,
    refresh: (): Promise<void> => refresh(),

    /** Refreshes now and regularly from then on. */
    start(): void {
      if (everySeconds === 0 || isClosed) return
      restoring = restore().catch((error) => noteFailure(error))
      void restoring.then(refreshQuietly)
      timer = setInterval(() => void refreshQuietly(), everySeconds * 1_000).unref()
    },

    /** Refreshes immediately if there is news, for example after a scan. */
    lookAtOnce(): void {
      if (timer === undefined) return
      void refreshIfNew()
    },

    async close(): Promise<void> {
      isClosed = true
      clearInterval(timer)
      clearTimeout(idle)
      await Promise.race([keeping, sleep(CLOSE_MS, undefined, { ref: false })])
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
