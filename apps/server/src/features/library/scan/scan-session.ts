import { setImmediate } from 'node:timers/promises'

import type { ScanCounts } from '@otodana/contract'

import { isWriteConflict } from '#db/dialect.ts'
import type { Database, Db } from '#db/open.ts'
import { renewLease } from '#jobs/lease.ts'

import { SCAN_LEASE_MS, scanLease } from './scan-lease.ts'
import { saveRunCounts } from './scan-runs.ts'
import { noCounts, type ScanLog, type ScanPhase } from '../scan-types.ts'

const YIELD_MS = 40
const PROGRESS_MS = 200
const SAVE_MS = 2_000
const LOG_MS = 5_000
const ATTEMPTS = 3

type SessionDeps = {
  database: Database
  holder: string
  runId: number
  log: ScanLog
  signal?: AbortSignal
  onProgress?: (counts: ScanCounts, phase: ScanPhase) => void
  onStored?: () => void
}

function added(counts: ScanCounts, progress: Partial<ScanCounts>): ScanCounts {
  const sums = Object.entries(progress).map(([name, number]) => [name, counts[name as keyof ScanCounts] + number])
  return { ...counts, ...(Object.fromEntries(sums) as Partial<ScanCounts>) }
}

/** A running scan: its counts, its lease and its pauses. */
export class ScanSession {
  readonly counts: ScanCounts = noCounts()
  readonly db: Db
  /** Aborts if the scan is cancelled or loses the lease. */
  readonly signal: AbortSignal
  phase: ScanPhase = 'looking'
  readonly #deps: SessionDeps
  readonly #stop = new AbortController()
  readonly #renewal: NodeJS.Timeout
  #yieldedAt = performance.now()
  #reportedAt = 0
  #savedAt = performance.now()
  #loggedAt = performance.now()

  constructor(deps: SessionDeps) {
    this.#deps = deps
    this.db = deps.database.write
    this.signal = deps.signal ? AbortSignal.any([deps.signal, this.#stop.signal]) : this.#stop.signal
    // Renews the lease while a long file is probed.
    this.#renewal = setInterval(() => void this.#renew(), SCAN_LEASE_MS / 3)
  }

  /**
   * Called between works: lets messages and timers run, and reports progress.
   *
   * @throws the signal's reason if the scan must stop
   */
  async pause(): Promise<void> {
    this.signal.throwIfAborted()
    const now = performance.now()
    if (now - this.#yieldedAt < YIELD_MS) return
    await setImmediate()
    this.#yieldedAt = performance.now()
    this.signal.throwIfAborted()
    if (now - this.#reportedAt >= PROGRESS_MS) this.report()
    if (now - this.#loggedAt >= LOG_MS) {
      this.#loggedAt = now
      this.#deps.log.info({ ...this.counts, phase: this.phase }, 'scanning')
    }
    if (now - this.#savedAt >= SAVE_MS) {
      this.#savedAt = now
      await saveRunCounts(this.db, this.#deps.runId, this.counts)
    }
  }

  enter(phase: ScanPhase): void {
    this.phase = phase
    this.report()
  }

  report(): void {
    this.#reportedAt = performance.now()
    this.#deps.onProgress?.({ ...this.counts }, this.phase)
  }

  /**
   * Runs one short transaction if the scan still holds the lease; retries on conflicts with other processes.
   *
   * @param progress  added to the counts and stored with them, so that a killed scan shows its progress
   * @throws {LeaseLost}
   */
  async write(work: (tx: Db) => Promise<void>, progress: Partial<ScanCounts> = {}): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.db.transaction().execute(async (tx) => {
          await renewLease(tx, scanLease(this.#deps.holder))
          await work(tx)
          await saveRunCounts(tx, this.#deps.runId, added(this.counts, progress))
        })
        Object.assign(this.counts, added(this.counts, progress))
        this.#deps.onStored?.()
        return
      } catch (error) {
        if (attempt === ATTEMPTS || !isWriteConflict(error)) throw error
      }
    }
  }

  close(): void {
    clearInterval(this.#renewal)
  }

  async #renew(): Promise<void> {
    try {
      await renewLease(this.db, scanLease(this.#deps.holder))
    } catch (error) {
      // Another process is writing for long, as an import does: the lease lasts until the next attempts.
      if (!isWriteConflict(error)) this.#stop.abort(error)
    }
  }
}
