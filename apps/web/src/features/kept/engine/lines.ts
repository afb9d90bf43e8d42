import { quickHash } from '#lib/kept/quick-hash.ts'
import { sha256 } from '#lib/kept/read-pieces.ts'
import type { KeptDatabase, KeptFile } from '#lib/kept/schema.ts'

import { createFileFetcher, nameOf } from './fetch-file.ts'
import { KeepError } from './keep-error.ts'
import { errorOf, type FromLine, type LineTask, type ToLine } from './line-messages.ts'
import type { BegunPiece } from './receive-body.ts'

/** A script that loads for longer is not waited for: the page fetches meanwhile. */
const START_MS = 10_000

export type LineWorker = Pick<Worker, 'postMessage' | 'terminate' | 'addEventListener'>

type Deps = {
  db: KeptDatabase
  fetch: typeof globalThis.fetch
  /** Adds the token to an address. */
  addressOf: (address: string) => string
  /** As in `createFileFetcher`, but told less often. */
  onBytes: (file: KeptFile, count: number, pending: number) => void
  /** Returns a worker that runs `serveLine`; null where there are none. */
  startWorker: () => LineWorker | null
  /** Whether workers may fetch from an address. */
  isForWorkers: (address: string) => boolean
  /** Whether who reads the pieces knows `quickHash`. */
  knowsQuickHash: () => boolean
  startMs?: number
}

/** The worker has died, or did not start. */
class LostLine extends Error {}

/**
 * Fetches files like `createFileFetcher`, each in a worker of its own, so that the page stays free. Where a worker cannot be started, or has died,
 * the page fetches itself.
 */
export function createLines(deps: Deps) {
  const { addressOf, onBytes, startWorker, isForWorkers, knowsQuickHash, startMs = START_MS } = deps
  /** Kept here, so that any line goes on with it. */
  const begun = new Map<string, BegunPiece>()
  const fetchInPage = createFileFetcher({
    ...deps,
    begun,
    hashOf: (bytes) => (knowsQuickHash() ? quickHash(bytes) : sha256(bytes)),
  })
  let lines = new Set<Line>()
  let isWithoutWorkers = false

  function freeLine(): Line | null {
    for (const line of lines) if (!line.isBusy()) return line
    const worker = startWorker()
    if (!worker) return null
    const line = openLine(worker, startMs)
    lines.add(line)
    return line
  }

  async function fetchFile(file: KeptFile, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    const address = addressOf(file.address)
    const line = isWithoutWorkers || !isForWorkers(address) ? null : freeLine()
    if (!line) return fetchInPage(file, signal)
    const name = nameOf(file)
    const taken = begun.get(name) ?? null
    begun.delete(name)
    const turn: Turn = {
      task: { file, address, begun: taken, isQuick: knowsQuickHash() },
      onBytes: (count, pending) => onBytes(file, count, pending),
      onLeft: (piece) => void begun.set(name, piece),
    }
    try {
      await line.run(turn, signal)
    } catch (error) {
      if (error instanceof LostLine) {
        lines.delete(line)
        isWithoutWorkers = true
      } else if (!isOutdated(error, file, address)) throw error
      await fetchFile(file, signal)
    }
  }

  /** A token may have been renewed since the line was given its own. */
  function isOutdated(error: unknown, file: KeptFile, address: string): boolean {
    return error instanceof KeepError && error.failure === 'signedOut' && addressOf(file.address) !== address
  }

  return {
    fetchFile,

    /** Nothing is fetched for now: ends the workers, those that still fetch after their file. New ones are tried next time. */
    end(): void {
      for (const line of lines) line.end()
      lines = new Set()
      isWithoutWorkers = false
    },
  }
}

type Turn = {
  task: LineTask
  onBytes: (count: number, pending: number) => void
  onLeft: (begun: BegunPiece) => void
}

type Line = ReturnType<typeof openLine>

/** The page's side of a line. */
function openLine(worker: LineWorker, startMs: number) {
  let turn: (Turn & { settle: (failure: Error | null) => void }) | null = null
  let isLost = false
  let isEnding = false
  const late = setTimeout(lose, startMs)
  const watching = new AbortController()

  function tell(message: ToLine, transfer: Transferable[] = []): void {
    worker.postMessage(message, transfer)
  }

  function terminate(): void {
    clearTimeout(late)
    watching.abort()
    worker.terminate()
  }

  function lose(): void {
    isLost = true
    terminate()
    turn?.settle(new LostLine())
  }

  /** The lock of a worker that has died is free. */
  async function watch(lock: string): Promise<void> {
    await navigator.locks.request(lock, { signal: watching.signal }, lose).catch((error: unknown) => {
      if (!watching.signal.aborted) throw error
    })
  }

  worker.addEventListener('message', ({ data }: MessageEvent<FromLine>) => {
    if (data.kind === 'ready') {
      clearTimeout(late)
      return void watch(data.lock)
    }
    if (data.kind === 'bytes') return turn?.onBytes(data.count, data.pending)
    if (data.begun) turn?.onLeft(data.begun)
    turn?.settle(data.failure && errorOf(data.failure))
  })
  worker.addEventListener('error', lose)
  worker.addEventListener('messageerror', lose)

  return {
    isBusy: () => turn !== null,

    /** @throws {LostLine} also `KeepError`, and the signal's reason */
    async run(given: Turn, signal: AbortSignal): Promise<void> {
      const { begun } = given.task
      const stop = () => tell({ kind: 'stop' })
      try {
        const failure = await new Promise<Error | null>((settle) => {
          turn = { ...given, settle }
          if (isLost) return settle(new LostLine())
          signal.addEventListener('abort', stop)
          tell({ kind: 'fetch', task: given.task }, begun ? [begun.bytes.buffer] : [])
        })
        if (failure && signal.aborted) throw signal.reason
        if (failure) throw failure
      } finally {
        turn = null
        signal.removeEventListener('abort', stop)
        if (isEnding) terminate()
      }
    },

    end(): void {
      isEnding = true
      if (!turn) terminate()
    },
  }
}
