import type { TrackPosition } from '#features/player/index.ts'
import { ApiError, isPassing } from '#lib/api/api.ts'

import type { Outbox } from './outbox.ts'

/** The shortest interval between two requests during playback. */
export const INTERVAL_MS = 15_000
const LONGEST_DELAY_MS = 5 * 60_000
/** The server's limit. Positions of unknown time count as this old. */
export const MAX_SECONDS_AGO = 10 * 366 * 86_400

type Deps = {
  outbox: Outbox
  /** The positions saved on this device, latest last. */
  readPositions(): readonly TrackPosition[]
  /** Whether the account is still logged in. */
  isStill(): boolean
  save(places: readonly TrackPosition[]): Promise<void>
  /** Called with how many positions are not sent, whenever that may have changed. */
  onUnsent(count: number): void
}

/**
 * Sends playback positions to the server: every 15 seconds while they change, and at once on request. Failures are
 * retried at growing intervals, silently.
 */
export function createPositionSender({ outbox, readPositions, isStill, save, onUnsent }: Deps) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending = 0
  let isStopped = false
  let isWantedAgain = false
  let lastMs = -Infinity
  /** The time of the latest position in the last request. */
  let sentMs = -Infinity
  let failures = 0

  function claim() {
    if (!isStill()) return
    outbox.claim(readPositions(), Date.now())
    onUnsent(outbox.unsent().length)
  }

  function sendIn(delayMs: number) {
    if (!isStopped) timer ??= setTimeout(() => void send(), delayMs)
  }

  async function send() {
    clearTimeout(timer)
    timer = undefined
    const places = outbox.unsent()
    if (!isStill() || places.length === 0) return
    sending++
    isWantedAgain = false
    lastMs = Date.now()
    sentMs = latestOf(places)
    try {
      await save(places)
      failures = 0
      outbox.sent(places)
      onUnsent(outbox.unsent().length)
      if (isWantedAgain) sendIn(0)
      else if (outbox.unsent().length > 0) sendIn(INTERVAL_MS)
    } catch (error) {
      // Not reported: the positions are saved here, and playback does not depend on it.
      const delayMs = delayAfter(error, failures++)
      sendIn(isWantedAgain && isPassing(error) ? 0 : delayMs)
      if (!(error instanceof ApiError)) throw error
    } finally {
      sending--
    }
  }

  return {
    /** A position has been saved on this device. */
    note(): void {
      claim()
      // If the clock was set back, the difference could be huge.
      if (sending === 0) sendIn(Math.min(Math.max(0, lastMs + INTERVAL_MS - Date.now()), INTERVAL_MS))
    },
    sendNow(): void {
      claim()
      if (sending > 0) isWantedAgain = true
      else void send()
    },
    /** The page may be closing: does not wait for a request in flight. */
    leave(): void {
      claim()
      if (sending === 0 || latestOf(outbox.unsent()) > sentMs) void send()
    },
    /** Unsent positions stay for the next visit. */
    stop(): void {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

function latestOf(places: readonly TrackPosition[]): number {
  return Math.max(...places.map(({ atMs }) => atMs))
}

function delayAfter(error: unknown, failures: number): number {
  const wantedMs = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0
  return Math.max(wantedMs, Math.min(INTERVAL_MS * 2 ** failures, LONGEST_DELAY_MS))
}
