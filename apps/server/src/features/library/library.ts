import { setTimeout as sleep } from 'node:timers/promises'

import type { MissingWork, ScanCounts, ScanProblem, ScanStatus } from '@otodana/contract'
import type { Logger } from 'pino'

import type { Database, DatabaseLocation } from '#db/open.ts'
import { AppError } from '#http/errors/app-error.ts'
import { isLeased, newHolder, releaseLease } from '#jobs/lease.ts'
import { demoLibraryDir, type LibraryRoots } from '#settings/library-roots.ts'
import type { S3Settings } from '#storage/s3-settings.ts'

import { describeError } from './files/file-system.ts'
import type { Place } from './folders/identities.ts'
import { listMissingWorks } from './missing/missing-works.ts'
import { SCAN, SCAN_LEASE_MS, scanLease } from './scan/scan-lease.ts'
import { listScanProblems } from './scan-problems.ts'
import { failRunningRuns, lastRun, runningCounts } from './scan/scan-runs.ts'
import { type ScanThread, startScanThread } from './scan/scan-thread.ts'
import { noCounts, type partialTriggers, type ScanTrigger } from './scan-types.ts'

const CLOSE_MS = 5_000
const KILL_MS = 1_000
const MINUTE_MS = 60_000
const LOOK_MS = 1_000
/** The read model follows within a second, but a busy machine may take this long. */
const JUST_NOW_MS = 10_000

type WholeTrigger = Exclude<ScanTrigger, 'cli' | (typeof partialTriggers)[number]>

type StartOptions = {
  allowMissing?: boolean
  full?: boolean
  /** Looks at these folders alone. */
  within?: readonly Place[] | null
}

export type Library = {
  status(): Promise<ScanStatus>
  /**
   * Starts a scan in a thread, and returns once it has begun.
   *
   * @throws {AppError} `scan.running`
   */
  start(options?: StartOptions): Promise<ScanStatus>
  /**
   * Starts a scan in the background. Never throws: failures are logged, and while another process scans, or was killed
   * while scanning, it retries later.
   */
  startByItself(trigger: WholeTrigger): Promise<void>
  /** Scans these folders in the background. @returns false if a scan is running */
  scanFolders(places: readonly Place[]): Promise<boolean>
  /** Scans the library again after its folders have changed: a running scan, which looks at the former ones, ends. */
  startAgain(): Promise<void>
  /** @throws {AppError} `scan.notRunning`, also if another process runs it */
  cancel(): Promise<ScanStatus>
  /** Runs `work` before the first scan; meanwhile the status is scanning. */
  prepare(work: () => Promise<void>): Promise<void>
  /**
   * Calls the listener for every step of a scan, at most five times a second, and once a second for those of other processes.
   * Returns a function that unsubscribes.
   *
   * @param known  what the listener knows already
   */
  onStatus(listener: (status: ScanStatus) => void, known?: ScanStatus): () => void
  problems(): Promise<ScanProblem[]>
  missingWorks(page: { offset: number; limit: number }): Promise<{ works: MissingWork[]; total: number }>
  /**
   * Whether the command line or another server is scanning, or was until a moment ago, and so may have changed works.
   * Never throws; false while the database is unavailable.
   */
  isOtherProcessScanning(): Promise<boolean>
  /** Resolves when this process is not scanning. */
  whenIdle(): Promise<void>
  startSchedule(): void
  /** Stops the scan after its current works. */
  close(): Promise<void>
}

export type LibraryDeps = {
  database: Database
  location: DatabaseLocation
  dataDir: string
  findRoots: () => Promise<LibraryRoots>
  scanDepth: number
  /** 0: no schedule. */
  scanIntervalMinutes: number
  ffmpegPath: string
  /** Access to the store of `s3://…` roots. */
  s3?: S3Settings | null
  log: Logger
  /** Called when a scan may have changed works; the scan ends after it resolves. */
  onStored?: () => Promise<void>
  /** Called after a scan of this process, successful or not, once its changes are applied. */
  onEnded?: () => void
}

type Running = { thread: ScanThread; holder: string; counts: ScanCounts; ended: Promise<void> }

