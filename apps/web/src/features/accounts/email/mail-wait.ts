import type { MailRefusal } from '@otodana/contract'

import { ApiError, isPassing } from '#lib/api/api.ts'
import { recoveryDelayMs } from '#lib/api/recovery.ts'

/** What the server says when it is asked whether the mail has come; without a result it has not. */
export type Look<T> = { attempt: number; refused: MailRefusal | null; result: T | null }

/** How the wait for a mail stands. */
export type MailWait = {
  /** How often the server has been asked, as it counts. */
  attempt: number
  /** Why the latest mail did not count, if one has come. */
  refused: MailRefusal | null
  isLooking: boolean
  /** Why the last question was not answered. */
  error: unknown
  /** How many polls in a row had no answer. */
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

/** Whether this mail can prove nothing any more: only another one can. */
export function isOver({ error }: MailWait): boolean {
  return error instanceof ApiError && ENDS.includes(error.key ?? '')
}

/** In how many milliseconds the server is asked by itself; null when that would not help. */
export function nextLookMs(wait: MailWait, retrySeconds: number): number | null {
  const { error, unanswered } = wait
  if (error === null) return retrySeconds * 1000
  if (isPassing(error)) return recoveryDelayMs(unanswered - 1)
  if (!(error instanceof ApiError) || error.status !== 429) return null
  return (error.retryAfterSeconds ?? retrySeconds) * 1000
}

type Options<T> = {
  /** Asks whether the mail has come. */
  look: () => Promise<Look<T>>
  retrySeconds: number
  /** Whether the mail may have been sent already: then it is looked for at once. */
  isResumed: boolean
  onChange: (wait: MailWait) => void
  /** Called once, also for an answer that comes after `stop`: what has been done is done. */
  onResult: (result: T) => void
}

export type MailWatch = {
  /** Looks now, by hand, whatever the wait; done when that has been answered. */
  look(): Promise<void>
  stop(): void
}

/**
 * Polls for a mail while the page is visible: the member writes it in another app, so it polls at once when they return, or
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
    // What does not go on by itself waits for a hand.
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
