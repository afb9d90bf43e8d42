import type { MailRefusal } from '@otodana/contract'

import { ApiError, isPassing } from '#lib/api/api.ts'
import { recoveryDelayMs } from '#lib/api/recovery.ts'

/** A poll's answer; without a result the mail has not arrived. */
export type Look<T> = { attempt: number; refused: MailRefusal | null; result: T | null }

/** The state of waiting for a mail. */
export type MailWait = {
  /** Number of polls, as counted by the server. */
  attempt: number
  /** Why the latest mail was rejected, if any. */
  refused: MailRefusal | null
  isLooking: boolean
  /** Why the last poll failed. */
  error: unknown
  /** Number of consecutive failed polls. */
  unanswered: number
}

export const untouched: MailWait = { attempt: 0, refused: null, isLooking: false, error: null, unanswered: 0 }

function afterAnswer({ attempt, refused }: Omit<Look<unknown>, 'result'>): MailWait {
  return { ...untouched, attempt, refused }
}

function afterFailure(wait: MailWait, error: unknown): MailWait {
  return { ...wait, isLooking: false, error, unanswered: isPassing(error) ? wait.unanswered + 1 : 0 }
}

const ENDS = ['auth.verifyIdExpired', 'auth.maxAttempts']

/** Whether this verification can no longer succeed, so that a new one is needed. */
export function isOver({ error }: MailWait): boolean {
  return error instanceof ApiError && ENDS.includes(error.key ?? '')
}

/** Returns the delay of the next automatic poll; null if there is none. */
export function nextLookMs(wait: MailWait, retrySeconds: number): number | null {
  const { error, unanswered } = wait
  if (error === null) return retrySeconds * 1000
  if (isPassing(error)) return recoveryDelayMs(unanswered - 1)
  if (!(error instanceof ApiError) || error.status !== 429) return null
  return (error.retryAfterSeconds ?? retrySeconds) * 1000
}

type Options<T> = {
  /** Polls the server. */
  look: () => Promise<Look<T>>
  retrySeconds: number
  /** Whether the mail may have been sent already: then it polls at once. */
  isResumed: boolean
  onChange: (wait: MailWait) => void
  /** Called once, also for an answer that arrives after `stop`. */
  onResult: (result: T) => void
}

export type MailWatch = {
  /** Polls now; resolves when that is answered. */
  look(): Promise<void>
  stop(): void
}

/**
 * Polls for a mail while the page is visible: members write it in another app, so it polls at once when they return, or
 * when the connection does.
 */
export function watchMail<T>({ look, retrySeconds, isResumed, onChange, onResult }: Options<T>): MailWatch {
  let wait = untouched
  let timer: ReturnType<typeof setTimeout> | undefined
  let hasEnded = false

  function set(next: MailWait): void {
    wait = next
    if (!hasEnded) onChange(wait)
  }
  function schedule(): void {
    clearTimeout(timer)
    const delay = nextLookMs(wait, retrySeconds)
    if (hasEnded || delay === null || document.visibilityState === 'hidden') return
    timer = setTimeout(() => void lookNow(), delay)
  }
  async function lookNow(): Promise<void> {
    if (hasEnded || wait.isLooking || isOver(wait)) return
    clearTimeout(timer)
    set({ ...wait, isLooking: true })
    try {
      const { result, ...answer } = await look()
      set(afterAnswer(answer))
      if (result !== null) {
        stop()
        return onResult(result)
      }
    } catch (error) {
      set(afterFailure(wait, error))
    }
    schedule()
  }
  function handleReturn(): void {
    if (document.visibilityState === 'hidden') clearTimeout(timer)
    // After the last automatic poll, only manual ones continue.
    else if (nextLookMs(wait, retrySeconds) !== null) void lookNow()
  }
  function stop(): void {
    hasEnded = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', handleReturn)
    removeEventListener('online', handleReturn)
  }

  document.addEventListener('visibilitychange', handleReturn)
  addEventListener('online', handleReturn)
  if (isResumed) void lookNow()
  else schedule()
  return { look: lookNow, stop }
}
