import { pause as wait } from '#lib/pause.ts'
import { recoveryDelayMs } from '#lib/api/recovery.ts'

import type { PlannedFile } from './plan.ts'
import { CANCELLED, type SaveReport } from '../saving/save-one.ts'
import { createSpeedometer } from '#lib/format/speed.ts'
import { DownloadError, type FailureKind } from './failure-kind.ts'

/** `resting`: after a temporary failure, until it is retried. */
type FileStatus = 'waiting' | 'running' | 'resting' | 'saved' | 'present' | 'failed'

export type FileProgress = {
  file: PlannedFile
  status: FileStatus
  sizeBytes: number
  receivedBytes: number
  /** Why it failed, or is resting. */
  trouble: FailureKind | null
}

export type QueueStatus = 'running' | 'paused' | 'stopped' | 'ended' | 'cancelled'

/** The state of the whole download. */
export type QueueState = {
  status: QueueStatus
  /** Why it stopped. */
  trouble: FailureKind | null
  files: readonly FileProgress[]
  totalBytes: number
  receivedBytes: number
  failedCount: number
  bytesPerSecond: number | null
}

export type QueueDeps = {
  /** Saves one file; throws download errors, or the signal's reason. */
  save: (file: PlannedFile, report: SaveReport, signal: AbortSignal) => Promise<'saved' | 'present'>
  /** Deletes an incomplete file. */
  discard: (file: PlannedFile) => Promise<void>
  /** Whether the device is online: otherwise attempts are not counted. */
  isOnline: () => boolean
  now: () => number
  pause?: typeof wait
}

const AT_ONCE = 2
/** Maximum number of consecutive attempts of a file without receiving a byte. */
const MAX_TRIES = 10
const PAUSED = 'paused'
const ENDED: readonly FileStatus[] = ['saved', 'present', 'failed']

export type DownloadQueue = ReturnType<typeof createDownloadQueue>

/** Saves the files of a work, two at a time. */
export function createDownloadQueue(planned: readonly PlannedFile[], deps: QueueDeps) {
  const { save, discard, isOnline, now, pause: rest = wait } = deps
  const files = planned.map((file): FileProgress => {
    return { file, status: 'waiting', sizeBytes: file.sizeBytes, receivedBytes: 0, trouble: null }
  })
  const listeners = new Set<() => void>()
  const speed = createSpeedometer()
  const running = new Map<FileProgress, Promise<void>>()
  const resting = new Set<() => void>()
  let status: QueueStatus = 'paused'
  let trouble: FailureKind | null = null
  let controller = new AbortController()
  let described: QueueState | null = null
  /** Bytes received over the network, for the speed. */
  let cameBytes = 0

  function tell(): void {
    described = null
    for (const listener of listeners) listener()
  }

  function update(item: FileProgress, change: Partial<FileProgress>): void {
    Object.assign(item, change)
    tell()
  }

  function set(next: QueueStatus): void {
    status = next
    tell()
  }

  function halt(next: QueueStatus, reason: string): void {
    set(next)
    controller.abort(reason)
  }

  function start(): void {
    if (status !== 'paused' && status !== 'stopped') return
    controller = new AbortController()
    trouble = null
    speed.reset()
    set('running')
    fill()
  }

  function fill(): void {
    while (status === 'running' && running.size < AT_ONCE) {
      const next = files.find((item) => item.status === 'waiting' && !running.has(item))
      if (!next) break
      const run = saveUntilDone(next, controller.signal).finally(() => {
        running.delete(next)
        fill()
      })
      running.set(next, run)
    }
    if (status === 'running' && files.every((item) => ENDED.includes(item.status))) set('ended')
  }

  async function saveUntilDone(item: FileProgress, signal: AbortSignal): Promise<void> {
    for (let tries = 0; ; tries++) {
      update(item, { status: 'running', trouble: null })
      const before = item.receivedBytes
      try {
        const how = await save(item.file, reportOf(item), signal)
        return update(item, { status: how, receivedBytes: item.sizeBytes })
      } catch (error) {
        if (signal.aborted) return update(item, { status: 'waiting', trouble: null })
        if (!(error instanceof DownloadError)) {
          update(item, { status: 'failed', trouble: 'write' })
          throw error
        }
        if (error.isForAll) {
          update(item, { status: 'waiting' })
          trouble = error.trouble
          return halt('stopped', PAUSED)
        }
        if (item.receivedBytes > before) tries = 0
        const mayTry = error.isPassing && (tries + 1 < MAX_TRIES || !isOnline())
        if (!mayTry) return update(item, { status: 'failed', trouble: error.trouble })
        update(item, { status: 'resting', trouble: error.trouble })
        await restFor(Math.max(recoveryDelayMs(tries), (error.waitSeconds ?? 0) * 1_000), signal)
        if (signal.aborted) return update(item, { status: 'waiting', trouble: null })
      }
    }
  }

  /** Ends early when the connection is back, or on abort. */
  async function restFor(ms: number, signal: AbortSignal): Promise<void> {
    const early = new AbortController()
    const end = () => early.abort()
    resting.add(end)
    signal.addEventListener('abort', end)
    await rest(ms, early.signal).catch(() => undefined)
    signal.removeEventListener('abort', end)
    resting.delete(end)
  }

  function reportOf(item: FileProgress): SaveReport {
    let last: number | null = null
    return {
      onProgress(receivedBytes) {
        // The first report includes bytes saved earlier.
        if (last !== null) cameBytes += receivedBytes - last
        last = receivedBytes
        speed.note(cameBytes, now())
        update(item, { receivedBytes })
      },
      onSize: (sizeBytes) => update(item, { sizeBytes }),
    }
  }

  function describe(): QueueState {
    const shown = files.map((item) => ({ ...item }))
    const sum = (of: (item: FileProgress) => number) => shown.reduce((total, item) => total + of(item), 0)
    return {
      status,
      trouble,
      files: shown,
      totalBytes: sum(({ sizeBytes }) => sizeBytes),
      receivedBytes: sum(({ receivedBytes }) => receivedBytes),
      failedCount: shown.filter((item) => item.status === 'failed').length,
      bytesPerSecond: status === 'running' ? speed.bytesPerSecond() : null,
    }
  }

  return {
    /** Stable while nothing has changed. */
    state(): QueueState {
      described ??= describe()
      return described
    },

    /** Cheaper than `state`, for callers that ask for every byte. */
    isRunning: () => status === 'running',

    /** @returns a function that unsubscribes */
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    /** Starts, or resumes after a pause or a failure. */
    start,

    /** Keeps received bytes. */
    pause(): void {
      if (status === 'running') halt('paused', PAUSED)
    },

    /**
     * Stops permanently. Complete files stay, incomplete ones are deleted.
     *
     * @returns when nothing is written any more
     */
    async cancel(): Promise<void> {
      if (status === 'ended' || status === 'cancelled') return
      halt('cancelled', CANCELLED)
      await Promise.allSettled(running.values())
      for (const item of files) {
        if (item.receivedBytes > 0 && item.status !== 'saved' && item.status !== 'present') await discard(item.file)
      }
    },

    /** Retries failed files. */
    retry(): void {
      for (const item of files) if (item.status === 'failed') update(item, { status: 'waiting', trouble: null })
      if (status === 'ended') status = 'paused'
      if (status === 'running') fill()
      else start()
    },

    /** Starts over, for another folder. */
    restart(): void {
      for (const item of files) update(item, { status: 'waiting', receivedBytes: 0, trouble: null })
      start()
    },

    /** The connection is back, so waits end. */
    wake(): void {
      for (const end of resting) end()
    },
  }
}
