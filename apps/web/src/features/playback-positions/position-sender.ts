import type { TrackPosition } from '#features/player/index.ts'
import { ApiError, isPassing } from '#lib/api.ts'

import type { Outbox } from './outbox.ts'

/** While it plays, places are sent so often at the most. */
export const INTERVAL_MS = 15_000
const LONGEST_DELAY_MS = 5 * 60_000
/** As the server has it. Places whose time is not known are so old. */
export const MAX_SECONDS_AGO = 10 * 366 * 86_400

type Deps = {
  outbox: Outbox
  /** Where tracks were left on this device, the latest last. */
  readPositions(): readonly TrackPosition[]
  /** Whether the account is the one that is logged in. */
  isStill(): boolean
  save(places: readonly TrackPosition[]): Promise<void>
}

/**
 * Tells the server where tracks are left: every 15 seconds while that changes, and at once when it is asked to. What does
 * not arrive is sent again later, ever more rarely; the listener hears nothing of it.
 */
export function createPositionSender({ outbox, readPositions, isStill, save }: Deps) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending = 0
  let isStopped = false
  let isWantedAgain = false
  let lastMs = -Infinity
  /** When the latest of those that were sent last was written. */
  let sentMs = -Infinity
  let failures = 0

  function claim() {
    if (isStill()) outbox.claim(readPositions(), Date.now())
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
      if (isWantedAgain) sendIn(0)
      else if (outbox.unsent().length > 0) sendIn(INTERVAL_MS)
    } catch (error) {
      // Not told: the places are kept here, and nothing that is heard depends on it.
      const delayMs = delayAfter(error, failures++)
      sendIn(isWantedAgain && isPassing(error) ? 0 : delayMs)
      if (!(error instanceof ApiError)) throw error
    } finally {
      sending--
    }
  }

  return {
    /** A place has been written on this device. */
    note(): void {
      claim()
      // A clock that was set back since the last time would have it wait for as long.
      if (sending === 0) sendIn(Math.min(Math.max(0, lastMs + INTERVAL_MS - Date.now()), INTERVAL_MS))
    },
    sendNow(): void {
      claim()
      if (sending > 0) isWantedAgain = true
      else void send()
    },
    /** The page may be gone in a moment: what is on its way is not waited for. */
    leave(): void {
      claim()
      if (sending === 0 || latestOf(outbox.unsent()) > sentMs) void send()
    },
    /** What is unsent stays for the next time. */
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