/** The library's scans in the server. */
export function createLibrary(deps: LibraryDeps): Library {
  const { database, log } = deps
  /** With the status that each knows, as JSON. */
  const listeners = new Map<(status: ScanStatus) => void, string>()
  let running: Running | null = null
  let isClosed = false
  let isPreparing = false
  let look: NodeJS.Timeout | undefined
  let isStatusLost = false
  let schedule: NodeJS.Timeout | undefined
  let retry: NodeJS.Timeout | undefined

  async function status(): Promise<ScanStatus> {
    const isElsewhere = !running && (await isLeased(database.read, SCAN))
    const last = await lastRun(database.read, running !== null || isElsewhere)
    if (running) return { state: 'running', counts: running.counts, last }
    if (isElsewhere) return { state: 'running', counts: await runningCounts(database.read), last }
    return { state: isPreparing ? 'running' : 'idle', counts: null, last }
  }

  /** @param onlyNews  leaves out who knows it */
  async function tell(onlyNews = false): Promise<void> {
    if (listeners.size === 0) return
    try {
      const current = await status()
      isStatusLost = false
      const text = JSON.stringify(current)
      for (const [listener, known] of listeners) {
        if (onlyNews && text === known) continue
        listeners.set(listener, text)
        listener(current)
      }
    } catch (error) {
      if (!isStatusLost) log.error({ err: error }, 'scan status could not be read')
      isStatusLost = true
    }
  }

  /** Looks again and again, one look after the other, while there are listeners. */
  function lookLater(): void {
    const goOn = () => {
      if (look === timer && !isClosed) lookLater()
    }
    const timer = setTimeout(() => void (running ? goOn() : tell(true).then(goOn)), LOOK_MS).unref()
    look = timer
  }

  async function startByItself(trigger: WholeTrigger): Promise<void> {
    try {
      await begin(trigger, {})
    } catch (error) {
      if (isClosed) return
      if (error instanceof AppError && error.code === 'scan.running') retryLater(trigger)
      else log.error({ err: error }, 'the scan could not start')
    }
  }

  async function begin(trigger: ScanTrigger, options: StartOptions): Promise<void> {
    if (isClosed) throw new AppError('server.busy')
    const roots = await deps.findRoots()
    if (isClosed) throw new AppError('server.busy')
    if (running) throw new AppError('scan.running')
    const { thread, ended } = (running = launch(trigger, options, roots))
    let hasStarted = false
    try {
      hasStarted = await thread.started
    } finally {
      // A thread that failed to start must not block the next one.
      if (!hasStarted) await ended
    }
    if (!hasStarted) throw new AppError('scan.running')
  }

  function launch(trigger: ScanTrigger, options: StartOptions, { roots, retired }: LibraryRoots): Running {
    const { allowMissing = false, full = false, within = null } = options
    const { location, scanDepth, ffmpegPath, s3 = null } = deps
    const holder = newHolder()
    const thread = startScanThread(
      { location, roots, retired, scanDepth, ffmpegPath, s3, trigger, allowMissing, full, within, holder },
      {
        log,
        onProgress(counts) {
          if (running?.thread !== thread) return
          running.counts = counts
          void tell()
        },
        onStored: () => void stored(),
      },
    )
    return { thread, holder, counts: noCounts(), ended: untilEnded(thread, holder) }
  }

  async function untilEnded(thread: ScanThread, holder: string): Promise<void> {
    try {
      await thread.finished
    } catch (error) {
      if (!isClosed) log.error({ err: error }, 'the scan ended unexpectedly')
      await cleanUp(holder, error)
    }
    await stored()
    running = null
    if (!isClosed) deps.onEnded?.()
    await tell()
  }

  async function stored(): Promise<void> {
    try {
      await deps.onStored?.()
    } catch (error) {
      log.error({ err: error }, 'what the scan has stored is not shown yet')
    }
  }

  /** A thread that ended normally has done this; one that crashed or was killed could not. */
  async function cleanUp(holder: string, reason: unknown): Promise<void> {
    try {
      const lease = await database.read
        .selectFrom('lease')
        .select('name')
        .where('holder', '=', holder)
        .executeTakeFirst()
      if (!lease) return
      await failRunningRuns(database.write, describeError(reason))
      await releaseLease(database.write, scanLease(holder))
    } catch (error) {
      log.error({ err: error }, 'the failed scan could not be recorded')
    }
  }

  function retryLater(trigger: WholeTrigger) {
    clearTimeout(retry)
    retry = setTimeout(() => void startByItself(trigger), SCAN_LEASE_MS + 1_000).unref()
  }

  return {
    status,
    async start(options = {}) {
      await begin(options.within ? 'folder' : 'api', options)
      return status()
    },
    startByItself,
    async scanFolders(places) {
      if (running || isPreparing || (await isLeased(database.read, SCAN))) return false
      try {
        await begin('watch', { within: places })
        return true
      } catch (error) {
        if (error instanceof AppError && error.code === 'scan.running') return false
        throw error
      }
    },
    async startAgain() {
      running?.thread.cancel()
      await running?.ended
      await startByItself('api')
    },
    async cancel() {
      if (!running) throw new AppError('scan.notRunning')
      running.thread.cancel()
      return status()
    },
    async prepare(work) {
      isPreparing = true
      try {
        await work()
      } finally {
        isPreparing = false
        await tell()
      }
    },
    onStatus(listener, known) {
      listeners.set(listener, JSON.stringify(known ?? null))
      // Scans of other processes are seen by looking alone.
      if (!look) lookLater()
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        clearTimeout(look)
        look = undefined
      }
    },
    problems: () => listScanProblems(database.read),
    missingWorks: (page) => listMissingWorks(database.read, { demo: demoLibraryDir(deps), ...page }),
    async isOtherProcessScanning() {
      if (running || isClosed) return false
      try {
        if (await isLeased(database.read, SCAN)) return true
        const last = await lastRun(database.read, false)
        return last?.finishedAt != null && Date.now() - Date.parse(last.finishedAt) < JUST_NOW_MS
      } catch (error) {
        log.warn({ err: error }, 'could not determine whether another process is scanning')
        return false
      }
    },
    async whenIdle() {
      while (running) await running.ended
    },
    startSchedule() {
      if (deps.scanIntervalMinutes === 0 || schedule) return
      schedule = setInterval(() => void startByItself('schedule'), deps.scanIntervalMinutes * MINUTE_MS).unref()
    },
    async close() {
      isClosed = true
      clearInterval(schedule)
      clearTimeout(retry)
      clearTimeout(look)
      if (!running) return
      const { thread, ended } = running
      thread.cancel()
      if (await Promise.race([ended.then(() => true), sleep(CLOSE_MS, false, { ref: false })])) return
      // A disk that does not respond can still block the thread, which then ends with the process.
      void thread.kill()
      await Promise.race([ended, sleep(KILL_MS, undefined, { ref: false })])
    },
  }
}
