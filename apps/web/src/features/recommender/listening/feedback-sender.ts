import { ApiError } from '#lib/api/api.ts'
import type { deviceStorage } from '#lib/storage/browser-storage.ts'

import { nameOf, type Feedback, type FeedbackOutbox } from './feedback-outbox.ts'

/** What is reached in one moment is sent in one go. */
export const SETTLING_MS = 1_000
/** After a first failure; each further one doubles it. */
export const RETRY_MS = 15_000
const LONGEST_DELAY_MS = 10 * 60_000
/** For so long others leave the sending to the tab that has begun with it. */
export const LEASE_MS = 20_000
/** As the page goes, so many calls are made at once at the most. */
export const MAX_AT_LEAVE = 8
export const LEASE_KEY = 'listening-sender'

/** Answers after which the same call can never do better. */
const FINAL = new Set([400, 404, 413, 422])
/** Answers that say nothing of the call: none at all, too many, no server behind a proxy. Any other call would get them too. */
const PASSING = new Set([0, 429, 502, 503, 504])

type Deps = {
  outbox: FeedbackOutbox
  /** All tabs'. */
  storage: typeof deviceStorage
  /** An id that no other tab has. */
  tab: string
  /** Whether it can be sent at present. */
  isSendable(feedback: Feedback): boolean
  send(feedback: Feedback): Promise<unknown>
}

/**
 * Tells the server what was heard, one thing after the other and from one tab. What does not arrive is sent again later, ever
 * more rarely; the listener hears nothing of it.
 */
export function createFeedbackSender({ outbox, storage, tab, isSendable, send }: Deps) {
  const underWay = new Set<string>()
  /** Refused for their own reason, such as a library closed to their sender: others do not wait for them. */
  const setAside = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isSending = false
  let isStopped = false
  let failures = 0
  /** The server wants to be left alone, or did not answer: until then. */
  let restingUntilMs = 0

  function waiting(): Feedback[] {
    const isFree = (name: string) => !underWay.has(name) && !setAside.has(name)
    return outbox.unsent().filter((one) => isSendable(one) && isFree(nameOf(one)))
  }

  function sendIn(delayMs: number) {
    if (isStopped || isSending) return
    timer ??= setTimeout(() => void sendAll(), Math.max(delayMs, restingUntilMs - Date.now()))
  }

  /** For how many milliseconds another tab sends; 0 where it is this one's turn. */
  function othersTurnMs(): number {
    const [of, untilMs] = (storage.read(LEASE_KEY) ?? '').split(' ')
    const leftMs = Number(untilMs) - Date.now()
    // A clock that was put back must not hold it up for good.
    return of !== tab && leftMs > 0 && leftMs <= LEASE_MS ? leftMs : 0
  }

  async function sendAll() {
    timer = undefined
    if (waiting().length === 0) return
    const turnMs = othersTurnMs()
    if (turnMs > 0) return sendIn(turnMs)
    isSending = true
    try {
      // Read each time: more may be added meanwhile.
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
      // Of several that fail at once, as a page goes, the first says it.
      else if (Date.now() >= restingUntilMs) restingUntilMs = Date.now() + delayAfter(error, failures++)
    } finally {
      underWay.delete(nameOf(feedback))
    }
  }

  return {
    /** There is something more to tell. */
    note: (): void => sendIn(SETTLING_MS),
    /** Sends again: the connection is back, or a user has logged in. */
    tryAgain(): void {
      setAside.clear()
      failures = 0
      restingUntilMs = 0
      clearTimeout(timer)
      timer = undefined
      sendIn(0)
    },
    /** The page may be gone in a moment: what is on its way is not waited for. */
    leave(): void {
      if (Date.now() < restingUntilMs || othersTurnMs() > 0) return
      const told = waiting().slice(0, MAX_AT_LEAVE).map(tell)
      // The page may stay after all.
      void Promise.all(told).then(() => waiting().length > 0 && sendIn(0))
    },
    /** What is unsent stays for the next time. */
    stop(): void {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

/** @throws what is no failure of a call */
function statusOf(error: unknown): number {
  if (error instanceof ApiError) return error.status
  // A captive portal answers with something else than JSON.
  if (error instanceof SyntaxError) return 0
  throw error
}

function delayAfter(error: unknown, failures: number): number {
  const { retryAfterSeconds = 0 } = error instanceof ApiError ? error : {}
  return Math.max(retryAfterSeconds * 1_000, Math.min(RETRY_MS * 2 ** failures, LONGEST_DELAY_MS))
}
