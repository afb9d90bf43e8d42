import { ApiError } from '#lib/api/api.ts'
import type { deviceStorage } from '#lib/storage/browser-storage.ts'

import { nameOf, type Feedback, type FeedbackOutbox } from './feedback-outbox.ts'

/** Milestones reached at the same moment are sent together. */
export const SETTLING_MS = 1_000
/** Delay after the first failure; doubles with each. */
export const RETRY_MS = 15_000
const LONGEST_DELAY_MS = 10 * 60_000
/** How long other tabs leave sending to the tab that has started. */
export const LEASE_MS = 20_000
/** Maximum number of concurrent calls while leaving the page. */
export const MAX_AT_LEAVE = 8
export const LEASE_KEY = 'listening-sender'

/** Answers after which the same call can never succeed. */
const FINAL = new Set([400, 404, 413, 422])
/**
 * Temporary failures that would affect any call: no answer, too many requests, an unreachable server behind a proxy.
 */
const PASSING = new Set([0, 429, 502, 503, 504])

type Deps = {
  outbox: FeedbackOutbox
  /** Shared by all tabs. */
  storage: typeof deviceStorage
  /** Unique id of this tab. */
  tab: string
  /** Whether it can be sent at present. */
  isSendable(feedback: Feedback): boolean
  send(feedback: Feedback): Promise<unknown>
  /** Called when what waits may have changed. */
  onChange(): void
}

/**
 * Sends feedback to the server, one item at a time and from one tab. Failures are retried at growing intervals,
 * silently.
 */
export function createFeedbackSender({ outbox, storage, tab, isSendable, send, onChange }: Deps) {
  const underWay = new Set<string>()
  /** Items rejected individually, for example by a closed library: others do not wait for them. */
  const setAside = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isSending = false
  let isStopped = false
  let failures = 0
  /** No requests before this time, because the server asked to wait or did not answer. */
  let restingUntilMs = 0

  function waiting(): Feedback[] {
    const isFree = (name: string) => !underWay.has(name) && !setAside.has(name)
    return outbox.unsent().filter((one) => isSendable(one) && isFree(nameOf(one)))
  }

  function sendIn(delayMs: number) {
    if (isStopped || isSending) return
    timer ??= setTimeout(() => void sendAll(), Math.max(delayMs, restingUntilMs - Date.now()))
  }

  /** For how many milliseconds another tab sends; 0 if it is this tab's turn. */
  function othersTurnMs(): number {
    const [of, untilMs] = (storage.read(LEASE_KEY) ?? '').split(' ')
    const leftMs = Number(untilMs) - Date.now()
    // After the clock was set back, the lease must not last forever.
    return of !== tab && leftMs > 0 && leftMs <= LEASE_MS ? leftMs : 0
  }

  async function sendAll() {
    timer = undefined
    if (waiting().length === 0) return
    const turnMs = othersTurnMs()
    if (turnMs > 0) return sendIn(turnMs)
    isSending = true
    try {
      // Read each time, because more may be added meanwhile.
      for (let next = waiting()[0]; next && !isStopped && Date.now() >= restingUntilMs; next = waiting()[0]) {
        storage.write(LEASE_KEY, `${tab} ${Date.now() + LEASE_MS}`)
        await tell(next)
      }
    } finally {
      storage.write(LEASE_KEY, '')
      isSending = false
    }
    if (waiting().length > 0) sendIn(0)
  }

  async function tell(feedback: Feedback) {
    underWay.add(nameOf(feedback))
    try {
      await send(feedback)
      failures = 0
      restingUntilMs = 0
      outbox.remove(feedback)
    } catch (error) {
      const status = statusOf(error)
      if (FINAL.has(status)) outbox.remove(feedback)
      else if (!PASSING.has(status)) setAside.add(nameOf(feedback))
      // Of several simultaneous failures while leaving, the first counts.
      else if (Date.now() >= restingUntilMs) restingUntilMs = Date.now() + delayAfter(error, failures++)
    } finally {
      underWay.delete(nameOf(feedback))
      onChange()
    }
  }

  return {
    /** More feedback was added. */
    note: (): void => sendIn(SETTLING_MS),
    /** Retries: the connection is back, or a user has logged in. */
    tryAgain(): void {
      setAside.clear()
      failures = 0
      restingUntilMs = 0
      clearTimeout(timer)
      timer = undefined
      sendIn(0)
    },
    /** The page may be closing: does not wait for a request in flight. */
    leave(): void {
      if (Date.now() < restingUntilMs || othersTurnMs() > 0) return
      const calls = waiting().slice(0, MAX_AT_LEAVE).map(tell)
      // The page may stay open after all.
      void Promise.all(calls).then(() => waiting().length > 0 && sendIn(0))
    },
    /** Unsent feedback stays for the next visit. */
    stop(): void {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

/** @throws errors that are not failed calls */
function statusOf(error: unknown): number {
  if (error instanceof ApiError) return error.status
  throw error
}

function delayAfter(error: unknown, failures: number): number {
  const { retryAfterSeconds = 0 } = error instanceof ApiError ? error : {}
  return Math.max(retryAfterSeconds * 1_000, Math.min(RETRY_MS * 2 ** failures, LONGEST_DELAY_MS))
}
